/** Tests that the bitmaps of shelves equal a plain reading of `listings` after any sequence of changes. */

import { sql } from "#db/sql.ts";
import fc from "fast-check";
import { expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { createBitmaps, refreshShelfBits } from "./shelf-bitmaps.server.ts";
import { listedFacet, priceRanges, priceValue } from "./shelf-choice.ts";
import { countLongShelves } from "./shelf-counts.server.ts";

const { db } = await openTestDatabase();
await refreshAllStaleListings(db);
await countLongShelves(db, 30);

interface Works {
  value: string;
  works: string[];
}

/** The works of each value, by the bitmaps and by a plain reading of `listings`. */
async function compare(tx: Db) {
  const { rows: kept } = await tx.execute<Works>(sql`
    select b.value, array_agg(known.work_id order by known.work_id) as works
    from shelf_bits b cross join lateral slots_of(b.bits, b.chunk) s left join shelf_slots known on known.slot = s.slot
    group by b.value order by b.value`);
  const { rows: plain } = await tx.execute<Works>(sql`
    select v.value, array_agg(distinct l.work_id order by l.work_id) as works
    from listings l cross join unnest(bit_values(l.facets, l.price_paise)) v (value)
    where v.value in (select value from shelf_bits) group by v.value order by v.value`);
  return { kept, plain };
}

const anyNumber = fc.nat({ max: 400 });
const anyChange = fc.oneof(
  anyNumber.map(
    (nth) => (work: string) =>
      sql`
      update listings set facets = array_remove(facets, 'available'), price_paise = ${50_000 + nth * 17} where work_id = ${work}`,
  ),
  anyNumber.map(
    (nth) => (work: string) =>
      sql`
      update listings set facets = facets || array['category:poetry', 'language:hi'], price_paise = price_paise + ${nth} where work_id = ${work}`,
  ),
  anyNumber.map(
    () => (work: string) => sql`update listings set facets = array['format:paperback'] where work_id = ${work}`,
  ),
  anyNumber.map(() => (work: string) => sql`delete from listings where work_id = ${work}`),
  anyNumber.map(
    () => (work: string) =>
      sql`
      insert into listings (work_id, book_id, title, words, facets, rating_rank, popularity, price_paise, added_at)
      select ${work}, book_id, title, words, facets, rating_rank, popularity, price_paise, added_at
      from (select * from listings order by work_id limit 1) l on conflict do nothing`,
  ),
);

test("bits are what a plain reading of the lists finds, whatever comes, goes and changes, in whatever batches", async () => {
  const { rows } = await db.execute<{ workId: string }>(
    sql`select work_id from listings order by md5(work_id) limit 12`,
  );
  const works = rows.map(({ workId }) => workId);
  const values = (await compare(db)).kept;
  expect(values.length).toBeGreaterThan(40);
  expect(values.filter(({ works: some }) => some.length > 30).length).toBeGreaterThan(10);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...works), anyChange, fc.option(fc.constantFrom(1, 3, 1_000))), {
        maxLength: 12,
      }),
      async (changes) => {
        const undone = new Error("undone");
        await inTransaction(db, async (tx) => {
          for (const [work, change, batch] of changes) {
            await tx.execute(change(work));
            if (batch !== null) await refreshShelfBits(tx, batch);
          }
          while ((await refreshShelfBits(tx, 5)) > 0);
          const { kept, plain } = await compare(tx);
          expect(kept).toEqual(plain);
          throw undone;
        }).catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 30) },
  );
});

test.each(priceRanges)("a price from $from to $to has the bit of this range", async ({ from, to }) => {
  for (const paise of [from * 100, to === null ? 999_999_999 : to * 100 + 99]) {
    const { rows } = await db.execute<{ ranges: string[] }>(sql`
      select array_agg(value) as ranges from unnest(bit_values('{}', ${paise}::int)) value where value like 'price:%'`);
    expect(rows).toEqual([{ ranges: [listedFacet("price", priceValue({ from, to }))] }]);
  }
});

test("bits are kept of what long shelves offer, and of nothing else", async () => {
  const keptValues = async () =>
    (await db.execute<{ value: string }>(sql`select value from shelf_bits where chunk = 0 order by value`)).rows.map(
      ({ value }) => value,
    );
  const before = await compare(db);
  expect(await keptValues()).toContain("category:fiction");
  await db.execute(sql`delete from shelf_counts where value = 'category:fiction'`);
  await createBitmaps(db);
  expect(await keptValues()).not.toContain("category:fiction");
  await countLongShelves(db, 30);
  expect(await compare(db)).toEqual(before);
  await db.execute(sql`delete from shelf_counts`);
  await createBitmaps(db);
  expect(await keptValues()).toEqual([]);
  await countLongShelves(db, 30);
});

test("a place that a work has left is another one's, and no bit of the first is left", async () => {
  const slots = async () =>
    (await db.execute<{ last: number }>(sql`select max(slot) as last from shelf_slots`)).rows[0]!.last;
  const before = await slots();
  await db.execute(sql`create table kept as select * from listings where work_id = 'godan'`);
  for (let time = 0; time < 3; time += 1) {
    await db.execute(sql`delete from listings where work_id = 'godan'`);
    await refreshAllStaleListings(db);
    await db.execute(sql`
      insert into listings (work_id, book_id, title, words, facets, rating_rank, popularity, price_paise, added_at)
      select work_id, book_id, title, words, facets, rating_rank, popularity, price_paise, added_at from kept`);
    await refreshAllStaleListings(db);
  }
  expect(await slots()).toBe(before);
  const { kept, plain } = await compare(db);
  expect(kept).toEqual(plain);
});
