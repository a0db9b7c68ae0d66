import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import { catalogueTotals } from "#shop/catalogue/books/catalogue-totals.server.ts";
import { createBitmaps } from "./shelf-bitmaps.server.ts";
import { shelfBounds, valuesOfRow, type ShelfBounds } from "./shelf-rows.server.ts";

/**
 * How many of a shelf's most frequent values are stored, of authors and of each other facet: more than a page shows.
 */
const keptAuthors = 24;
const keptValues = 40;

/**
 * Recounts the facet values of every shelf with more than `moreThan` books, each shelf in its own transaction, and
 * creates the bitmaps of these values. Takes half a minute for a million works. Announces changed counts, because pages
 * of shelves show them.
 */
export async function countLongShelves(db: Db, moreThan = shelfBounds.whole): Promise<void> {
  const { rows } = await db.execute<{ facet: string }>(sql`
    select name as facet from ${catalogueTotals} totals where name like 'category:%' and number > ${moreThan}
    union all select 'author:' || author_id from author_listings where books > ${moreThan}
    union all select 'reduced'`);
  const long = rows.map(({ facet }) => facet);
  let changed = (await db.execute(sql`delete from shelf_counts where facet <> all(${long}::text[])`)).rowCount;
  for (const facet of long) changed += await countLongShelf(db, facet, moreThan);
  await createBitmaps(db);
  if (changed > 0) await db.execute(sql`select announce_catalogue()`);
}

/** Returns how many counts have changed. */
async function countLongShelf(db: Db, facet: string, moreThan: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`
      select set_config('work_mem', '64MB', true), set_config('max_parallel_workers_per_gather', '0', true)`);
    const { rows } = await tx.execute<{ changed: number }>(sql`
      with counted as materialized (
        select value, count(*)::int as number
        from (select unnest(${valuesOfRow}) as value from listings l where l.facets @> array[${facet}::text]) each
        where value not like 'series:%' and value not like 'publisher:%'
        group by value),
      kept as materialized (
        select value, number from (
          select value, number, row_number() over (partition by split_part(value, ':', 1) order by number desc, value) as nth
          from counted) ranked
        where nth <= case when value like 'author:%' then ${keptAuthors}::int else ${keptValues}::int end
          and exists (select from counted whole where whole.value = ${facet} and whole.number > ${moreThan})),
      gone as (
        delete from shelf_counts known where known.facet = ${facet}
          and not exists (select from kept where kept.value = known.value) returning value),
      written as (
        insert into shelf_counts as known (facet, value, number) select ${facet}, value, number from kept order by value
        on conflict (facet, value) do update set number = excluded.number where known.number <> excluded.number
        returning value)
      select ((select count(*) from gone) + (select count(*) from written))::int as changed`);
    return oneRow(rows).changed;
  });
}

/** The stored counts of a long shelf. */
export interface CachedCounts {
  /** How many books the shelf has, and how many of them have each value, as of the last run of the job. */
  books: number;
  values: Map<string, number>;
  /** Approximate number of works in the shop. */
  works: number;
}

/** The stored counts of a long shelf; null for a shelf without them. */
export async function readShelfCounts(db: Db, facet: string, { whole }: ShelfBounds): Promise<CachedCounts | null> {
  const { rows } = await db.execute<{ value: string; number: number; works: number }>(sql`
    select value, number, (select coalesce(max(slot), 0) + 1 from shelf_slots) as works from shelf_counts
    where facet = ${facet} and exists (select from shelf_bits b where b.value = ${facet} and b.chunk = 0)`);
  const values = new Map(rows.map(({ value, number }) => [value, number]));
  const books = values.get(facet) ?? 0;
  return books > whole ? { books, values, works: rows[0]?.works ?? 0 } : null;
}
