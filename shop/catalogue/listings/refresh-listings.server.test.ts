/**
 * Tests how the rows of `listings` follow changes of books: at once by trigger, or by the job after bulk changes and
 * imports.
 */

import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";

import { openPool } from "#db/connect.ts";
import { processLocks } from "#db/process-locks.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { growCatalogue } from "#tests/support/database/grown-catalogue.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { openTestDatabase, waitUntilBlocked } from "#tests/support/database/test-database.ts";
import { refreshStaleAuthors } from "./refresh-authors.server.ts";
import { refreshAllStaleListings, refreshListingsInParallel } from "./refresh-listings.server.ts";

const { db, pool, url } = await openTestDatabase();

const listingOf = async (workId: string) =>
  (
    await db.execute<{ bookId: string; words: string; facets: string[]; pricePaise: number }>(sql`
    select book_id, words, facets, price_paise from listings where work_id = ${workId}`)
  ).rows[0];

test("a book that readers see is on the lists with what it is chosen by: people, categories above its own, formats, price", async () => {
  const listing = await listingOf("a-fine-balance");
  expect(listing?.words).toContain("rohinton mistry");
  expect(listing?.facets).toEqual(
    expect.arrayContaining(["author:rohinton-mistry", "category:fiction", "language:en", "available", "rating:4"]),
  );
});

test("a change of a book changes its row at once, whoever makes it", async () => {
  await db.execute(sql`update books set price_paise = 100 where work_id = 'sita' and is_main`);
  expect((await listingOf("sita"))?.pricePaise).toBe(100);
  await db.execute(sql`update works set search_text = 'another title' where id = 'sita'`);
  expect((await listingOf("sita"))?.words).toContain("another title");
  await db.execute(sql`delete from work_categories where work_id = 'sita'`);
  expect((await listingOf("sita"))?.facets.filter((facet) => facet.startsWith("category:"))).toEqual([]);
  await db.execute(sql`update books set is_listed = false where work_id = 'sita'`);
  expect(await listingOf("sita")).toBeUndefined();
  await db.execute(sql`update books set is_listed = true where work_id = 'sita'`);
  expect((await listingOf("sita"))?.pricePaise).toBe(100);
});

test("an edition that is hidden is chosen by no more: neither its format nor its language, publisher and copies", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into books (id, work_id, is_main, format, language, publisher, published_on, mrp_paise, price_paise, cover_key)
    select 'kim-board', work_id, false, 'board-book', 'fr', publisher, published_on, mrp_paise, price_paise, cover_key
    from books where work_id = 'kim' and is_main returning id`);
  await db.execute(sql`update stock set on_hand = 0 where book_id in (select id from books where work_id = 'kim')`);
  await db.execute(sql`insert into stock (book_id, on_hand) values (${rows[0]!.id}, 3)`);
  await refreshAllStaleListings(db);
  const ofEdition = ["available", "format:board-book", "language:fr"];
  expect((await listingOf("kim"))?.facets).toEqual(expect.arrayContaining(ofEdition));
  await db.execute(sql`update books set is_listed = false where id = 'kim-board'`);
  await refreshAllStaleListings(db);
  expect((await listingOf("kim"))?.facets.filter((facet) => ofEdition.includes(facet))).toEqual([]);
  await db.execute(sql`update books set is_listed = true where id = 'kim-board'`);
  await refreshAllStaleListings(db);
  expect((await listingOf("kim"))?.facets).toEqual(expect.arrayContaining(ofEdition));
  await db.execute(sql`delete from books where id = 'kim-board'`);
});

test("copies that run out, a renamed author and a moved category are noted, and change the rows when the job comes", async () => {
  await setStock(db, "dune", 0);
  await db.execute(sql`update authors set name = 'Somebody Else' where id = 'frank-herbert'`);
  await refreshAllStaleListings(db);
  const dune = await listingOf("dune");
  expect(dune?.facets).not.toContain("available");
  expect(dune?.words).toContain("somebody else");
  await setStock(db, "dune", 2);
  await refreshAllStaleListings(db);
  expect((await listingOf("dune"))?.facets).toContain("available");
});

test("COMMITs that get no response do not end a refresh, nor the start of a shop that waits for it", async () => {
  const proxy = await openDatabaseProxy(url);
  const cutPool = openPool(proxy.url, 1);
  onTestFinished(async () => {
    await cutPool.end();
    await proxy.close();
  });
  await setStock(db, "dune", 0);
  await db.execute(sql`update authors set name = 'Frank Again' where id = 'frank-herbert'`);
  proxy.loseCommits(2);
  await refreshAllStaleListings(queriesOver(cutPool, cutPool));
  expect((await listingOf("dune"))?.facets).not.toContain("available");
  expect((await listingOf("dune"))?.words).toContain("frank again");
});

test("a transaction that writes very many works notes them, and their rows are made afterwards", async () => {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('endpaper.listings', 'later', true)`);
    await tx.execute(sql`update books set price_paise = 200 where is_main and mrp_paise >= 200`);
  });
  expect((await listingOf("foundation"))?.pricePaise).not.toBe(200);
  const left: number[] = [];
  await refreshAllStaleListings(db, (works) => left.push(works));
  expect((await listingOf("foundation"))?.pricePaise).toBe(200);
  expect(left.at(-1)).toBe(0);
});

