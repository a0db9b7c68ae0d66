/**
 * Tests that the table of routes matches the route modules, and that every link in the code and texts leads to a route.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { exampleOf } from "#tests/support/places/route-examples.ts";
import { expandPath, findRoute } from "./find-route.ts";
import { parameters } from "./parameters.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

const root = join(import.meta.dirname, "..");
const table = Object.entries<Route>(routes);

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|js)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`);
}

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, "");
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("every route module is in the table, and every file of the table is a route module", () => {
  const isModule = (file: string) => /from "\.\/\+types\/|export (async )?function (loader|action)\b/.test(read(file));
  const modules = sourcesIn("app/routes").filter((file) => isModule(file) && file !== "app/routes/design/route.tsx");
  const withoutTypes = ["app/routes/offline/route.tsx", "app/routes/account/deleted.route.tsx"];
  const named = table.map(([, { file }]) => `app/${file}`);
  expect(modules.length).toBeGreaterThan(50);
  expect([...new Set(named)].sort()).toEqual([...new Set([...modules, ...withoutTypes])].sort());
});

test("a route takes posts if its module has an action, and none otherwise", () => {
  for (const [path, { file, posts }] of table) {
    const hasAction = /export (async )?function action\b/.test(read(`app/${file}`));
    expect(posts !== "none", path).toBe(hasAction);
  }
});

test("every path finds its own route, and no other", () => {
  for (const [path, route] of table) {
    for (const one of expandPath(path)) {
      const example = exampleOf(one);
      expect(findRoute(example)?.route, example).toBe(route);
      for (const around of [`${example}/`, `/${example}`, `${example}\n`, `${example}.data`, `x${example}`])
        expect(findRoute(around), JSON.stringify(around)).toBeNull();
    }
  }
});

test("a parameter is one part of a path, and its pattern is short work", () => {
  for (const [name, source] of Object.entries(parameters)) {
    const pattern = new RegExp(`^${source}$`);
    for (const text of ["", "/", "a/b", "a.data", "a%2fb", "a?b", "..", "new\n"])
      expect(pattern.test(text), name).toBe(false);
    expect(/\((?!\?:)|[*+]|\{\d+,\}/.test(source), `${name} has a group or may be of any length`).toBe(false);
  }
});

/** Files with paths of other servers, or of addresses that are not served by the router. */
const otherAddresses = [
  "shop/sales/payments/razorpay/razorpay.server.ts",
  "shop/sales/carriers/",
  "app/routes/design/",
];
const plainPath = /(["'`])(?:\$\{[^}]*[uU]rl\})?(\/(?:[^"'`\s$?#]|\$\{[^}]*\})*)[^"'`\s]*\1/g;

/** Whether a path matches a route of the shop; `${…}` matches any value. */
function namesRoute(path: string): boolean {
  const parts = path.split("/");
  return table
    .flatMap(([pattern]) => expandPath(pattern))
    .some((pattern) => {
      const wanted = pattern.split("/");
      const fits = (part: string, at: number) => wanted[at]!.startsWith(":") || wanted[at] === part;
      return wanted.length === parts.length && parts.every(fits);
    });
}

function plainPathsIn(text: string): string[] {
  // Links of letters to the desk are checked in `tests/requests/desk/host.test.ts`.
  const code = withoutComments(text).replaceAll(
    /(?:href|pathPattern|linkToDesk)\(\s*["`][^"`]*["`]|deskPath: ["`][^"`]*["`]/g,
    "",
  );
  return [...code.matchAll(plainPath)].map(([, , path]) => path!).filter((path) => path !== "/" && namesRoute(path));
}

test("a path is written by href(), so that one that is no route does not compile", () => {
  for (const text of [
    `to="/cart"`,
    "`/books/${book.id}`",
    "`${settings.publicUrl}/books/${id}#reviews`",
    `("/login?next=/")`,
  ])
    expect(plainPathsIn(text), text).toHaveLength(1);
  for (const text of [
    `href("/cart")`,
    "href(`/${intent}`, {})",
    "`/covers/${key}-320.webp`",
    "linkToDesk(`/orders/${number}`, deskUrl)",
    "{ deskPath: `/orders/${number}` }",
    `"/sw.js"`,
    "// see /cart",
    `"/" `,
  ])
    expect(plainPathsIn(text), text).toEqual([]);
  const files = ["app", "shop", "server", "cli"].flatMap(sourcesIn);
  const judged = files.filter((file) => !otherAddresses.some((other) => file.startsWith(other)));
  expect(judged.length).toBeGreaterThan(400);
  expect(judged.flatMap((file) => plainPathsIn(read(file)).map((path) => `${file}: ${path}`))).toEqual([]);
});

test("the links in the shop's texts lead to its pages", () => {
  const links = sourcesIn("app").flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/\]\((\/[^)#?\s]*)/g)].map(([, path]) => ({ file, path: path! })),
  );
  expect(links.length).toBeGreaterThan(20);
  for (const { file, path } of links) expect(findRoute(path)?.route.access, `${file}: ${path}`).toBeDefined();
});
