/** Bitmaps of works by facet value, by which choices on long shelves are counted and found (decision 031). */

import { requiredValue } from "#shop/kernel/text/required-value.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import {
  chosenValues,
  facetNames,
  isPriceOffered,
  listedFacet,
  priceValue,
  type FacetName,
  type ShelfChoice,
} from "./shelf-choice.ts";
import type { ShelfBounds } from "./shelf-rows.server.ts";

/** Works per chunk of a bitmap in `shelf_bits`; one statement computes one chunk. */
const chunkSize = 60_000;
/** The highest price with a bitmap, in whole rupees; higher prices count as this one. */
const maxRupees = 131_071;

const notesAtOnce = 10_000;

/** The chosen values and the shelf itself, grouped by facet: a matching work has at least one value of each group. */
interface Groups {
  values: string[];
  /** The facet of each value, or `shelf`. */
  names: (FacetName | "shelf")[];
  /** A price range that is not among those on offer, so that it has no bitmap; else null. */
  typedPrice: ShelfChoice["price"];
  /** The number of groups. */
  count: number;
}

/** A value to count, among the works that match the choice without this value's facet. */
export interface Candidate {
  name: FacetName;
  /** The value as in the address of a page. */
  value: string;
}

/**
 * How many works match a choice, and how many have each value, by its key in `listings.facets` (a price:
 * `price:300-499`).
 */
export interface BitCounts {
  left: number;
  values: Map<string, number>;
}

function groupsOf(facet: string, choice: ShelfChoice): Groups {
  const values = [facet];
  const names: Groups["names"] = ["shelf"];
  const typedPrice = choice.price && !isPriceOffered(choice.price) ? choice.price : null;
  for (const name of facetNames)
    if (name !== "price" || !typedPrice)
      for (const value of chosenValues(choice, name)) {
        values.push(listedFacet(name, value));
        names.push(name);
      }
  return { values, names, typedPrice, count: new Set(names).size + (typedPrice ? 1 : 0) };
}

/** SQL of the bitmaps: `given` for every chosen value, and `groups` for each facet. */
function chosenBits({ values, names, typedPrice }: Groups, { unkept }: ShelfBounds): SQL {
  const [from, beyond] = rangeOf(typedPrice ?? { from: 0, to: null });
  return sql`
    given as materialized (
      select asked.value, asked.name, kept.chunk, kept.bits
      from unnest(${values}::text[], ${names}::text[]) asked (value, name) cross join lateral bits_of(asked.value, ${unkept}) kept),
    groups as materialized (
      select name, chunk, bit_or(bits) as bits from given group by name, chunk
      union all
      select 'price', low.chunk, low.bits & ~high.bits
      from bits_from_price(${from}) low join bits_from_price(${beyond}) high on high.chunk = low.chunk
      where ${typedPrice !== null}::boolean)`;
}

/** A range of prices in whole rupees: its lower bound, and its exclusive upper bound. */
function rangeOf({ from, to }: { from: number; to: number | null }): [from: number, beyond: number] {
  return [Math.min(from, maxRupees), Math.min(to === null ? maxRupees + 1 : to + 1, maxRupees + 1)];
}

/**
 * Counts a choice on a long shelf by combining bitmaps, which are as of the last run of the refresh job, some seconds
 * ago. For a chosen value without a bitmap, because it is rare, at most `bounds.unkept` works are read.
 */
export async function countByBits(
  db: Db,
  facet: string,
  choice: ShelfChoice,
  candidates: Candidate[],
  bounds: ShelfBounds,
): Promise<BitCounts> {
  const groups = groupsOf(facet, choice);
  const chosen = facetNames.filter((name) => chosenValues(choice, name).length > 0);
  // The facet that the count of a value leaves out: its own, if something is chosen in it.
  const without = (name: FacetName) => (chosen.includes(name) ? name : "");
  const { rows } = await db.execute<{ value: string; count: number }>(sql`
    with ${chosenBits(groups, bounds)},
    bases as materialized (
      select left_out.name, g.chunk, bit_and(g.bits) as bits
      from groups g cross join unnest(${["", ...chosen]}::text[]) left_out (name)
      where g.name <> left_out.name group by left_out.name, g.chunk
      having count(*) = ${groups.count} - (left_out.name <> '')::int),
    whole as materialized (
      select left_out.name, array_agg(coalesce(b.bits, B'0'::bit(60000)) order by part.chunk) as parts
      from unnest(${["", ...chosen]}::text[]) left_out (name)
        cross join generate_series(0, (select coalesce(max(chunk), 0) from bases)) part (chunk)
        left join bases b on b.name = left_out.name and b.chunk = part.chunk
      group by left_out.name)
    select '' as value, coalesce(sum(bit_count(bits)), 0)::int as count from bases where name = ''
    union all
    select asked.value, coalesce((
      select sum(bit_count(k.bits & w.parts[k.chunk + 1])) from shelf_bits k where k.value = asked.value), 0)::int
    from unnest(${candidates.map(({ name, value }) => listedFacet(name, value))}::text[],
      ${candidates.map(({ name }) => without(name))}::text[]) asked (value, without)
      join whole w on w.name = asked.without
    union all
    select g.value, coalesce(sum(bit_count(b.bits & g.bits)), 0)::int
    from given g join bases b on b.name = g.name and b.chunk = g.chunk group by g.value`);
  const values = new Map(rows.map(({ value, count }) => [value, count]));
  const left = requiredValue(values, "");
  if (groups.typedPrice) values.set(listedFacet("price", priceValue(groups.typedPrice)), left);
  return { left, values };
}

