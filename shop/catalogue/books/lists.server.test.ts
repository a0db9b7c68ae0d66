/**
 * Tests the lists of books: featured, recommended and new books, the best-seller chart, and books by author and series.
 */

import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { readDemo } from "#server/demo-data.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { readStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { count } from "#tests/support/sales/sale.ts";
import { sell } from "#tests/support/sales/sold.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import type { BookCard } from "./book.ts";
import { listCards } from "./cards.server.ts";
import {
  findSeries,
  listBestSellerIds,
  listBestSellers,
  listBooksByAuthor,
  listFeaturedBooks,
  newReleases,
  recommendedBooks,
} from "./lists.server.ts";
import { refreshRecentSales } from "#shop/catalogue/listings/recent-sales.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";

const { db } = await openTestDatabase();
const { featuredWorks, recommendedWorks } = readDemo("choices");
/** Each test begins without sales. */
beforeEach(async () => {
  await db.execute(sql`delete from stock_moves where cause = 'sale'`);
  await db.execute(sql`delete from orders`);
  await refreshRecentSales(db, new Date());
});
const idsOf = (books: BookCard[]) => books.map((book) => book.id);

/** Runs `work` in a transaction that is rolled back. */
async function rolledBack(work: (tx: Db) => Promise<void>) {
  const undone = new Error("undone");
  await inTransaction(db, async (tx) => {
    await work(tx);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}

/** Books by rating, which is the order of a chart without sales. */
async function topRated(limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from books b join works w on w.id = b.work_id where b.is_main
    order by w.rating desc, w.rating_count desc, b.id limit ${limit}`);
  return rows.map((row) => row.id);
}

test("new releases are the last that came in, newest first, and as many as asked for", async () => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from books where is_main order by created_at desc, id limit 12`,
  );
  const newest = rows.map((row) => row.id);
  expect(idsOf(await listCards(db, newReleases(4)))).toEqual(newest.slice(0, 4));
  expect(idsOf(await listCards(db, newReleases(12)))).toEqual(newest);
});

test("a second edition that comes in does not make its work a new release twice", async () => {
  await db.execute(sql`update books set created_at = now() where not is_main`);
  expect(new Set((await listCards(db, newReleases(50))).map((book) => book.title)).size).toBe(50);
});

test("featured books lie in the bookseller's order, then the newest but those that are shown anyway", async () => {
  expect(idsOf(await listFeaturedBooks(db, 3))).toEqual(featuredWorks.slice(0, 3));
  const newest = await listCards(db, newReleases(4));
  const featured = idsOf(await listFeaturedBooks(db, featuredWorks.length + 3, newest.length));
  expect(featured.slice(0, -3)).toEqual(featuredWorks);
  const others = idsOf(await listCards(db, newReleases(30))).filter((id) => !featuredWorks.includes(id));
  expect(others.slice(0, 12)).toEqual(expect.arrayContaining(featured.slice(-3)));
  expect(idsOf(newest).filter((id) => featured.includes(id))).toEqual([]);
});

test("a chosen book that is sold out, hidden from readers or gone gives way to the next", async () => {
  const [first, second, third, fourth, fifth] = featuredWorks as [string, string, string, string, string];
  await rolledBack(async (tx) => {
    await tx.execute(sql`update stock set reserved = on_hand where book_id = ${first}`);
    await tx.execute(sql`update books set is_listed = false where id = ${second}`);
    await tx.execute(sql`delete from works where id = ${third}`);
    expect(idsOf(await listFeaturedBooks(tx, 2))).toEqual([fourth, fifth]);
  });
});

test("recommended books are those the bookseller chose, as long as they can be had", async () => {
  expect(idsOf(await listCards(db, recommendedBooks(2, (await readStorefront(db)).recommended)))).toEqual(
    recommendedWorks,
  );
  await rolledBack(async (tx) => {
    await tx.execute(sql`update works set recommended_position = 7 where id = 'godan'`);
    await tx.execute(sql`update stock set reserved = on_hand where book_id = ${recommendedWorks[0]!}`);
    expect(idsOf(await listCards(tx, recommendedBooks(2, (await readStorefront(tx)).recommended)))).toEqual([
      recommendedWorks[1],
      "godan",
    ]);
  });
});

test("what nobody bought or rated is no best seller", async () => {
  await rolledBack(async (tx) => {
    await tx.execute(sql`delete from reviews`);
    await tx.execute(sql`update works set starting_rating = null, starting_rating_count = 0 where id <> 'godan'`);
    expect(idsOf(await listBestSellers(tx, 20))).toEqual(["godan"]);
    expect([...(await listBestSellerIds(tx))]).toEqual(["godan"]);
  });
});

/** The chart after the sales have been counted at `now`, as the job does it. */
async function readChart(limit: number, now = new Date()): Promise<string[]> {
  await refreshRecentSales(db, now);
  return idsOf(await listBestSellers(db, limit));
}

test("without sales the chart is the top rated", async () => {
  expect(await readChart(20)).toEqual(await topRated(20));
});

