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

test("an author of a thousand books has a page of the best rated, which says so", async () => {
  const { page, shown } = await listOf("/authors/grown-author-1", /^\/books\/grown-/);
  expect(shown).toBe(120);
  expect(page.has("These are the 120 best rated books. To find another book, search for its title.")).toBe(true);
});

test("a series that goes on and on has one page, which says so", async () => {
  const { page, shown } = await listOf("/series/grown-series", /^\/books\/grown-/);
  expect(shown).toBe(120);
  expect(page.has("These are the first 120 books. To find another book, search for its title.")).toBe(true);
});

test("a shorter list is whole and says nothing of the kind", async () => {
  for (const path of ["/authors/satyajit-ray", "/series/feluda"]) {
    const { page, shown } = await listOf(path, /^\/books\//);
    expect(shown, path).toBeGreaterThan(0);
    expect(page.has("To find another"), path).toBe(false);
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
