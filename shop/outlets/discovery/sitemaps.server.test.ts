/**
 * Tests the sitemaps over a grown catalogue: their entries, sizes and dates of change, and that their names stay the
 * same.
 */

import { expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { collect } from "#tests/support/collect.ts";
import { growCatalogue } from "#tests/support/database/grown-catalogue.ts";
import { childrenOf, readXml, textOf } from "#tests/support/pages/read-xml.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { cutSitemaps } from "./sitemap-shards.server.ts";
import { writeSitemap, writeSitemapIndex } from "./sitemaps.server.ts";

const { db } = await openTestDatabase();
const shop = "https://books.test";
const ns = "{http://www.sitemaps.org/schemas/sitemap/0.9}";
const maxEntries = 2500;
await growCatalogue(db, { works: 6000, byOneAuthor: 2, inOneSeries: 5 });
await cutSitemaps(db, maxEntries);

async function listSitemaps(on: Db = db): Promise<string[]> {
  const index = readXml(await writeSitemapIndex(on, shop));
  expect(index.name).toBe(`${ns}sitemapindex`);
  return index.children.map((sitemap) => {
    expect(sitemap.name).toBe(`${ns}sitemap`);
    return textOf(sitemap, `${ns}loc`)!;
  });
}

/** The addresses in one sitemap with their dates; checks that the sitemap has the form of sitemaps.org. */
async function readSitemap(url: string, limit = maxEntries): Promise<Map<string, string | null>> {
  const [, kind, number] = /^https:\/\/books\.test\/sitemaps\/([a-z-]+?)(?:-(\d+))?\.xml$/.exec(url)!;
  const pieces = await collect(writeSitemap(db, shop, kind!, number ? Number(number) : null, limit));
  // Memory use is limited to one piece, whatever the number of entries.
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(200_000);
  const sitemap = readXml(pieces.join(""));
  expect(sitemap.name).toBe(`${ns}urlset`);
  expect(sitemap.children.length).toBeGreaterThan(0);
  expect(sitemap.children.length).toBeLessThanOrEqual(limit);
  const found = sitemap.children.map((entry): [string, string | null] => {
    expect(entry.name).toBe(`${ns}url`);
    const names = entry.children.map(({ name }) => name);
    expect([[`${ns}loc`], [`${ns}loc`, `${ns}lastmod`]]).toContainEqual(names);
    const lastmod = textOf(entry, `${ns}lastmod`);
    if (lastmod !== null) expect(lastmod).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    return [textOf(entry, `${ns}loc`)!, lastmod];
  });
  expect(new Set(found.map(([loc]) => loc)).size).toBe(found.length);
  return new Map(found);
}

async function readAll(kind: string) {
  const urls = (await listSitemaps()).filter((url) => url.startsWith(`${shop}/sitemaps/${kind}-`));
  const sitemaps = await Promise.all(urls.map((url) => readSitemap(url)));
  return { urls, sitemaps, entries: sitemaps.flatMap((sitemap) => [...sitemap.keys()]) };
}

async function idsOf(query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map(({ id }) => id).sort();
}

/** The date in the sitemaps for an address; a sitemap is named after the first part of the addresses in it. */
const dateOf = async (path: string) => {
  const kind = `${shop}/sitemaps/${path.split("/")[1]}`;
  const urls = await listSitemaps();
  const likely = urls.filter((url) => url.startsWith(`${kind}-`) || url === `${kind}.xml`);
  for (const url of likely.length > 0 ? likely : urls) {
    const sitemap = await readSitemap(url);
    if (sitemap.has(shop + path)) return sitemap.get(shop + path);
  }
};

test("every listed edition, author and series stands once in sitemaps that are not too long", async () => {
  const books = await readAll("books");
  expect(books.urls.length).toBeGreaterThan(2);
  const listed = await idsOf(sql`select '/books/' || id as id from books where is_listed`);
  expect(books.entries.sort()).toEqual(listed.map((path) => shop + path));
  const authors = await readAll("authors");
  expect(authors.urls.length).toBeGreaterThan(2);
  const shown = await idsOf(sql`
    select distinct '/authors/' || c.author_id as id from work_contributors c join books b on b.work_id = c.work_id
    where b.is_main and b.is_listed`);
  expect(authors.entries.sort()).toEqual(shown.map((path) => shop + path));
  expect((await readAll("series")).entries).toContain(`${shop}/series/grown-series`);
});

test("the other sitemaps name the public pages, the filled categories and the reading lists", async () => {
  const pages = await readSitemap(`${shop}/sitemaps/pages.xml`);
  for (const path of ["/", "/categories", "/authors", "/best-sellers", "/faq", "/about"])
    expect([...pages.keys()]).toContain(shop + path);
  for (const path of ["/cart", "/search", "/offline", "/login"]) expect([...pages.keys()]).not.toContain(shop + path);
  expect([...(await readSitemap(`${shop}/sitemaps/categories.xml`)).keys()]).toContain(`${shop}/categories/fiction`);
  expect([...(await readSitemap(`${shop}/sitemaps/reading-lists.xml`)).keys()]).toContain(
    `${shop}/reading-lists/summer`,
  );
});

test("a sitemap keeps its name and its books when others are added and cut", async () => {
  const before = await readAll("books");
  const first = before.sitemaps[0]!;
  await db.execute(sql`
    insert into works (id, title, search_text, description) select 'zz-' || n, 'Late', 'late', '' from generate_series(1, 3000) n`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select 'zz-' || n, 'zz-' || n, true, 'paperback', 'en', 100, 100, 'zz' from generate_series(1, 3000) n`);
  await cutSitemaps(db, maxEntries);
  const after = await readAll("books");
  expect(after.urls.length).toBeGreaterThan(before.urls.length);
  expect(after.urls).toEqual(expect.arrayContaining(before.urls));
  expect([...after.sitemaps[0]!.keys()]).toEqual([...first.keys()]);
  expect(after.entries.length).toBe(before.entries.length + 3000);
  await cutSitemaps(db, maxEntries);
  expect((await readAll("books")).urls).toEqual(after.urls);
});

test("a sitemap that has grown before it is cut is still not too long", async () => {
  const [first] = (await readAll("books")).urls;
  expect((await readSitemap(first!, 1500)).size).toBe(1500);
});

test("a date tells the last change of the record, of its work and of the people of the work", async () => {
  const set = async (statement: ReturnType<typeof sql>) => void (await db.execute(statement));
  const origin = (at: string) => JSON.stringify({ price_paise: { by: "person", at } });
  // The triggers would overwrite the origins that the test writes.
  await set(sql`alter table books disable trigger books_field_origins`);
  await set(sql`alter table works disable trigger works_field_origins`);
  await set(sql`update books set created_at = '2020-01-02 03:04:05+05:30', field_origins = '{}' where id = 'godan'`);
  await set(sql`update works set created_at = '2020-01-01', field_origins = '{}' where id = 'godan'`);
  expect(await dateOf("/books/godan")).toBe("2020-01-01T21:34:05Z");
  await set(sql`update books set field_origins = ${origin("2021-05-06T07:08:09+05:30")}::jsonb where id = 'godan'`);
  expect(await dateOf("/books/godan")).toBe("2021-05-06T01:38:09Z");
  await set(sql`update works set field_origins = ${origin("2022-01-01T00:00:00Z")}::jsonb where id = 'godan'`);
  expect(await dateOf("/books/godan")).toBe("2022-01-01T00:00:00Z");
  // The undo of an import restores the older origins, and with them the older dates.
  await set(sql`update books set restored_at = '2023-01-01' where id = 'godan'`);
  expect(await dateOf("/books/godan")).toBe("2023-01-01T00:00:00Z");
  await set(sql`update works set restored_at = '2024-01-01' where id = 'godan'`);
  expect(await dateOf("/books/godan")).toBe("2024-01-01T00:00:00Z");
  await set(sql`alter table books enable trigger books_field_origins`);
  await set(sql`alter table works enable trigger works_field_origins`);
  const { rows } = await db.execute<{ now: string }>(
    sql`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`,
  );
  await set(sql`update books set price_paise = price_paise - 100 where id = 'godan'`);
  expect((await dateOf("/books/godan"))! >= rows[0]!.now).toBe(true);
});

test("the pages of shelves tell when a book last came to them or left them, or when their own words changed", async () => {
  const now = async () => {
    const { rows } = await db.execute<{ now: string }>(
      sql`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`,
    );
    return rows[0]!.now;
  };
  await db.execute(sql`insert into series_works (series_id, work_id, position) values ('feluda', 'godan', 99)`);
  const { rows: lists } = await db.execute<{ id: string; bookId: string }>(sql`
    select reading_list_id as id, book_id from reading_list_books order by reading_list_id limit 1`);
  const shelves = ["/authors/premchand", "/series/feluda", "/categories/hindi"];
  const list = `/reading-lists/${lists[0]!.id}`;
  const listed = lists[0]!.bookId;
  const long = "2020-01-01T00:00:00Z";
  /**
   * Sets all dates to years ago, makes the change and returns the dates of the pages: "now" if the change moved them.
   */
  const datesAfter = async (change: ReturnType<typeof sql>, paths: string[]) => {
    await refreshAllStaleListings(db);
    await db.execute(sql`update shelf_changes set changed_at = ${long}::timestamptz`);
    for (const table of [sql`authors`, sql`series`, sql`categories`])
      await db.execute(sql`update ${table} set created_at = ${long}::timestamptz`);
    await db.execute(sql`update authors set field_origins = '{}'`);
    await db.execute(sql`update series set field_origins = '{}'`);
    await db.execute(sql`update categories set field_origins = '{}'`);
    await db.execute(sql`update reading_lists set created_at = ${long}::timestamptz`);
    const began = await now();
    await db.execute(change);
    await refreshAllStaleListings(db);
    return Promise.all(
      paths.map(async (path) => {
        const date = await dateOf(path);
        return date === undefined || date === null ? date : date >= began ? "now" : date;
      }),
    );
  };
  const changed = ["now", "now", "now"];
  // A change of price is not a change of the shelf.
  expect(
    await datesAfter(sql`update books set price_paise = price_paise - 100 where id = 'godan'`, [...shelves, list]),
  ).toEqual([long, long, long, long]);
  expect(await datesAfter(sql`update books set is_listed = false where work_id = 'godan'`, shelves.slice(1))).toEqual(
    changed.slice(1),
  );
  expect(await datesAfter(sql`update books set is_listed = true where work_id = 'godan'`, shelves)).toEqual(changed);
  expect(await datesAfter(sql`delete from series_works where work_id = 'godan'`, shelves)).toEqual([long, "now", long]);
  expect(
    await datesAfter(sql`delete from work_categories where work_id = 'godan' and category_id = 'hindi'`, shelves),
  ).toEqual([long, long, "now"]);
  expect(
    await datesAfter(sql`update reading_lists set summary = 'Other words.' where id = ${lists[0]!.id}`, [list]),
  ).toEqual(["now"]);
  expect(await datesAfter(sql`update books set is_listed = false where id = ${listed}`, [list])).toEqual(["now"]);
  expect(await datesAfter(sql`update books set is_listed = true where id = ${listed}`, [list])).toEqual(["now"]);
  expect(
    await datesAfter(sql`update reading_list_books set note = 'Because.' where book_id = ${listed}`, [list]),
  ).toEqual(["now"]);
  expect(await datesAfter(sql`update categories set description = 'Other words.' where id = 'hindi'`, shelves)).toEqual(
    [long, long, "now"],
  );
});

test("what is hidden from readers is in no sitemap, and an empty sitemap is not named", async () => {
  const undone = new Error("undone");
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`update books set is_listed = false where id = 'gitanjali'`);
    const pieces = await collect(writeSitemap(tx, shop, "books", 1));
    expect(pieces.join("")).not.toContain("/books/gitanjali<");
    await tx.execute(sql`update books set is_listed = false`);
    const names = await listSitemaps(tx);
    expect(names).toEqual([`${shop}/sitemaps/pages.xml`]);
    expect(await collect(writeSitemap(tx, shop, "books", 1))).toEqual([]);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
});

test("there is no sitemap of another name", async () => {
  const names: [kind: string, number: number | null][] = [
    ["books", null],
    ["books", 999],
    ["pages", 1],
    ["constructor", null],
    ["readers", 1],
  ];
  for (const [kind, number] of names) expect(await collect(writeSitemap(db, shop, kind, number)), kind).toEqual([]);
});

test("each entry of an index is one of its sitemaps", async () => {
  const index = readXml(await writeSitemapIndex(db, shop));
  expect(childrenOf(index, `${ns}sitemap`).length).toBe(index.children.length);
  for (const url of await listSitemaps()) expect((await readSitemap(url, 50_000)).size).toBeGreaterThan(0);
});
