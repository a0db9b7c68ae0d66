/** Tests that a page of a long shelf reads a bounded number of rows, whatever is chosen. */

import { sql } from "#db/sql.ts";
import fc from "fast-check";
import { expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { growCatalogue } from "#tests/support/database/grown-catalogue.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { readShelf } from "./read-shelf.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { countLongShelves } from "./shelf-counts.server.ts";
import { facetNames, nothingChosen, shelfSorts, type FacetName, type ShelfChoice } from "./shelf-choice.ts";
import type { Shelf, ShelfBounds } from "./shelf-rows.server.ts";

const { db } = await openTestDatabase();
const works = 6_000;
const bounds: ShelfBounds = {
  counted: 50,
  whole: 100,
  walked: 200,
  gathered: 400,
  unkept: 100,
};
/** Rows of a walk, of gathered matches and of a value without a bitmap, plus a row for each bitmap. */
const mostRows = 1_000;
const fiction: Shelf = { name: "category:fiction", books: { facet: "category:fiction" } };

interface Book {
  facets: string[];
  pricePaise: number;
}

/** Creates a catalogue in which some values are very common and some rare, and Hindi books are last by title. */
async function grow(): Promise<Book[]> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('endpaper.listings', 'later', true)`);
    await growCatalogue(tx, { works, byOneAuthor: 300, inOneSeries: 5 });
  });
  await refreshAllStaleListings(db);
  await db.execute(sql`
    update listings l set
      title = case when n % 9 = 0 then 'zz ' else '' end || md5(l.work_id),
      facets = array['category:fiction', 'author:grown-author-' || greatest(1, n - 299),
          case when n % 100 = 1 then 'format:map' when n % 3 = 0 then 'format:hardback' else 'format:paperback' end,
          case when n % 9 = 0 then 'language:hi' when n % 400 = 7 then 'language:ta' else 'language:en' end]
        || case when n % 50 = 3 then array['category:poetry'] else '{}' end
        || case when n % 40 = 9 then array['edition:signed'] else '{}' end
        || case when n % 5 > 0 then array['available'] else '{}' end
        || case when n % 2 = 0 then array['rating:1', 'rating:2', 'rating:3', 'rating:4'] else '{}' end,
      popularity = case when n % 4 = 0 then n else 0 end,
      rating_rank = case when n % 2 = 0 then 4000000001 else 0 end,
      price_paise = case when n % 700 = 5 then 150000 else 20000 + (n * 37) % 60000 end
    from (select work_id, substr(work_id, 7)::int as n from listings where work_id like 'grown-%') grown
    where grown.work_id = l.work_id`);
  await refreshAllStaleListings(db);
  await countLongShelves(db, bounds.whole);
  await db.execute(sql`analyze listings`);
  const { rows } = await db.execute<Book>(
    sql`select facets, price_paise from listings where facets @> array['category:fiction']`,
  );
  return rows;
}

const books = await grow();

const anyChoice: fc.Arbitrary<ShelfChoice> = fc.record({
  category: fc.subarray(["poetry"]),
  author: fc.oneof(
    { weight: 4, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.subarray(["grown-author-1", "grown-author-77"]) },
  ),
  format: fc.subarray(["map", "hardback", "paperback"] as const, { maxLength: 2 }).map((formats) => [...formats]),
  edition: fc.subarray(["signed"]),
  language: fc.subarray(["hi", "ta", "en"], { maxLength: 2 }),
  price: fc.option(fc.constantFrom({ from: 1_000, to: null }, { from: 0, to: 299 }, { from: 411, to: 412 })),
  rating: fc.option(fc.constant(4)),
  isAvailable: fc.boolean(),
});

function fits({ facets, pricePaise }: Book, choice: ShelfChoice, name: FacetName, value?: string): boolean {
  const has = (values: string[]) => values.some((one) => facets.includes(`${name}:${one}`));
  if (name === "available") return !(value ?? choice.isAvailable) || facets.includes("available");
  if (name === "rating") return value || choice.rating ? has([value ?? String(choice.rating)]) : true;
  if (name !== "price") return value ? has([value]) : choice[name].length === 0 || has(choice[name]);
  const [from, to] = value ? value.split("-") : [choice.price?.from, choice.price?.to];
  return pricePaise >= Number(from ?? 0) * 100 && (!to || pricePaise < (Number(to) + 1) * 100);
}

test("a page of a long shelf reads a bounded number of rows, whatever is chosen, and counts exactly as far as it counts", async () => {
  await fc.assert(
    fc.asyncProperty(anyChoice, fc.constantFrom(...shelfSorts.slice(1)), async (choice, sort) => {
      const read = await inTransaction(db, async (tx) => {
        // In a table as small as this one the planner may prefer a scan; in a large one it does not.
        await tx.execute(sql`set local enable_seqscan = off`);
        const before = await rowsRead(tx);
        const page = await readShelf(tx, fiction, { choice, sort, place: null, direction: "on" }, bounds);
        return { page, rows: (await rowsRead(tx)) - before };
      });
      expect(read.rows).toBeGreaterThan(0);
      expect(read.rows).toBeLessThan(mostRows);
      const { page } = read;
      const hold = (without?: FacetName, value?: string) =>
        books.filter((book) =>
          facetNames.every((name) =>
            name === without ? !value || fits(book, choice, name, value) : fits(book, choice, name),
          ),
        ).length;
      expect(page.total).toEqual(countedTo(hold()));
      expect(page.books.length === Math.min(24, hold()) || page.isPart).toBe(true);
      for (const name of facetNames)
        for (const { value, count, isMore } of page.facets![name])
          expect([name, value, { count, isMore }]).toEqual([name, value, countedTo(hold(name, value))]);
    }),
    { numRuns: Number(process.env.RUNS ?? 15) },
  );
});

test("an author of many books costs a page of them, best rated first, not all", async () => {
  const author: Shelf = { name: "author:grown-author-1", books: { facet: "author:grown-author-1" } };
  const read = await inTransaction(db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const before = await rowsRead(tx);
    const request = { choice: nothingChosen, sort: "rating", place: null, direction: "on" } as const;
    const page = await readShelf(tx, author, request, bounds);
    return { page, rows: (await rowsRead(tx)) - before };
  });
  expect(read.page.total).toEqual({ count: 50, isMore: true });
  expect(read.page.books.length).toBe(24);
  expect(read.rows).toBeGreaterThan(24);
  expect(read.rows).toBeLessThan(150);
});

test.each([
  ["of a shelf", "author:grown-author-1", {}],
  ["of a choice", "category:fiction", { format: ["map"] }],
] as const)("a count %s that reaches the bound exactly is not called more", async (_, facet, chosen) => {
  const choice = { ...nothingChosen, ...chosen } as ShelfChoice;
  const real = books.filter(
    ({ facets }) => facets.includes(facet) && (!("format" in chosen) || facets.includes("format:map")),
  ).length;
  const totalOf = async (counted: number) => {
    const request = { choice, sort: "rating", place: null, direction: "on" } as const;
    return (await readShelf(db, { name: facet, books: { facet } }, request, { ...bounds, counted })).total;
  };
  expect(real).toBeGreaterThan(24);
  expect(await totalOf(real)).toEqual({ count: real, isMore: false });
  expect(await totalOf(real - 1)).toEqual({ count: real - 1, isMore: true });
});

/** The rows of listings and bitmaps that this connection has read, also inside functions. */
async function rowsRead(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ read: number }>(sql`
    select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
    where relname in ('listings', 'shelf_bits', 'shelf_slots')`);
  return rows[0]!.read;
}

/** The expected count: exact up to `bounds.counted`. */
function countedTo(real: number) {
  return { count: Math.min(real, bounds.counted), isMore: real > bounds.counted };
}

test("what a walk does not find is read to its end, page by page, each book once", async () => {
  const choice: ShelfChoice = { ...nothingChosen, language: ["hi"] };
  const shown: string[] = [];
  const { readCursor } = await import("./shelf-cursor.ts");
  let place = null;
  let parts = 0;
  for (;;) {
    const page = await readShelf(
      db,
      fiction,
      { choice, sort: "title", place, direction: "on" },
      { ...bounds, walked: 1_000 },
    );
    shown.push(...page.books.map(({ id }) => id));
    parts += page.isPart ? 1 : 0;
    if (page.after === null) break;
    place = readCursor(fiction.name, "title", page.after)!.place;
  }
  expect(parts).toBeGreaterThan(3);
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown.length).toBe(books.filter(({ facets }) => facets.includes("language:hi")).length);
});
