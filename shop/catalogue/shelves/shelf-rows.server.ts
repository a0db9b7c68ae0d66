/** SQL for the rows of a shelf, filtered by a reader's choice, with limits on the rows that a page reads. */
import { sql, type SQL } from "#db/sql.ts";

import { bookFormats } from "#shop/catalogue/fields/record-values.ts";
import { priceRanges, priceValue, type FacetName, type ShelfChoice } from "./shelf-choice.ts";

/** A shelf, before any choice. */
export interface Shelf {
  /** Identifies the shelf in cursors, such as `category:fiction` or `search:dune`. */
  name: string;
  /**
   * The entry of `listings.facets` that all its books have, such as `category:fiction`; or its works in the shelf's own
   * order.
   */
  books: { facet: string } | { workIds: string[] };
  /** Editions to show instead of the main ones, by work. */
  editions?: Map<string, string>;
  /** The list of works was cut, so counts are lower bounds; the total is one only with `isTotalCut`. */
  cut?: { isTotalCut: boolean };
}

/** Limits on what is read for one page. */
export interface ShelfBounds {
  /** Maximum of exact counts. */
  counted: number;
  /** Maximum books of a shelf that is read completely. */
  whole: number;
  /** Maximum rows read along an index. */
  walked: number;
  /** Maximum rows found by bitmaps and sorted. */
  gathered: number;
  /** Maximum works of a chosen value without a stored bitmap, as it is rare. */
  unkept: number;
}

/** The limits of the shop; tests use smaller ones. */
export const shelfBounds: ShelfBounds = {
  counted: 1_000,
  whole: 2_000,
  walked: 10_000,
  gathered: 5_000,
  unkept: 4_000,
};

/** A choice in terms of the columns of `listings`. */
export interface ListedChoice {
  /** Facets that a row must have, all of them. */
  all: string[];
  /** Facets of which a row must have at least one, for each list; without a choice the list is `always`. */
  category: string[];
  author: string[];
  format: string[];
  edition: string[];
  language: string[];
  paise: { from: number; to: number };
  /** Facets that match every row, so that no comparison is needed. */
  always: string[];
}

/** Every row has one of these facets. */
const anyFormat = bookFormats.map((format) => `format:${format}`);
const anyPrice = { from: 0, to: 2_147_483_647 };

/** Converts a choice on a shelf, without one facet if its values are to be counted. */
export function listedChoice(shelf: Shelf, choice: ShelfChoice, without?: FacetName): ListedChoice {
  const base = "facet" in shelf.books ? [shelf.books.facet] : [];
  const always = base.length > 0 ? base : anyFormat;
  const oneOf = (name: "category" | "author" | "format" | "edition" | "language") =>
    name === without || choice[name].length === 0 ? always : choice[name].map((value) => `${name}:${value}`);
  const { rating, isAvailable, price } = choice;
  return {
    all: [
      ...base,
      ...(rating === null || without === "rating" ? [] : [`rating:${rating}`]),
      ...(isAvailable && without !== "available" ? ["available"] : []),
    ],
    category: oneOf("category"),
    author: oneOf("author"),
    format: oneOf("format"),
    edition: oneOf("edition"),
    language: oneOf("language"),
    paise:
      price && without !== "price"
        ? { from: price.from * 100, to: price.to === null ? anyPrice.to : price.to * 100 + 99 }
        : anyPrice,
    always,
  };
}

/**
 * Condition on rows `l` for a choice. Omits facets without a choice, as comparing them takes longer than reading the
 * row, and the price if any is accepted, so that the planner does not use its index.
 */
export function isChosen({ all, category, author, format, edition, language, paise, always }: ListedChoice): SQL {
  const hasOneOf = (values: string[]) => sql`(${values === always}::boolean or l.facets && ${values}::text[])`;
  return sql`(l.facets @> ${all}::text[] and ${hasOneOf(category)} and ${hasOneOf(author)} and ${hasOneOf(format)}
    and ${hasOneOf(edition)} and ${hasOneOf(language)}
    and (${paise === anyPrice}::boolean or l.price_paise between ${paise.from} and ${paise.to}))`;
}

/** A table of the rows of a choice, ignoring prices, by the index of facets: at most `atMost` rows in any order. */
function rowsByFacets({ all, category, author, format, language }: ListedChoice, atMost: number): SQL {
  return sql`(select found.*, 0::bigint as place from listings_with(${all}::text[], ${category}::text[], ${author}::text[],
    ${format}::text[], ${language}::text[], ${atMost}) found)`;
}

/** The columns that are read of every row. */
export const rowColumns = sql`l.work_id, l.book_id, l.title, l.facets, l.rating_rank, l.popularity, l.price_paise, l.added_at, l.place`;

const priceFacets = priceRanges.map((range) => `price:${priceValue(range)}`);
const priceBorders = priceRanges.slice(1).map(({ from }) => from * 100);

/** All values by which a row `l` can be chosen: its facets and its price range. */
export const valuesOfRow = sql`l.facets || (${priceFacets}::text[])[width_bucket(l.price_paise, ${priceBorders}::int[]) + 1]`;

/** A table of the rows of works, with their positions. */
function rowsOfWorks(workIds: string[]): SQL {
  return sql`(select known.*, given.place from unnest(${workIds}::text[]) with ordinality given (work_id, place)
    join listings known on known.work_id = given.work_id)`;
}

/** A table of all rows of a shelf; up to `atMost` + 1, to detect a longer shelf. */
export function rowsOfShelf(shelf: Shelf, whole: ListedChoice, atMost: number): SQL {
  return "facet" in shelf.books ? rowsByFacets(whole, atMost + 1) : rowsOfWorks(shelf.books.workIds);
}
