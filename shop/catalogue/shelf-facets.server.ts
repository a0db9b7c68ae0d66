import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { countedTo, countTotal, countValues } from "./count-by-index.server.ts";
import {
  chosenValues,
  facetNames,
  isNothingChosen,
  listedFacet,
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
import { readShelfCounts } from "./shelf-counts.server.ts";
import { nameFacets } from "./shelf-names.server.ts";
import {
  listedChoice,
  rowsOfShelf,
  valuesOfRow,
  type ListedChoice,
  type Shelf,
  type ShelfBounds,
} from "./shelf-rows.server.ts";

/** Books on a shelf that needs no facets. */
const shortShelf = 7;

/** Candidates of the sample; with the best known ones they fill the places of the facet. */
const maxAuthorsCounted = 12;

/** A shelf has hundreds of authors: of these, more than a page shows are told from the others. */
const maxAuthorsTold = 60;

interface ShelfCounts {
  /** The shelf is short enough to be read whole. */
  isWhole: boolean;
  /** How many books it has, whatever is chosen; null where that was not counted. */
  books: number | null;
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
  const kept = await readShelfCounts(db, shelf, bounds);
  if (kept) {
    const books = kept.get(listedChoice(shelf, nothingChosen).all[0]!)!;
    return { isWhole: false, books, ...(await countLong(db, shelf, choice, bounds, kept)) };
  }
  const whole = listedChoice(shelf, nothingChosen);
  const tally = await tallyRows(db, rowsOfShelf(shelf, whole, bounds.whole), listedChoice(shelf, choice), choice);
  const isWhole = tally.rows <= bounds.whole || !("facet" in shelf.books);
  if (!isWhole) return { isWhole, books: null, ...(await countLong(db, shelf, choice, bounds, null)) };
  const countOf = (value: string) => {
    const { count, isMore } = countedTo(tally.values.get(value) ?? 0, bounds);
    return { count, isMore: isMore || shelf.cut !== undefined };
  };
  const facets =
    tally.rows > shortShelf ? await nameFacets(db, shelf, toFacets(choice, [...tally.values.keys()], countOf)) : null;
  const total = countedTo(tally.total, bounds);
  return { isWhole, books: tally.rows, total: shelf.cut?.isTotalCut ? { ...total, isMore: true } : total, facets };
}

/**
 * Counts a shelf that is too long to be read whole. Where nothing else is chosen its counts are those that the job keeps.
 * Of a choice, what a sample shows to be frequent is, and the rest is counted by the index.
 */
async function countLong(
  db: Db,
  shelf: Shelf,
  choice: ShelfChoice,
  bounds: ShelfBounds,
  kept: Map<string, number> | null,
): Promise<Omit<ShelfCounts, "isWhole" | "books">> {
  const base = listedChoice(shelf, nothingChosen).all;
  const keptOf = (value: string) => countedTo(kept?.get(value) ?? 0, bounds);
  if (kept && isNothingChosen(choice)) {
    const facets = toFacets(choice, [...kept.keys()], keptOf);
    return { total: keptOf(base[0]!), facets: await nameFacets(db, shelf, facets) };
  }
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
    kept ? [] : listPopularAuthors(db, base, bounds),
  ]);
  const isAll = past.length === 0;
  const booksARow = isAll ? 1 : booksForRow(bounds, past[0]!.hash);
  const surely = isAll ? Infinity : sureFrom(bounds, booksARow);
  const sampledOf = (value: string) => sample.values.get(value) ?? 0;
  const known = kept ? [...kept.keys()] : [...frequentValues(sample), ...authors];
  const candidates = toFacets(choice, known, (value) => ({ count: sampledOf(value) || 1, isMore: true }));
  const asked = { db, shelf, choice, bounds };
  const counts = new Map<string, CountedTo>();
  if (isAll) for (const [value, count] of sample.values) counts.set(value, countedTo(count, bounds));
  else {
    const undecided = (name: FacetName) =>
      candidates[name]
        .map(({ value }) => ({ value, sampled: sampledOf(listedFacet(name, value)) }))
        .filter(({ sampled }) => sampled < surely);
    const tallies = facetNames.map((name) => countValues(asked, name, undecided(name), booksARow));
    for (const tally of await Promise.all(tallies)) for (const [value, count] of tally) counts.set(value, count);
  }
  const countOf = (value: string) =>
    counts.get(value) ?? (isAll ? { count: 0, isMore: false } : { count: bounds.counted, isMore: true });
  const total = isAll || sample.total < surely ? await countTotal(asked) : { count: bounds.counted, isMore: true };
  const shown = [...facetNames].flatMap((name) => candidates[name].map(({ value }) => listedFacet(name, value)));
  return { total, facets: await nameFacets(db, shelf, toFacets(choice, shown, countOf)) };
}

