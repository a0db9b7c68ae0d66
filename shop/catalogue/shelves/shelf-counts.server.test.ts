import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { readShelf } from "./read-shelf.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { facetNames, listedFacet, nothingChosen, type ShelfChoice, type ShelfPage } from "./shelf-choice.ts";
import { refreshShelfBits } from "./shelf-bitmaps.server.ts";
import { countLongShelves } from "./shelf-counts.server.ts";
import { shelfBounds, type Shelf } from "./shelf-rows.server.ts";

const { db } = await openTestDatabase();
await refreshAllStaleListings(db);

/** So small that the larger shelves of the demonstration count as long. */
const bounds = { ...shelfBounds, whole: 30 };
const fiction: Shelf = { name: "category:fiction", books: { facet: "category:fiction" } };
const read = (from: Db, shelf: Shelf, choice: Partial<ShelfChoice> = {}, as = bounds) =>
  readShelf(from, shelf, { choice: { ...nothingChosen, ...choice }, sort: "title", place: null, direction: "on" }, as);

/** Each value of a page with its count. */
const numbersOf = ({ facets }: ShelfPage) =>
  facetNames.flatMap((name) => facets![name].map(({ value, count }) => `${listedFacet(name, value)}: ${count}`)).sort();

test("what is kept of a long shelf is what a plain recount of it finds", async () => {
  for (const facet of ["category:fiction", "reduced"]) {
    const shelf: Shelf = { name: facet, books: { facet } };
    const whole = await read(db, shelf, {}, shelfBounds);
    await countLongShelves(db, bounds.whole);
    const kept = await read(db, shelf);
    expect(kept.total).toEqual(whole.total);
    expect(numbersOf(kept)).toEqual(numbersOf(whole));
    expect(kept.books).toEqual(whole.books);
    // A short walk does not find enough, so the matches are gathered and sorted.
    expect((await read(db, shelf, {}, { ...bounds, walked: 400 })).books).toEqual(whole.books);
  }
});

test("a long shelf is as it was counted until it is counted again; what is chosen on it is counted with its bits", async () => {
  await countLongShelves(db, bounds.whole);
  const before = (await read(db, fiction)).facets!.format.find(({ value }) => value === "hardback")!.count;
  const undone = new Error("undone");
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`delete from listings where facets @> array['category:fiction', 'format:hardback']`);
    expect((await read(tx, fiction)).facets!.format).toContainEqual(
      expect.objectContaining({ value: "hardback", count: before }),
    );
    // Books are read from the tables at once; their count follows with the next run of the job.
    const chosen = await read(tx, fiction, { format: ["hardback"] });
    expect(chosen.books).toEqual([]);
    expect(chosen.total).toEqual({ count: before, isMore: false });
    await refreshShelfBits(tx, 1_000);
    expect((await read(tx, fiction, { format: ["hardback"] })).total).toEqual({ count: 0, isMore: false });
    await countLongShelves(tx, bounds.whole);
    expect((await read(tx, fiction)).facets!.format.map(({ value }) => value)).not.toContain("hardback");
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
});

test("of a shelf that is short, or has grown short, nothing is kept", async () => {
  await countLongShelves(db, bounds.whole);
  const kept = async () =>
    (await db.execute<{ facet: string }>(sql`select distinct facet from shelf_counts order by facet`)).rows.map(
      ({ facet }) => facet,
    );
  expect(await kept()).toEqual(expect.arrayContaining(["category:fiction", "reduced"]));
  expect(await kept()).not.toContain("category:poetry");
  await countLongShelves(db, 10_000);
  expect(await kept()).toEqual([]);
});
