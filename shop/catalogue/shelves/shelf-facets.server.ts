/** Counts a shelf for a choice: how many books match, and how many would match with each value of each facet. */

import { requiredValue } from "#shop/kernel/text/required-value.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
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
import { countByBits } from "./shelf-bitmaps.server.ts";
import { readShelfCounts, type CachedCounts } from "./shelf-counts.server.ts";
import { nameFacets } from "./shelf-names.server.ts";
import {
  listedChoice,
  rowsOfShelf,
  valuesOfRow,
  type ListedChoice,
  type Shelf,
  type ShelfBounds,
} from "./shelf-rows.server.ts";

/** A shelf with at most this number of books shows no facets. */
const shortShelf = 7;

/** Upper bound on the authors counted, because a shelf may have hundreds; more than a page shows. */
const maxAuthorsListed = 60;

/** How many books of a long shelf a choice matches, how many books it has, and about how many works the shop has. */
export interface ShelfShare {
  left: number;
  books: number;
  works: number;
}

interface ShelfCounts {
  /** Whether the shelf is short enough to be read completely. */
  isWhole: boolean;
  /** Null for a shelf without stored counts. */
  share: ShelfShare | null;
  total: CountedTo;
  facets: Facets | null;
}

/** The count of each value under the rest of the choice; `total` is the number of rows that match the whole choice. */
interface Tally {
  rows: number;
  total: number;
  values: Map<string, number>;
}

/** A count that is exact up to `bounds.counted`. */
function countedTo(count: number, { counted }: ShelfBounds): CountedTo {
  return count > counted ? { count: counted, isMore: true } : { count, isMore: false };
}

/** Counts a shelf: how many books match the choice, and how many have each value of each facet. */
export async function countShelf(db: Db, shelf: Shelf, choice: ShelfChoice, bounds: ShelfBounds): Promise<ShelfCounts> {
  const { books } = shelf;
  const kept = "facet" in books ? await readShelfCounts(db, books.facet, bounds) : null;
  if (kept && "facet" in books) return countLong(db, shelf, books.facet, choice, bounds, kept);
  const whole = listedChoice(shelf, nothingChosen);
  const tally = await tallyRows(db, rowsOfShelf(shelf, whole, bounds.whole), listedChoice(shelf, choice), choice);
  const isWhole = tally.rows <= bounds.whole || !("facet" in books);
  // For a shelf that has become long and is not counted yet, only a part is read, so the counts are lower bounds.
  const isLeast = !isWhole || shelf.cut !== undefined;
  const countOf = (value: string) => {
    const { count, isMore } = countedTo(tally.values.get(value) ?? 0, bounds);
    return { count, isMore: isMore || isLeast };
  };
  const facets =
    tally.rows > shortShelf ? await nameFacets(db, shelf, toFacets(choice, [...tally.values.keys()], countOf)) : null;
  const total = countedTo(tally.total, bounds);
  const isTotalLeast = !isWhole || shelf.cut?.isTotalCut;
  return { isWhole, share: null, total: isTotalLeast ? { ...total, isMore: true } : total, facets };
}

/** Counts a shelf that is too long to be read: without a choice by stored counts, else by bitmaps. */
async function countLong(
  db: Db,
  shelf: Shelf,
  facet: string,
  choice: ShelfChoice,
  bounds: ShelfBounds,
  { books, values: kept, works }: CachedCounts,
): Promise<ShelfCounts> {
  const isBare = isNothingChosen(choice);
  const candidates = toFacets(choice, [...kept.keys()], (value) => ({ count: kept.get(value) ?? 1, isMore: false }));
  const { left, values } = isBare
    ? { left: books, values: kept }
    : await countByBits(
        db,
        facet,
        choice,
        facetNames.flatMap((name) =>
          candidates[name].filter(({ isChosen }) => !isChosen).map(({ value }) => ({ name, value })),
        ),
        bounds,
      );
  const facets = toFacets(choice, [...kept.keys()], (value) => countedTo(values.get(value) ?? 0, bounds));
  return {
    isWhole: false,
    share: { left, books, works },
    total: countedTo(left, bounds),
    facets: await nameFacets(db, shelf, facets),
  };
}

/**
 * Counts every value in one pass over the rows: a row counts for a value if it fails at most this value's own facet.
 */
async function tallyRows(db: Db, rows: SQL, chosen: ListedChoice, choice: ShelfChoice): Promise<Tally> {
  // Facets without a choice are not compared.
  const is = (name: (typeof facetNames)[number]) => chosenValues(choice, name).length > 0;
  const rating = choice.rating === null ? [] : [listedFacet("rating", String(choice.rating))];
  const { rows: counts } = await db.execute<{ value: string; count: number }>(sql`
    with compared as (
      select ${valuesOfRow} as values,
        array_remove(array[
          case when ${is("category")} and not l.facets && ${chosen.category}::text[] then 'category' end,
          case when ${is("author")} and not l.facets && ${chosen.author}::text[] then 'author' end,
          case when ${is("format")} and not l.facets && ${chosen.format}::text[] then 'format' end,
          case when ${is("edition")} and not l.facets && ${chosen.edition}::text[] then 'edition' end,
          case when ${is("language")} and not l.facets && ${chosen.language}::text[] then 'language' end,
          case when ${is("rating")} and not l.facets @> ${rating}::text[] then 'rating' end,
          case when ${is("available")} and not l.facets @> array['available'] then 'available' end,
          case when l.price_paise not between ${chosen.paise.from} and ${chosen.paise.to} then 'price' end], null) as fails
      from ${rows} l),
    base as materialized (
      select values, case cardinality(fails) when 0 then '' when 1 then fails[1] end as fails from compared),
    counted as (
      select value, count(*)::int as count, starts_with(value, 'author:') as is_author
      from (select fails, unnest(values) as value from base) each where fails = '' or starts_with(value, fails)
      group by value),
    ranked as (
      select value, count, is_author,
        row_number() over (partition by is_author order by count desc, value collate "C") as nth from counted)
    select 'rows' as value, count(*)::int as count from base
    union all select 'total', count(*)::int from base where fails = ''
    union all select value, count from ranked
      where case when is_author then nth <= ${maxAuthorsListed} or value = any(${chosen.author}::text[])
        else not starts_with(value, 'series:') and not starts_with(value, 'publisher:') end`);
  const values = new Map(counts.map(({ value, count }) => [value, count]));
  const total = requiredValue(values, "total");
  // A reader may choose any price range, which then is not among those offered.
  if (choice.price) values.set(listedFacet("price", priceValue(choice.price)), total);
  return { rows: requiredValue(values, "rows"), total, values };
}

/** The values of each facet to show, most frequent first. */
function toFacets(choice: ShelfChoice, values: string[], countOf: (value: string) => CountedTo): Facets {
  const facetOf = (name: FacetName): FacetValue[] => {
    const chosen = chosenValues(choice, name);
    const prefix = `${name}:`;
    const known = values
      .filter((value) => value.startsWith(prefix))
      .map((value) => value.slice(prefix.length))
      .filter(Boolean);
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
