import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import {
  chosenValues,
  facetNames,
  nothingChosen,
  priceRanges,
  priceValue,
  ratingSteps,
  type CountedTo,
  type FacetName,
  type Facets,
  type FacetValue,
  type ShelfChoice,
} from "./shelf-choice.ts";
import { nameFacets } from "./shelf-names.server.ts";
import {
  anyPrice,
  listedChoice,
  rowsOfShelf,
  type ListedChoice,
  type Shelf,
  type ShelfBounds,
} from "./shelf-rows.server.ts";

/** Books on a shelf that needs no facets. */
const shortShelf = 7;

/** Candidates of the sample; with the best known ones they fill the places of the facet. */
const maxAuthorsCounted = 12;

interface ShelfCounts {
  /** The shelf is short enough to be read whole. */
  isWhole: boolean;
  total: CountedTo;
  facets: Facets | null;
}

/** How often each value is there when everything else that is chosen holds; `total` is how many rows the whole choice leaves. */
interface Tally {
  rows: number;
  total: number;
  values: Map<string, number>;
}

/** Counts a shelf: how many books the choice leaves, and how many each value of each facet would. */
export async function countShelf(db: Db, shelf: Shelf, choice: ShelfChoice, bounds: ShelfBounds): Promise<ShelfCounts> {
  const whole = listedChoice(shelf, nothingChosen);
  const tally = await tallyRows(db, rowsOfShelf(shelf, whole, bounds.whole), listedChoice(shelf, choice), choice);
  const isWhole = tally.rows <= bounds.whole || !("facet" in shelf.books);
  if (!isWhole) return { isWhole, ...(await countLong(db, shelf, choice, bounds)) };
  const countOf = (value: string) => {
    const { count, isMore } = counted(tally.values.get(value) ?? 0, bounds);
    return { count, isMore: isMore || shelf.cut !== undefined };
  };
  const facets =
    tally.rows > shortShelf ? await nameFacets(db, shelf, toFacets(choice, [...tally.values.keys()], countOf)) : null;
  const total = counted(tally.total, bounds);
  return { isWhole, total: shelf.cut?.isTotalCut ? { ...total, isMore: true } : total, facets };
}

/** Counts a shelf that is too long to be read whole: what a sample shows to be frequent is, the rest is counted by the index. */
async function countLong(
  db: Db,
  shelf: Shelf,
  choice: ShelfChoice,
  bounds: ShelfBounds,
): Promise<Omit<ShelfCounts, "isWhole">> {
  const base = listedChoice(shelf, nothingChosen).all;
  const [{ rows: past }, sample, authors] = await Promise.all([
    db.execute<{ hash: number }>(
      sql`select hashtext(work_id) as hash from listings order by hashtext(work_id) offset ${bounds.sampled} limit 1`,
    ),
    tallyRows(
      db,
      sql`(select * from (select l.*, 0::bigint as place from listings l order by hashtext(l.work_id) limit ${bounds.sampled}) l
        where l.facets @> ${base}::text[])`,
      listedChoice(shelf, choice),
      choice,
    ),
    listPopularAuthors(db, base, bounds),
  ]);
  const isAll = past.length === 0;
  const surely = isAll ? Infinity : sureFrom(bounds, past[0]!.hash);
  const candidates = toFacets(choice, [...frequentValues(sample), ...authors], (value) => ({
    count: sample.values.get(value) ?? 1,
    isMore: true,
  }));
  const undecided = (name: FacetName) =>
    candidates[name].filter(({ value }) => isAll || (sample.values.get(listed(name, value)) ?? 0) < surely);
  const counts = new Map<string, CountedTo>();
  if (isAll) for (const [value, count] of sample.values) counts.set(value, counted(count, bounds));
  else {
    const tallies = facetNames.map((name) => countByIndex(db, shelf, choice, name, undecided(name), bounds));
    for (const tally of await Promise.all(tallies)) for (const [value, count] of tally) counts.set(value, count);
  }
  const countOf = (value: string) =>
    counts.get(value) ?? (isAll ? { count: 0, isMore: false } : { count: bounds.counted, isMore: true });
  const total =
    isAll || sample.total < surely
      ? (await countByIndex(db, shelf, choice, null, [{ value: "" }], bounds)).get("")!
      : { count: bounds.counted, isMore: true };
  const shown = [...facetNames].flatMap((name) => candidates[name].map(({ value }) => listed(name, value)));
  return { total, facets: await nameFacets(db, shelf, toFacets(choice, shown, countOf)) };
}

/** A long shelf has thousands of authors: only those who are in its sample most often are counted, as only they are shown. */
function frequentValues({ values }: Tally): string[] {
  const isAuthor = (value: string) => value.startsWith("author:");
  const byCount = [...values].toSorted(([, one], [, other]) => other - one).map(([value]) => value);
  return [...byCount.filter((value) => !isAuthor(value)), ...byCount.filter(isAuthor).slice(0, maxAuthorsCounted)];
}

/**
 * So many rows of the sample are surely more books than are counted: eight standard deviations above what that many books
 * would put there. How many books there are follows from how far the sample reaches.
 */
function sureFrom({ counted, sampled }: ShelfBounds, hash: number): number {
  const books = (sampled * 2 ** 32) / (hash + 2 ** 31 + 1);
  const expected = (counted * sampled) / books;
  return expected + 8 * Math.sqrt(expected) + 10;
}

