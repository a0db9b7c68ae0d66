/** Tests that the rows and bitmaps of the desk's table of books equal a plain reading of the books, after any changes. */
import fc from "fast-check";
import { expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { refreshDeskBooks } from "#shop/catalogue/listings/refresh-desk-books.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { countedSql, findBookSet, slotsSql } from "./desk-books.server.ts";

const { db } = await openTestDatabase();
await refreshAllStaleListings(db);

const columns = sql`book_id, work_id, array(select unnest(has) order by 1) as has, title, author, publisher, price_paise, mrp_paise,
  available, sold, added_at`;

/** What is stored but not in the books, and the other way round. */
async function differences(tx: Db) {
  const { rows } = await tx.execute(sql`
    with stored as (select ${columns} from desk_books where book_id is not null),
    plain as (select ${columns} from desk_rows(array(select id from works))),
    bits as (
      select b.value, s.slot from desk_book_bits b cross join lateral slots_of(b.bits, b.chunk) s),
    expected as (
      select value, slot from desk_books cross join unnest(has) value
      where value not like 'publisher:%' or value in (select value from desk_book_bits))
    select 'row' as what, to_jsonb(d) as it from (
      (select * from stored except all select * from plain) union all (select * from plain except all select * from stored)) d
    union all
    select 'bit', to_jsonb(d) from (
      (select * from bits except all select * from expected) union all (select * from expected except all select * from bits)) d`);
  return rows;
}

const anyBook = fc.constantFrom("godan", "kari", "tamas", "raag-darbari", "nirmala");
const changes: ((book: string, nth: number) => SQL)[] = [
  (book, nth) => sql`update books set price_paise = mrp_paise - ${nth} where id = ${book}`,
  (book, nth) => sql`update books set mrp_paise = mrp_paise + ${nth * 1_000} where id = ${book}`,
  (book) => sql`update books set is_listed = not is_listed where id = ${book}`,
  (book) => sql`update books set availability = 'out-of-print' where id = ${book}`,
  (book) => sql`update books set publisher_id = (select min(id) from publishers) where id = ${book}`,
  (book, nth) => sql`update stock set on_hand = reserved + ${nth} where book_id = ${book}`,
  (book) => sql`update works set search_text = 'the changed' where id = (select work_id from books where id = ${book})`,
  (book) => sql`delete from work_categories where work_id = (select work_id from books where id = ${book})`,
  (book) => sql`
    insert into work_categories (work_id, category_id, position) select work_id, 'poetry', 9 from books where id = ${book}
    on conflict do nothing`,
  (book, nth) => sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select ${`${book}-${nth}`}, work_id, false, 'hardback', 'hi', 29900, 24900, 'edition-0123456789' from books where id = ${book}
    on conflict do nothing`,
  (book, nth) =>
    sql`update books set work_id = (select work_id from books where id = 'godan') where id = ${`${book}-${nth}`}`,
  (book, nth) => sql`delete from books where id = ${`${book}-${nth}`}`,
  () => sql`update categories set parent_id = 'fiction' where id = 'poetry'`,
];

test("rows and bits follow the books, whatever comes, goes and changes, in whatever batches", async () => {
  expect(await differences(db)).toEqual([]);
  await db.execute(sql`select keep_desk_bits((select min(id) from publishers))`);
  expect(await differences(db)).toEqual([]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          book: anyBook,
          nth: fc.integer({ min: 1, max: 9 }),
          change: fc.constantFrom(...changes),
          batch: fc.option(fc.constantFrom(1, 3, 1_000)),
        }),
        { maxLength: 12 },
      ),
      async (all) => {
        const undone = new Error("undone");
        await inTransaction(db, async (tx) => {
          for (const { book, nth, change, batch } of all) {
            await tx.execute(change(book, nth));
            if (batch !== null) await refreshDeskBooks(tx, batch);
          }
          await refreshAllStaleListings(tx);
          expect(await differences(tx)).toEqual([]);
          throw undone;
        }).catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 30) },
  );
});

async function countOf(values: string[]): Promise<number> {
  const set = await findBookSet(db, values);
  return (await db.execute<{ count: number }>(sql`select ${countedSql(set)} as count`)).rows[0]!.count;
}

test("a publisher's books are counted alike with and without a bitmap", async () => {
  const { rows } = await db.execute<{ id: string; books: number }>(sql`
    select publisher_id as id, count(*)::int as books from books where publisher_id is not null and is_listed
    group by publisher_id order by books desc, id limit 3`);
  for (const { id, books } of rows) {
    const values = [`publisher:${id}`, "listed:yes"];
    expect(await countOf(values)).toBe(books);
    await db.execute(sql`select keep_desk_bits(${id})`);
    const set = await findBookSet(db, values);
    const found = await db.execute(sql`
      select from ${slotsSql(set)} found join desk_books r using (slot) where r.has @> ${values}::text[]`);
    const count = await countOf(values);
    expect([count, found.rows.length]).toEqual([books, books]);
  }
});