test("the chart counts what was sold in thirty days, all editions of a work together", async () => {
  const [first] = await topRated(1);
  const { rows } = await db.execute<{ main: string; other: string }>(sql`
    select m.id as main, o.id as other from books m join books o on o.work_id = m.work_id and not o.is_main
    where m.is_main order by m.id limit 1`);
  const { main, other } = rows[0]!;
  await sell(db, other, 5, "1 day");
  await sell(db, "godan", 3, "1 day");
  await sell(db, "godan", 40, "31 days");
  expect(await readChart(3)).toEqual([main, "godan", first]);
});

test("a sale is forgotten by the chart when thirty days are over by the shop's clock", async () => {
  await sell(db, "indica", 100, "1 hour");
  const inDays = (days: number) => readChart(1, new Date(Date.now() + days * 86_400_000));
  expect(await inDays(29)).toEqual(["indica"]);
  expect(await inDays(31)).toEqual(await topRated(1));
});

test("a sale loses half its weight in ten days", async () => {
  await sell(db, "jejuri", 15, "20 days");
  await sell(db, "indica", 6, "1 hour");
  const chart = await readChart(10);
  expect(chart.indexOf("indica")).toBeLessThan(chart.indexOf("jejuri"));
  expect(chart).toContain("jejuri");
});

test("the chart, and whom its code is for, are the same until the sales are counted again", async () => {
  const before = [await readChart(20), await listBestSellerIds(db)];
  await sell(db, "masala-lab", 500, "1 minute");
  expect([idsOf(await listBestSellers(db, 20)), await listBestSellerIds(db)]).toEqual(before);
  expect((await readChart(20))[0]).toBe("masala-lab");
  expect(await listBestSellerIds(db)).toContain("masala-lab");
});

test("counting the sales notes the works of which a copy was sold or whose sales are forgotten, and no others", async () => {
  await sell(db, "jejuri", 2, "29 days");
  await sell(db, "indica", 2, "1 hour");
  await refreshRecentSales(db, new Date());
  await refreshAllStaleListings(db);
  const noted = async () =>
    (await db.execute<{ id: string }>(sql`select distinct work_id as id from stale_listings order by 1`)).rows;
  await refreshRecentSales(db, new Date());
  expect(await noted()).toEqual([]);
  await sell(db, "masala-lab", 1, "1 minute");
  await refreshRecentSales(db, new Date());
  expect(await noted()).toEqual([{ id: "masala-lab" }]);
  await db.execute(sql`delete from stock_moves where cause = 'sale' and book_id = 'jejuri'`);
  await refreshRecentSales(db, new Date());
  expect(await noted()).toEqual([{ id: "jejuri" }, { id: "masala-lab" }]);
});

test("copies that came back or were counted anew are no sales", async () => {
  await db.execute(sql`insert into stock_moves (book_id, delta, cause) values ('masala-lab', -30, 'correction')`);
  await db.execute(sql`insert into stock_moves (book_id, delta, cause) values ('masala-lab', 30, 'correction')`);
  expect(await readChart(4)).not.toContain("masala-lab");
});

test("an author's books are found by whatever the author did for them", async () => {
  const { rows } = await db.execute<{ authorId: string; workId: string }>(
    sql`select author_id, work_id from work_contributors where role = 'translator' limit 1`,
  );
  expect(idsOf(await listBooksByAuthor(db, rows[0]!.authorId, 1_000))).toContain(rows[0]!.workId);
  expect(await listBooksByAuthor(db, "nobody", 3)).toEqual([]);
});

test("a series is in reading order", async () => {
  const { rows } = await db.execute<{ seriesId: string }>(
    sql`select series_id from series_works group by series_id having count(*) > 2 limit 1`,
  );
  const series = await findSeries(db, rows[0]!.seriesId);
  const { rows: places } = await db.execute<{ position: number }>(sql`
    select sw.position::float8 as position from unnest(${series!.workIds}::text[]) with ordinality given (id, nth)
    join series_works sw on sw.work_id = given.id and sw.series_id = ${series!.id} order by nth`);
  const positions = places.map(({ position }) => position);
  expect(positions.length).toBeGreaterThan(2);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(await findSeries(db, "no-such-series")).toBeNull();
});

test("a card says what copies are free, not what is on hand", async () => {
  await db.execute(sql`update stock set on_hand = 9, reserved = 7 where book_id = 'tomb-of-sand'`);
  const card = (await listFeaturedBooks(db, 5)).find(({ id }) => id === "tomb-of-sand");
  expect(card).toMatchObject({ stock: { state: "few-left", left: 2 } });
  expect(typeof card?.rating).toBe("number");
  await db.execute(sql`update stock set on_hand = (select sum(delta) from stock_moves m where m.book_id = 'tomb-of-sand'),
    reserved = 0 where book_id = 'tomb-of-sand'`);
});

test("looking at lists has changed no record", async () => {
  expect(await findBreaches(db)).toEqual([]);
  expect(await count(db, sql`select count(*) from orders`)).toBe(0);
});
