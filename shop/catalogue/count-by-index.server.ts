import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

import { listedFacet, type CountedTo, type FacetName, type ShelfChoice } from "./shelf-choice.ts";
import { anyPrice, listedChoice, type ListedChoice, type Shelf, type ShelfBounds } from "./shelf-rows.server.ts";

/** A choice on a long shelf, whose counts are asked for. */
interface LongChoice {
  db: Db;
  shelf: Shelf;
  choice: ShelfChoice;
  bounds: ShelfBounds;
}

/** A value of a facet, and how many rows of a sample have it. */
export interface Sampled {
  value: string;
  sampled: number;
}

/** Exact up to the bound. */
export function countedTo(count: number, { counted }: ShelfBounds): CountedTo {
  return count > counted ? { count: counted, isMore: true } : { count, isMore: false };
}

/** Counts what the whole choice leaves, up to the bound. */
export async function countTotal(asked: LongChoice): Promise<CountedTo> {
  const counts = await countEach(asked, listedChoice(asked.shelf, asked.choice), [""]);
  return counts.get("")!;
}

/**
 * Counts values of one facet, each up to the bound: what is rare in the sample in one reading, the others one by one.
 * `booksARow` is how many books a row of the sample stands for.
 */
export async function countValues(
  asked: LongChoice,
  name: FacetName,
  values: Sampled[],
  booksARow: number,
): Promise<Map<string, CountedTo>> {
  if (values.length === 0) return new Map();
  const wanted = listedChoice(asked.shelf, asked.choice, name);
  if (name === "price") return countPrices(asked, wanted, values);
  const rare: string[] = [];
  let books = 0;
  if (name !== "available" && name !== "rating")
    for (const { value, sampled } of values.toSorted((a, b) => a.sampled - b.sampled)) {
      books += sampled * booksARow;
      if (books <= asked.bounds.together / 2) rare.push(value);
    }
  const together = rare.length > 1 ? await countTogether(asked, name, wanted, rare) : null;
  const others = values.flatMap(({ value }) =>
    together?.has(listedFacet(name, value)) ? [] : [listedFacet(name, value)],
  );
  const each = others.length > 0 ? await countEach(asked, wanted, others) : new Map<string, CountedTo>();
  return new Map([...(together ?? []), ...each]);
}

/** Counts values by reading every row that has one of them; null when there are too many of these. */
async function countTogether(
  { db, bounds }: LongChoice,
  name: FacetName,
  wanted: ListedChoice,
  values: string[],
): Promise<Map<string, CountedTo> | null> {
  const asked = values.map((value) => listedFacet(name, value));
  const oneOfThem: ListedChoice = { ...wanted, [name]: asked };
  const { all, category, author, format, language } = oneOfThem;
  const { rows } = await db.execute<{ value: string; count: number }>(sql`
    with read as materialized (
      select l.facets, l.price_paise between ${wanted.paise.from} and ${wanted.paise.to} as is_priced
      from listings_with(${all}::text[], ${category}::text[], ${author}::text[], ${format}::text[], ${language}::text[],
        ${bounds.together + 1}) l)
    select '' as value, count(*)::int as count from read
    union all select value, count(*)::int from read, unnest(facets) value
      where is_priced and value = any(${asked}::text[]) group by value`);
  const counts = new Map(rows.map(({ value, count }) => [value, count]));
  if (counts.get("")! > bounds.together) return null;
  return new Map(asked.map((value) => [value, countedTo(counts.get(value) ?? 0, bounds)]));
}

/** Counts each value for itself, `""` being no value. */
async function countEach(
  { db, bounds }: LongChoice,
  { all, category, author, format, language, paise }: ListedChoice,
  values: string[],
): Promise<Map<string, CountedTo>> {
  // What a price leaves out is read too.
  const atMost = paise === anyPrice ? bounds.counted : bounds.priced;
  const { rows } = await db.execute<{ value: string; count: number; read: number }>(sql`
    select asked.value, found.count, found.read from unnest(${values}::text[]) asked (value)
    cross join lateral (
      select count(*) filter (where l.price_paise between ${paise.from} and ${paise.to})::int as count, count(*)::int as read
      from listings_with(array_remove(${all}::text[] || asked.value, ''), ${category}::text[], ${author}::text[],
        ${format}::text[], ${language}::text[], ${atMost + 1}) l) found`);
  return new Map(rows.map(({ value, count, read }) => [value, countedIn(read, atMost, count, bounds)]));
}

/** Counts ranges of prices by reading the rows of every price. */
async function countPrices(
  { db, bounds }: LongChoice,
  { all, category, author, format, language }: ListedChoice,
  values: Sampled[],
): Promise<Map<string, CountedTo>> {
  const ranges = values.map(({ value }) => paiseOf(value));
  const { rows } = await db.execute<{ value: string; count: number; read: number }>(sql`
    with read as materialized (
      select l.price_paise from listings_with(${all}::text[], ${category}::text[], ${author}::text[], ${format}::text[],
        ${language}::text[], ${bounds.priced + 1}) l)
    select asked.value, found.count, found.read
    from unnest(${values.map(({ value }) => listedFacet("price", value))}::text[], ${ranges.map(({ from }) => from)}::int[],
      ${ranges.map(({ to }) => to)}::int[]) asked (value, lowest, highest)
    cross join lateral (
      select count(*) filter (where price_paise between asked.lowest and asked.highest)::int as count, count(*)::int as read
      from read) found`);
  return new Map(rows.map(({ value, count, read }) => [value, countedIn(read, bounds.priced, count, bounds)]));
}

/** A count in a part of the rows is the least that there is. */
function countedIn(read: number, atMost: number, count: number, bounds: ShelfBounds): CountedTo {
  return { ...countedTo(count, bounds), ...(read > atMost && { isMore: true }) };
}

function paiseOf(value: string): { from: number; to: number } {
  const [from, to] = value.split("-");
  return { from: Number(from) * 100, to: to ? Number(to) * 100 + 99 : anyPrice.to };
}
