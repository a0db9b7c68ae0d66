import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { countQueries } from "#tests/support/database/count-statements.ts";
import { growCatalogue } from "#tests/support/database/grown-catalogue.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { findBook, listAlternatives, listNearBooks } from "./book.server.ts";
import { listCardsByIds } from "./cards.server.ts";
import { findSeries } from "./lists.server.ts";
import { readShelf } from "#shop/catalogue/shelves/read-shelf.server.ts";
import { nothingChosen } from "#shop/catalogue/shelves/shelf-choice.ts";
import { findTitlePage } from "./title-page.server.ts";

// One connection, whose prepared statements a test can inspect.
const { db } = await openTestDatabase({ connections: 1 });
const inSeries = 300;
await inTransaction(db, async (tx) => {
  await tx.execute(sql`select set_config('statement_timeout', '120000', true)`);
  await growCatalogue(tx, { works: 3_000, byOneAuthor: 1_000, inOneSeries: inSeries });
});
await db.execute(sql`analyze`);

/** Counts the rows of a table that `work` reads, with generic plans and without sequential scans of small tables. */
async function rowsRead(table: string, work: (tx: Db) => Promise<unknown>): Promise<number> {
  return inTransaction(db, async (tx) => {
    await tx.execute(
      sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
    );
    const soFar = async () => {
      const { rows } = await tx.execute<{ read: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = ${table}`);
      return rows[0]!.read;
    };
    const before = await soFar();
    await work(tx);
    return (await soFar()) - before;
  });
}

test("a book of an author of a thousand books does not make PostgreSQL read what the author wrote", async () => {
  const book = await findBook(db, "grown-500");
  expect(book!.moreByAuthor.length).toBe(6);
  expect(book!.stock.state).toBe("sold-out");
  expect(book!.related.length).toBe(10);
  expect(book!.related.map(({ authors }) => authors[0]!.id)).not.toContain("grown-author-1");
  const read = await rowsRead("work_contributors", (tx) => findBook(tx, "grown-500"));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(250);
});

test("in stead of a book that is sold out its neighbours are asked for in two queries, which read no more of a large shop", async () => {
  const book = (await findTitlePage(db, "grown-500"))!;
  expect(await countQueries(() => listAlternatives(db, book, 4))).toBeLessThanOrEqual(2);
  expect(await rowsRead("work_contributors", (tx) => listAlternatives(tx, book, 4))).toBeLessThan(250);
});

test("what follows a short list is asked for in four queries, which read no more of a large shop", async () => {
  const near = (tx: Db) => listNearBooks(tx, "grown-501", { besides: [], limit: 5 });
  expect(await countQueries(() => near(db))).toBeLessThanOrEqual(4);
  expect(await rowsRead("work_contributors", near)).toBeLessThan(400);
  expect(await rowsRead("series_works", near)).toBeLessThan(600);
});

test("the books of a series are looked up by what they are, not through the prices of all books", async () => {
  const { workIds } = (await findSeries(db, "grown-series"))!;
  const shelf = { name: "series:grown-series", books: { workIds } };
  const { rows } = await inTransaction(db, async (tx) => {
    await tx.execute(
      sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
    );
    for (const sort of ["own", "title"] as const)
      await readShelf(tx, shelf, { choice: { ...nothingChosen, rating: 4 }, sort, place: null, direction: "on" });
    return tx.execute<{ scans: number }>(
      sql`select pg_stat_get_xact_numscans('listings_by_price'::regclass)::int as scans`,
    );
  });
  expect(rows[0]!.scans).toBe(0);
});

test("the statement of cards is planned once for a connection, however many books are asked for", async () => {
  for (let count = 1; count <= 24; count += 1)
    await listCardsByIds(
      db,
      Array.from({ length: count === 24 ? 24 : 1 + (count % 3) }, (_, place) => `grown-${count + place}`),
    );
  const { rows } = await db.execute<{ custom: number; generic: number }>(sql`
    select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
    where statement like '%is_sample_rating%' order by custom_plans + generic_plans desc limit 1`);
  expect(rows[0]!.custom).toBeLessThanOrEqual(5);
  expect(rows[0]!.generic).toBeGreaterThanOrEqual(19);
});

test("an empty list of ids runs no query", async () => {
  expect(await listCardsByIds({ pool: null, execute: () => Promise.reject(new Error("asked")) }, [])).toEqual([]);
});
