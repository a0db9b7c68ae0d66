import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { refreshAllStaleListings } from "#shop/catalogue/refresh-listings.server.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { booksOnPage, listBooks, type BookQuery } from "./list-books.server.ts";

const { db } = await openTestDatabase();
const all: BookQuery = {
  text: "",
  shelf: null,
  isListed: null,
  hasNoPicture: false,
  isOut: false,
  hasNoPrice: false,
  availability: null,
};

async function everyPage(query: BookQuery): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = null;
  do {
    const page = await listBooks(db, query, next);
    expect(page.books.length).toBeLessThanOrEqual(booksOnPage);
    ids.push(...page.books.map(({ id }) => id));
    next = page.next;
  } while (next !== null);
  return ids;
}

const idsWhere = async (where: ReturnType<typeof sql>) =>
  (
    await db.execute<{ id: string }>(sql`
    select b.id from books b left join stock s on s.book_id = b.id where ${where} order by b.created_at desc, b.id desc`)
  ).rows.map(({ id }) => id);

await db.execute(sql`update books set is_listed = false where id in ('godan', 'tamas')`);
await db.execute(sql`update books set isbn13 = '9780140449136' where id = 'godan'`);
await db.execute(sql`update stock set on_hand = 0, reserved = 0 where book_id in ('kari', 'tamas')`);
await db.execute(sql`update books set availability = 'out-of-print' where id = 'kari'`);
await db.execute(sql`update books set price_paise = mrp_paise where id in ('kari', 'tamas')`);
await db.execute(sql`
  delete from work_categories where work_id in (select work_id from books where id in ('godan', 'tamas'))`);
await refreshAllStaleListings(db);

test("every edition stands on one page, the newest first", async () => {
  expect(await everyPage(all)).toEqual(await idsWhere(sql`true`));
});

test("filters choose, alone and together", async () => {
  const out = sql`coalesce(s.on_hand - s.reserved, 0) <= 0`;
  expect(await everyPage({ ...all, isListed: false })).toEqual(await idsWhere(sql`not b.is_listed`));
  expect(await everyPage({ ...all, isOut: true })).toEqual(await idsWhere(out));
  expect(await everyPage({ ...all, isOut: true, isListed: true })).toEqual(await idsWhere(sql`b.is_listed and ${out}`));
  const onShelf = sql`exists (select from work_categories k join categories c on c.id = k.category_id
    where k.work_id = b.work_id and (c.id = 'fiction' or c.parent_id = 'fiction'))`;
  expect(await everyPage({ ...all, shelf: "fiction" })).toEqual(await idsWhere(onShelf));
  const onNone = sql`not exists (select from work_categories k where k.work_id = b.work_id)`;
  expect((await idsWhere(onNone)).length).toBeGreaterThan(0);
  expect(await everyPage({ ...all, shelf: { isNone: true } })).toEqual(await idsWhere(onNone));
  expect(await everyPage({ ...all, hasNoPrice: true })).toEqual(await idsWhere(sql`b.price_paise = b.mrp_paise`));
  expect(await everyPage({ ...all, availability: "out-of-print" })).toEqual(["kari"]);
  expect(await everyPage({ ...all, text: "kari", availability: "in-stock" })).toEqual([]);
  expect(await everyPage({ ...all, hasNoPicture: true })).toEqual(await idsWhere(sql`b.cover_image_id is null`));
});

test("a text finds title, author and ISBN, also of books that are not listed", async () => {
  const found = async (text: string) => (await listBooks(db, { ...all, text }, null)).books.map(({ id }) => id);
  expect(await found("godan")).toEqual(["godan"]);
  expect(await found("978-0-14-044913-6")).toEqual(["godan"]);
  expect(await found("kari")).toContain("kari");
  expect(await found("Amruta Patil")).toContain("kari");
  expect(await found("no such book 100%")).toEqual([]);
  const unlisted = await listBooks(db, { ...all, text: "godan", isListed: true }, null);
  expect(unlisted.books).toEqual([]);
});

test("a cursor that nobody gave is the beginning", async () => {
  const first = await listBooks(db, all, null);
  for (const odd of ["x", "2026-01-01~godan", "9999999"]) expect(await listBooks(db, all, odd)).toEqual(first);
});
