import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { growCatalogue } from "#tests/support/database/grown-catalogue.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { readFeed, readNewReleases } from "./feeds.server.ts";
import type { FeedEntry } from "./feed.ts";

const { db } = await openTestDatabase();
const shop = { name: "Endpaper", publicUrl: "https://books.test" };
// The grown books are newer than all others, and all are fiction.
await growCatalogue(db, { works: 6000, byOneAuthor: 50, inOneSeries: 1 });

const idsIn = (entries: FeedEntry[]) => entries.map(({ url }) => url.slice(`${shop.publicUrl}/books/`.length));
const booksOf = async (kind: "categories" | "authors", id: string) =>
  idsIn((await readFeed(db, shop, kind, id))!.entries);

async function idsOf(query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}

/**
 * The ids of the newest books of a category and its subcategories, by a plain query without the shortcut of the feed.
 */
const newestIn = (categoryId: string) =>
  idsOf(sql`
    with recursive tree as (
      select id from categories where id = ${categoryId}
      union select k.id from categories k join tree on k.parent_id = tree.id)
    select b.id from books b where b.is_main and b.is_listed and b.work_id in (
      select work_id from work_categories where category_id in (select id from tree))
    order by b.created_at desc, b.id limit 30`);

test.each(["fiction", "non-fiction", "hindi", "picture-books"])(
  "the feed of %s has its newest books, whether or not they are among the newest of the shop",
  async (id) => {
    const wanted = await newestIn(id);
    expect(wanted.length).toBeGreaterThan(5);
    expect(await booksOf("categories", id)).toEqual(wanted);
  },
);

test("what is hidden from readers is in no feed", async () => {
  const [first, second] = await newestIn("hindi");
  const undone = new Error("undone");
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`update books set is_listed = false where id = ${first!}`);
    expect(idsIn((await readFeed(tx, shop, "categories", "hindi"))!.entries)[0]).toBe(second);
    await tx.execute(sql`delete from listings`);
    await tx.execute(sql`set local endpaper.listings = 'noted'`);
    await tx.execute(sql`update books set is_listed = false where is_main`);
    for (const feed of [
      await readNewReleases(tx, shop),
      await readFeed(tx, shop, "categories", "fiction"),
      await readFeed(tx, shop, "authors", "premchand"),
    ])
      expect(feed!.entries).toEqual([]);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
});

test("an author's feed has whatever they had a hand in, and of many books the newest", async () => {
  expect(await booksOf("authors", "daisy-rockwell")).toContain("tomb-of-sand");
  const many = await booksOf("authors", "grown-author-1");
  expect(many.length).toBe(30);
  expect(new Set(many).size).toBe(30);
});

test("an entry names all authors of a book, and its date moves with its record", async () => {
  const find = async () =>
    (await readFeed(db, shop, "authors", "premchand"))!.entries.find(({ url }) => url.endsWith("/godan"))!;
  const before = await find();
  expect(before.authors).toEqual(["प्रेमचंद"]);
  await db.execute(sql`update works set created_at = '2020-01-01', field_origins = '{}' where id = 'godan'`);
  await db.execute(sql`update books set created_at = '2020-01-01', price_paise = price_paise - 100 where id = 'godan'`);
  const after = await find();
  expect(after.publishedAt).toBe("2020-01-01T00:00:00Z");
  expect(after.changedAt >= before.changedAt).toBe(true);
  expect(after.url).toBe(before.url);
});
