import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import type { PublicRoute, Route } from "./route.ts";
import { routes } from "./routes.ts";

const root = join(import.meta.dirname, "..");
const isPublic = (entry: [string, Route]): entry is [string, PublicRoute] => entry[1].access === "public";
const publicRoutes = Object.entries<Route>(routes).filter(isPublic);

const readByName = /new URL\([\w.]+\)\.searchParams\.(?:get|getAll|has)\("(\w+)"/g;
/** In the browser the URL is complete, whatever the cached page was rendered for; and built queries are not read. */
const harmless = /new URLSearchParams\((?:location\.search\)\.get\(|\[)/g;
const readInAnotherWay = /searchParams|\.search\b|\bsearch\b[^;]*= useLocation|request\.url/i;
/** Passes the whole URL to a function whose source is checked too. */
const judgedCall = /\b(?:readPageNumber\(request\.url\)|readShelfQuery\(request\.url,)/g;
/**
 * Links back to a URL, a list that only browsers render, and cookies of an action: none affects the content of a cached
 * page.
 */
const exempt = [
  "app/components/page-error.tsx",
  "app/http/requested-book.server.ts",
  "app/http/flash-cookie.server.ts",
  "app/http/safe-next.ts",
  "app/offline/list-cached-pages.ts",
];

/** Returns the names of the query parameters that a source reads; throws when it reads the query in any other way. */
function parametersIn(file: string, source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, "");
  const names = [...code.matchAll(readByName)].map(([, name]) => name!);
  const rest = code.replaceAll(readByName, "").replaceAll(judgedCall, "").replaceAll(harmless, "");
  if (readInAnotherWay.test(rest) && !exempt.includes(file))
    throw new Error(`${file} reads the query in a way this test cannot judge: use new URL(…).searchParams.get("name")`);
  return names;
}

/** Returns the modules in `app/` that a route imports, including its own. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, from] of read(file).matchAll(/^(?:import|export) (?!type )[^;]*?from "((?:\.\/|#app\/)[^"]+\.tsx?)"/gm))
    modulesOf(from!.startsWith("#") ? from!.slice(1) : join(dirname(file), from!), found);
  return found;
}

const read = (file: string) => readFileSync(join(root, file), "utf8");

test("the table of routes names every query parameter that a cached page reads, and no other", () => {
  for (const [path, { file, cachedQuery = {}, uncachedQuery = [] }] of publicRoutes) {
    const modules = [...modulesOf(`app/${file}`)];
    const names = modules.flatMap((module) => parametersIn(module, read(module)));
    const inTable = [...Object.keys(cachedQuery), ...uncachedQuery];
    expect([...new Set(names)].sort(), path).toEqual(inTable.sort());
  }
});

test("this test finds every way to read a query", () => {
  const judge = (code: string) => parametersIn("app/x.tsx", code);
  expect(judge(`new URL(request.url).searchParams.get("format")`)).toEqual(["format"]);
  expect(judge(`new URL(url).searchParams.has("a") ? new URL(url).searchParams.getAll("b") : 1`)).toEqual(["a", "b"]);
  expect(judge(`const from = new URLSearchParams(location.search).get("from"); // searchParams`)).toEqual([]);
  for (const code of [
    `const query = new URL(request.url).searchParams; query.get("format")`,
    `new URL(request.url).searchParams.get(name)`,
    `const [query] = useSearchParams();`,
    `const { key, search } = useLocation();`,
    `useLocation().search`,
    `parseFilters(request.url)`,
    `new URLSearchParams(url.search)`,
  ])
    expect(() => judge(code), code).toThrow("cannot judge");
});