/** A table `slot` of the works that match a choice, at most `atMost` rows. */
export function slotsOfChoice(facet: string, choice: ShelfChoice, bounds: ShelfBounds, atMost: number): SQL {
  const groups = groupsOf(facet, choice);
  return sql`(with ${chosenBits(groups, bounds)},
    base as materialized (select chunk, bit_and(bits) as bits from groups group by chunk having count(*) = ${groups.count})
    select s.slot from base cross join lateral slots_of(base.bits, base.chunk) s limit ${atMost})`;
}

/** Updates the bitmaps for at most `atMost` queued changes; returns the number of queue rows processed. */
export async function refreshShelfBits(db: Db, atMost: number): Promise<number> {
  const { rows } = await db.execute<{ notes: number }>(sql`select coalesce(refresh_shelf_bits(${atMost}), 0) as notes`);
  return oneRow(rows).notes;
}

/**
 * Creates the bitmaps of the values in `shelf_counts`, which long shelves offer, and deletes others. Existing bitmaps
 * stay unchanged. Takes about 20 s for the first run with a million works, some seconds for additional values.
 */
export async function createBitmaps(db: Db): Promise<void> {
  await assignSlots(db);
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      select set_config('work_mem', '64MB', true), set_config('max_parallel_workers_per_gather', '0', true)`);
    // Works that change meanwhile are queued until the lock is released.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('endpaper.shelf-bits'))`);
    const { rows } = await tx.execute<{ value: string; isKept: boolean }>(sql`
      select wanted.value, exists (select from shelf_bits b where b.value = wanted.value and b.chunk = 0) as is_kept
      from (
        select distinct value from shelf_counts
        union all select 'rupees:' || digit from generate_series(0, 16) digit where exists (select from shelf_counts)) wanted`);
    await tx.execute(sql`delete from shelf_bits where value <> all(${rows.map(({ value }) => value)}::text[])`);
    const come = rows.flatMap(({ value, isKept }) => (isKept ? [] : [value]));
    if (come.length === 0) return;
    const { rows: slots } = await tx.execute<{ last: number }>(
      sql`select coalesce(max(slot), 0) as last from shelf_slots`,
    );
    const { last } = oneRow(slots);
    for (let first = 0; first <= last; first += chunkSize)
      await tx.execute(sql`
        insert into shelf_bits (value, chunk, bits)
        select v.value, v.slot / 60000, bit_or(set_bit(B'0'::bit(60000), v.slot % 60000, 1))
        from (
          select s.slot, unnest(l.has) as value
          from shelf_slots s
            cross join lateral (select bit_values(l.facets, l.price_paise) as has from listings l where l.work_id = s.work_id limit 1) l
          where s.slot between ${first} and ${first + chunkSize - 1}) v
        where v.value = any(${come}::text[])
        group by v.value, v.slot / 60000 order by v.value`);
    await tx.execute(sql`
      insert into shelf_bits (value, chunk, bits) select value, 0, B'0'::bit(60000) from unnest(${come}::text[]) value
      on conflict do nothing`);
  });
}

/** Assigns slots to works that were listed before slots existed. */
async function assignSlots(db: Db): Promise<void> {
  await db.execute(sql`
    insert into shelf_bit_notes (work_id) select l.work_id from listings l
    where not exists (select from shelf_slots s where s.work_id = l.work_id)`);
  while ((await refreshShelfBits(db, notesAtOnce)) > 0);
}
