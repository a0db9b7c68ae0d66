import { sql } from "#db/sql.ts";
import { beforeAll, expect, test } from "vitest";

import { growCatalogue } from "#tests/support/grown-catalogue.ts";
import { readPage } from "#tests/support/page.ts";
import { openTestShop } from "#tests/support/test-shop.ts";

const shop = await openTestShop();
beforeAll(async () => {
  await growCatalogue(shop.db, { works: 2_000, byOneAuthor: 1_000, inOneSeries: 400 });
  await shop.db.execute(sql`analyze`);
}, 120_000);

async function listOf(path: string, link: RegExp) {
  const response = await shop.fetch(path);
  expect(response.status).toBe(200);
  const page = await readPage(response);
  const shown = new Set(page.addresses.filter((address) => link.test(address)));
  return { page, shown: shown.size };
}

test("the page of authors ends, says so, and shows the way to everybody else", async () => {
  const { page, shown } = await listOf("/authors", /^\/authors\/[a-z]/);
  expect(shown).toBe(500);
  expect(page.has("These are the first 500 authors by name.")).toBe(true);
  expect(page.addresses).toContain("/search");
});

test("an author of a thousand books and a series that goes on and on are read to their end, page by page", async () => {
  for (const [first, books] of [
    ["/authors/grown-author-1", 1_000],
    ["/series/grown-series", 400],
  ] as const) {
    const found = new Set<string>();
    let next: string | undefined = first;
    for (let pages = 1; next; pages += 1) {
      expect(pages).toBeLessThanOrEqual(Math.ceil(books / 24));
      const { page, shown } = await listOf(next, /^\/books\/grown-/);
      expect(shown).toBeLessThanOrEqual(24);
      for (const address of page.addresses) if (address.startsWith("/books/grown-")) found.add(address);
      next = page.nextAddress;
    }
    expect(found.size).toBe(books);
  }
}, 120_000);

test("a shorter list is whole and says nothing of the kind", async () => {
  for (const path of ["/authors/satyajit-ray", "/series/feluda"]) {
    const { page, shown } = await listOf(path, /^\/books\//);
    expect(shown, path).toBeGreaterThan(0);
    expect(page.nextAddress, path).toBeUndefined();
  }
});

test("no public page grows with the catalogue", async () => {
  for (const path of [
    "/",
    "/authors",
    "/authors/grown-author-1",
    "/categories",
    "/categories/fiction",
    "/series/grown-series",
    "/best-sellers",
    "/about",
  ]) {
    for (const part of [path, path === "/" ? "/_.data" : `${path}.data`]) {
      const { length } = await (await shop.fetch(part)).text();
      expect(length, part).toBeLessThan(1_300_000);
    }
  }
});
