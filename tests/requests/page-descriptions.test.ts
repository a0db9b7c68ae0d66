/** Titles, descriptions and link previews: each public page has its own, with the right language and picture. */
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";

import { findRoute } from "#routing/find-route.ts";
import { unmarkedDevanagari } from "#tests/support/languages.ts";
import { listPublicAddresses } from "#tests/support/browser/public-addresses.ts";
import { addOwnPage } from "#tests/support/places/own-page.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();

interface Described {
  title: string;
  canonical: string | undefined;
  /** Content by `name` or `property`. */
  meta: Map<string, string>;
  unmarked: string[];
}

const pages = new Map<string, Described>();

beforeAll(async () => {
  await addOwnPage(shop.db);
  for (const path of await listPublicAddresses(shop.db)) {
    const answer = await shop.fetch(path);
    expect(answer.status, path).toBe(200);
    const html = await answer.text();
    pages.set(path, {
      title: /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? "",
      canonical: /<link(?=[^>]*rel="canonical")[^>]*href="([^"]*)"/.exec(html)?.[1],
      meta: new Map(
        [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)].map(([, name, content]) => [
          name!,
          content!,
        ]),
      ),
      unmarked: unmarkedDevanagari(html),
    });
  }
});

/** The paths of the pages for which `isWrong` is true. */
function pagesWhere(isWrong: (page: Described, path: string) => boolean): string[] {
  return [...pages].filter(([path, page]) => isWrong(page, path)).map(([path]) => path);
}

/** Groups of pages that share a value that must be unique. */
function sharing(own: (page: Described) => string | undefined): string[][] {
  return [...Map.groupBy(pages, ([, page]) => own(page)).values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(([path]) => path));
}

test("every public route of the table is among these pages, but the page for readers without a connection", () => {
  const found = new Set([...pages.keys()].map((path) => findRoute(path.split("?")[0]!)?.route));
  const missing = listRouteExamples().filter(({ route }) => route.access === "public" && !found.has(route));
  expect(missing.map(({ path }) => path)).toEqual(["/offline"]);
});

test("no two public pages share a title, a description or an address", () => {
  expect(pages.size).toBeGreaterThan(200);
  expect(sharing(({ title }) => title)).toEqual([]);
  expect(sharing(({ meta }) => meta.get("description"))).toEqual([]);
  expect(sharing(({ canonical }) => canonical)).toEqual([]);
});

test("each public page tells other sites its title, description, address, picture, kind, shop and language", () => {
  const names = ["title", "description", "url", "image", "type", "site_name", "locale"].map((name) => `og:${name}`);
  for (const name of [...names, "description", "twitter:card"])
    expect(
      pagesWhere(({ meta }) => !meta.get(name)),
      name,
    ).toEqual([]);
  expect(
    pagesWhere(({ meta, canonical }, path) => meta.get("og:url") !== canonical || canonical !== publicUrl + path),
  ).toEqual([]);
  expect(pagesWhere(({ meta }) => !meta.get("og:image")!.startsWith(`${publicUrl}/share/`))).toEqual([]);
  expect(
    pagesWhere(({ meta }) => meta.get("og:image:width") !== "1200" || meta.get("og:image:height") !== "630"),
  ).toEqual([]);
  expect(pagesWhere(({ meta, title }) => !title.startsWith(meta.get("og:title")!.split(" (")[0]!))).toEqual([]);
});

test("each kind of page has a picture of its own, 1200 by 630, drawn anew only under a new name", async () => {
  const { pathname: home } = new URL(pages.get("/")!.meta.get("og:image")!);
  const paths = [
    "/categories/hindi",
    "/authors/premchand",
    "/series/foundation",
    "/reading-lists/summer",
    "/special-offers",
  ];
  const pictures = paths.map((path) => new URL(pages.get(path)!.meta.get("og:image")!).pathname);
  expect(new Set([home, ...pictures]).size).toBe(paths.length + 1);
  for (const path of [home, ...pictures]) {
    const answer = await shop.fetch(path);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([format, width, height], path).toEqual(["png", 1200, 630]);
    const other = path.replace(/[0-9a-f]{10}-(\d+)\.png$/, "0123456789-$1.png");
    expect((await shop.fetch(other)).status, other).toBe(404);
  }
  expect((await shop.fetch(home.replace("/share/pages/", "/share/secrets/"))).status).toBe(404);
});

test("whatever is written in Devanagari is marked as Hindi", () => {
  expect([...pages].flatMap(([path, { unmarked }]) => unmarked.map((text) => `${path}: ${text}`))).toEqual([]);
});

test("the search and the cart say what they are for, and that no search engine keeps them", async () => {
  for (const path of ["/search", "/search?q=tagore", "/cart"]) {
    const html = await (await shop.fetch(path)).text();
    expect(html, path).toMatch(/<meta name="description" content="[^"]{40,160}"/);
    expect(html, path).toContain('<meta name="robots" content="noindex"');
  }
});