test("pages hear of rows that were made anew, and while an import runs not of each batch", async () => {
  const hearing = await pool.connect();
  onTestFinished(() => hearing.release(true));
  let heard = 0;
  hearing.on("notification", () => (heard += 1));
  await hearing.query("listen catalogue_changed");
  const refresh = async () => {
    await db.execute(sql`insert into stale_listings (work_id) values ('foundation')`);
    await db.execute(sql`delete from author_listings where author_id = 'isaac-asimov'`);
    await db.execute(sql`insert into stale_authors (author_id) values ('isaac-asimov')`);
    await hearing.query("select");
    heard = 0;
    await refreshAllStaleListings(db);
    await hearing.query("select");
    return heard;
  };
  expect(await refresh()).toBe(2);
  await hearing.query("select pg_advisory_lock($1)", [processLocks.importing]);
  expect(await refresh()).toBe(0);
});

test("of two changes of one work at the same moment neither is lost", async () => {
  const [first, second] = [await db.pool!.connect(), await db.pool!.connect()];
  await first.query("begin");
  await first.query("update works set search_text = 'the first change' where id = 'beach-read'");
  const other = second.query("update books set price_paise = 300 where work_id = 'beach-read' and is_main");
  await waitUntilBlocked(db);
  await first.query("commit");
  await other;
  first.release();
  second.release();
  expect(await listingOf("beach-read")).toMatchObject({
    pricePaise: 300,
    words: expect.stringContaining("first change"),
  });
});

test("rows are made beside somebody who writes works, until that one stops", async () => {
  const beside = refreshListingsInParallel(db);
  for (const price of [101, 102]) {
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`select set_config('endpaper.listings', 'later', true)`);
      await tx.execute(sql`update books set price_paise = ${price} where work_id = 'godan' and is_main`);
    });
    beside.wake();
    await expect.poll(async () => (await listingOf("godan"))?.pricePaise).toBe(price);
  }
  await beside.stop();
});

test("names and authors are made anew without a look at the rest of the catalogue", async () => {
  const { db: grown, pool } = await openTestDatabase();
  const statements = [
    sql`explain (analyze, buffers, format json) select refresh_stale_names(100)`,
    sql`explain (analyze, buffers, format json) select refresh_authors(array['frank-herbert'])`,
  ];
  /** The blocks read by the second execution on a connection; the first one also loads what the planner needs. */
  async function countBlocks() {
    await refreshAllStaleListings(grown);
    await pool.query("truncate stale_names, stale_authors");
    await pool.query("vacuum analyze");
    return inTransaction(grown, async (tx) => {
      let blocks = 0;
      for (let time = 1; time <= 2; time += 1) {
        blocks = 0;
        await tx.execute(sql`
          insert into stale_names (facet)
          select * from unnest(array['author:frank-herbert', 'category:fiction', 'series:' || (select min(id) from series)])`);
        for (const statement of statements) {
          const { rows } = await tx.execute<{ queryPlan: unknown }>(statement);
          const [{ Plan: plan }] = Object.values(rows[0]!)[0] as [{ Plan: Record<string, number> }];
          blocks += plan["Shared Hit Blocks"]! + plan["Shared Read Blocks"]!;
        }
      }
      return blocks;
    });
  }
  const few = await countBlocks();
  await growCatalogue(grown, { works: 4_000, byOneAuthor: 10, inOneSeries: 10 });
  expect(await countBlocks()).toBeLessThan(few + 60);
});

test("notes of which there were none when statistics were made are finished in the time that a statement has", async () => {
  const { db: own, pool } = await openTestDatabase();
  await refreshAllStaleListings(own);
  const notes = {
    stale_listings: "(work_id) select 'godan'",
    stale_authors: "(author_id) select 'nobody-' || n",
    stale_names: "(facet) select 'author:nobody-' || n",
    catalogue_count_changes: "(name, number) select 'books', 0",
    shelf_change_notes: "(shelf, changed_at) select 'category:fiction', now()",
    shelf_bit_notes: "(work_id) select 'nobody-' || n",
    desk_book_notes: "(work_id) select 'nobody-' || n",
  };
  const note = async (table: string, rows: string) =>
    pool.query(`insert into ${table} ${rows} from generate_series(1, 20000) n`);
  for (const [table, rows] of Object.entries(notes)) {
    await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
    await note(table, rows);
    await pool.query(`delete from ${table}`);
    await pool.query(`analyze ${table}`);
  }
  const tables = Object.keys(notes);
  const taken = await own.execute<{ table: string }>(sql`
    select relname as table from pg_class where relname = any(${tables}::text[]) and reltuples = 0 and relpages > 0`);
  expect(taken.rows.map(({ table }) => table).toSorted()).toEqual(tables.toSorted());
  for (const [table, rows] of Object.entries(notes)) await note(table, rows);
  await refreshAllStaleListings(own);
  for (const table of tables) expect((await pool.query(`select from ${table}`)).rowCount, table).toBe(0);
}, 120_000);

test("a name that many books changed is made once, with all its notes", async () => {
  await refreshAllStaleListings(db);
  for (let book = 0; book < 3; book += 1) {
    await db.execute(sql`insert into stale_names (facet) values ('author:premchand'), ('author:r-k-narayan')`);
  }
  await db.execute(sql`insert into stale_authors (author_id) select 'premchand' from generate_series(1, 700)`);
  const { rows } = await db.execute<{ notes: number }>(sql`select refresh_stale_names(1) as notes`);
  const left = await db.execute<{ facet: string }>(sql`select distinct facet from stale_names`);
  expect([rows[0]!.notes, left.rows]).toEqual([3, [{ facet: "author:r-k-narayan" }]]);
  expect(await refreshStaleAuthors(db, true)).toBe(700);
});

test("text is folded in the database as in the shop", async () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.string({ unit: fc.constantFrom("a", "B", " ", "'", "\t", "\n", "\u001f", "\u007f"), maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      fc.pre(!text.includes("\0"));
      const { rows } = await db.execute<{ folded: string }>(sql`select fold_text(${text}) as folded`);
      expect(rows[0]!.folded).toBe(foldText(text));
    }),
    { numRuns: 300 },
  );
});
