import { sql } from "#db/sql.ts";
import { beforeAll, expect, test } from "vitest";

import { growCatalogue } from "#tests/support/database/grown-catalogue.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
beforeAll(async () => {
  await growCatalogue(shop.db, { works: 2_000, byOneAuthor: 1_000, inOneSeries: 400 });
  await shop.db.execute(sql`analyze`);
});

async function listOf(path: string, link: RegExp) {
  const response = await shop.fetch(path);
  expect(response.status).toBe(200);
  const page = await readPage(response);
  const shown = new Set(page.addresses.filter((address) => link.test(address)));
  return { page, shown: shown.size };
}

test("of very many authors a page shows some, and leads to all others by letters and page by page", async () => {
  const { page } = await listOf("/authors", /^\/authors\/[a-z]/);
  // The names of the generated authors end in a number.
  let next: string | undefined = "/authors?letter=other";
  expect(page.addresses).toContain(next);
  const grown = new Set<string>();
  for (let pages = 1; next; pages += 1) {
    expect(pages).toBeLessThanOrEqual(12);
    const { page: read, shown } = await listOf(next, /^\/authors\/[a-z]/);
    expect(shown).toBeLessThanOrEqual(96);
    for (const address of read.addresses) if (address.startsWith("/authors/grown-author-")) grown.add(address);
    next = read.addresses.find((address) => address.startsWith("/authors?letter=other&after="));
  }
  expect(grown.size).toBe(1_001);
});

test("the way on from an author who is not there leads to the beginning of the letter, and is not kept", async () => {
  const response = await shop.fetch("/authors?letter=g&after=no-such-author");
  expect([response.status, response.headers.get("location")]).toEqual([302, "/authors?letter=g"]);
  const { page } = await listOf("/authors?letter=xx", /^\/authors\/[a-z]/);
  expect(page.has("No authors under Xx")).toBe(true);
  expect((await listOf("/authors?letter=5", /^\/authors\/[a-z]/)).page.title).toMatch(/^Authors/);
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
});

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