/** Counts the rows of values of one facet by the index, each up to the bound; without a facet the rows of the whole choice. */
async function countByIndex(
  db: Db,
  shelf: Shelf,
  choice: ShelfChoice,
  name: FacetName | null,
  values: { value: string }[],
  bounds: ShelfBounds,
): Promise<Map<string, CountedTo>> {
  if (values.length === 0) return new Map();
  const wanted = listedChoice(shelf, choice, name ?? undefined);
  const isPriced = wanted.paise !== anyPrice;
  // What a price leaves out is read too.
  const atMost = name === "price" || isPriced ? bounds.priced : bounds.counted;
  const asked = values.map(({ value }) => (name === null ? "" : listed(name, value)));
  const ranges = values.map(({ value }) => (name === "price" ? paiseOf(value) : wanted.paise));
  const added = asked.map((value) => (name === "price" ? "" : value));
  const { all, category, author, format, language } = wanted;
  const { rows } = await db.execute<{ value: string; count: number; read: number }>(sql`
    select asked.value, found.count, found.read
    from unnest(${asked}::text[], ${added}::text[], ${ranges.map(({ from }) => from)}::int[], ${ranges.map(({ to }) => to)}::int[])
      asked (value, added, lowest, highest)
    cross join lateral (
      select count(*) filter (where l.price_paise between asked.lowest and asked.highest)::int as count, count(*)::int as read
      from listings_with(array_remove(${all}::text[] || asked.added, ''), ${category}::text[], ${author}::text[],
        ${format}::text[], ${language}::text[], ${atMost + 1}) l) found`);
  return new Map(
    rows.map(({ value, count, read }) => [
      value,
      { ...counted(count, bounds), ...(read > atMost && { isMore: true }) },
    ]),
  );
}

/** Those who wrote the most of what sells best on a long shelf. */
async function listPopularAuthors(db: Db, base: string[], { sampled }: ShelfBounds): Promise<string[]> {
  const { rows } = await db.execute<{ value: string }>(sql`
    select value from (select facets from listings order by popularity desc, work_id limit ${sampled}) l, unnest(l.facets) value
    where l.facets @> ${base}::text[] and value like 'author:%'
    group by value order by count(*) desc, value limit 12`);
  return rows.map(({ value }) => value);
}

/** Counts every value of rows in one pass: a row counts for a value if it fails nothing but this value's facet. */
async function tallyRows(db: Db, rows: SQL, chosen: ListedChoice, { price }: ShelfChoice): Promise<Tally> {
  const ranges = priceRanges.map((range) => `price:${priceValue(range)}`);
  const borders = priceRanges.slice(1).map(({ from }) => from * 100);
  const { rows: counts } = await db.execute<{ value: string; count: number }>(sql`
    with base as materialized (
      select l.facets || (${ranges}::text[])[width_bucket(l.price_paise, ${borders}::int[]) + 1] as values,
        array_remove(array[
          case when not l.facets && ${chosen.category}::text[] then 'category' end,
          case when not l.facets && ${chosen.author}::text[] then 'author' end,
          case when not l.facets && ${chosen.format}::text[] then 'format' end,
          case when not l.facets && ${chosen.language}::text[] then 'language' end,
          case when not l.facets @> array(select f from unnest(${chosen.all}::text[]) f where f like 'rating:%') then 'rating' end,
          case when 'available' = any(${chosen.all}::text[]) and not l.facets @> array['available'] then 'available' end,
          case when l.price_paise not between ${chosen.paise.from} and ${chosen.paise.to} then 'price' end], null) as fails
      from ${rows} l)
    select 'rows' as value, count(*)::int as count from base
    union all select 'total', count(*)::int from base where fails = '{}'
    union all select value, count(*)::int from base, unnest(values) value
      where value ~ '^(?:category|author|format|language|rating|price):|^available$'
        and fails <@ array[split_part(value, ':', 1)]
      group by value`);
  const values = new Map(counts.map(({ value, count }) => [value, count]));
  const total = values.get("total")!;
  // A price of the reader's own is none of the ranges.
  if (price) values.set(listed("price", priceValue(price)), total);
  return { rows: values.get("rows")!, total, values };
}

/** The values to show of each facet, the most frequent first. */
function toFacets(choice: ShelfChoice, values: string[], countOf: (value: string) => CountedTo): Facets {
  const facetOf = (name: FacetName): FacetValue[] => {
    const chosen = chosenValues(choice, name);
    const prefix = `${name}:`;
    const known = values.filter((value) => value.startsWith(prefix)).map((value) => value.slice(prefix.length));
    const offered =
      name === "price"
        ? priceRanges.map(priceValue)
        : name === "rating"
          ? ratingSteps.map(String)
          : name === "available"
            ? ["1"]
            : known;
    const all = [...new Set([...offered, ...chosen])].map((value) => ({
      value,
      name: "",
      isChosen: chosen.includes(value),
      ...countOf(listed(name, value)),
    }));
    const shown = all.filter(({ count, isMore, isChosen }) => count > 0 || isMore || isChosen);
    if (name === "price" || name === "rating" || name === "available") return shown;
    return shown.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  return Object.fromEntries(facetNames.map((name) => [name, facetOf(name)])) as Facets;
}

/** A facet's value as `listings.facets` has it. */
function listed(name: FacetName, value: string): string {
  return name === "available" ? name : `${name}:${value}`;
}

function paiseOf(value: string): { from: number; to: number } {
  const [from, to] = value.split("-");
  return { from: Number(from) * 100, to: to ? Number(to) * 100 + 99 : anyPrice.to };
}

function counted(count: number, bounds: ShelfBounds): CountedTo {
  return count > bounds.counted ? { count: bounds.counted, isMore: true } : { count, isMore: false };
}