/** A long shelf has thousands of authors: only those who are in its sample most often are counted, as only they are shown. */
function frequentValues({ values }: Tally): string[] {
  const isAuthor = (value: string) => value.startsWith("author:");
  // Of those that are there as often the same ones are taken each time.
  const byCount = [...values]
    .toSorted(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .map(([value]) => value);
  return [...byCount.filter((value) => !isAuthor(value)), ...byCount.filter(isAuthor).slice(0, maxAuthorsCounted)];
}

/** How many books a row of the sample stands for: it follows from how far the sample reaches. */
function booksForRow({ sampled }: ShelfBounds, hash: number): number {
  const books = (sampled * 2 ** 32) / (hash + 2 ** 31 + 1);
  return books / sampled;
}

/**
 * So many rows of the sample are surely more books than are counted: eight standard deviations above what that many books
 * would put there.
 */
function sureFrom({ counted }: ShelfBounds, booksARow: number): number {
  const expected = counted / booksARow;
  return expected + 8 * Math.sqrt(expected) + 10;
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
async function tallyRows(db: Db, rows: SQL, chosen: ListedChoice, choice: ShelfChoice): Promise<Tally> {
  // What is not chosen is not looked at.
  const is = Object.fromEntries(facetNames.map((name) => [name, chosenValues(choice, name).length > 0]));
  const rating = choice.rating === null ? [] : [listedFacet("rating", String(choice.rating))];
  const { rows: counts } = await db.execute<{ value: string; count: number }>(sql`
    with compared as (
      select ${valuesOfRow} as values,
        array_remove(array[
          case when ${is.category!} and not l.facets && ${chosen.category}::text[] then 'category' end,
          case when ${is.author!} and not l.facets && ${chosen.author}::text[] then 'author' end,
          case when ${is.format!} and not l.facets && ${chosen.format}::text[] then 'format' end,
          case when ${is.language!} and not l.facets && ${chosen.language}::text[] then 'language' end,
          case when ${is.rating!} and not l.facets @> ${rating}::text[] then 'rating' end,
          case when ${is.available!} and not l.facets @> array['available'] then 'available' end,
          case when l.price_paise not between ${chosen.paise.from} and ${chosen.paise.to} then 'price' end], null) as fails
      from ${rows} l),
    base as materialized (
      select values, case cardinality(fails) when 0 then '' when 1 then fails[1] end as fails from compared),
    counted as (
      select value, count(*)::int as count, starts_with(value, 'author:') as is_author
      from base, unnest(values) value where fails = '' or starts_with(value, fails) group by value),
    ranked as (
      select value, count, is_author,
        row_number() over (partition by is_author order by count desc, value collate "C") as nth from counted)
    select 'rows' as value, count(*)::int as count from base
    union all select 'total', count(*)::int from base where fails = ''
    union all select value, count from ranked
      where case when is_author then nth <= ${maxAuthorsTold} or value = any(${chosen.author}::text[])
        else not starts_with(value, 'series:') and not starts_with(value, 'publisher:') end`);
  const values = new Map(counts.map(({ value, count }) => [value, count]));
  const total = values.get("total")!;
  // A price of the reader's own is none of the ranges.
  if (choice.price) values.set(listedFacet("price", priceValue(choice.price)), total);
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
      ...countOf(listedFacet(name, value)),
    }));
    const shown = all.filter(({ count, isMore, isChosen }) => count > 0 || isMore || isChosen);
    if (name === "price" || name === "rating" || name === "available") return shown;
    return shown.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  return Object.fromEntries(facetNames.map((name) => [name, facetOf(name)])) as Facets;
}
