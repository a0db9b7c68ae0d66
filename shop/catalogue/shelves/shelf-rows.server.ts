import { sql, type SQL } from "#db/sql.ts";

import { bookFormats } from "#shop/catalogue/fields/record-values.ts";
import { priceRanges, priceValue, type FacetName, type ShelfChoice } from "./shelf-choice.ts";

/** The books of a shelf, whatever is chosen on it. */
export interface Shelf {
  /** Tells cursors of several shelves apart, such as `category:fiction` or `search:dune`. */
  name: string;
  /** What every book on it has (`listings.facets`), such as `category:fiction`; or its works, in the shelf's own order. */
  books: { facet: string } | { workIds: string[] };
  /** By work, the edition that is shown where it is not the main one. */
  editions?: Map<string, string>;
  /** The works are not all there are, so that counts are the least; the total only where it is cut itself. */
  cut?: { isTotalCut: boolean };
}

/** How much is read at most for one page. */
export interface ShelfBounds {
  /** Books are counted exactly up to here. */
  counted: number;
  /** A shelf of so many books is read whole. */
  whole: number;
  /** Rows that are walked along an index. */
  walked: number;
  /** Rows that are found by their bits and sorted. */
  gathered: number;
  /** Works of a chosen value whose bits are not kept, as it is rare. */
  unkept: number;
}

/** What the shop reads at most; tests have smaller ones. */
export const shelfBounds: ShelfBounds = {
  counted: 1_000,
  whole: 2_000,
  walked: 10_000,
  gathered: 5_000,
  unkept: 4_000,
};

/** A choice as the columns of `listings` know it. */
export interface ListedChoice {
  /** What a row must have all of. */
  all: string[];
  /** What a row must have one of, for each of them: where nothing is chosen, one that every row has. */
  category: string[];
  author: string[];
  format: string[];
  language: string[];
  paise: { from: number; to: number };
  /** Where it stands in place of a choice, no row needs to be looked at. */
  always: string[];
}

/** Every row has one of these. */
const anyFormat = bookFormats.map((format) => `format:${format}`);
const anyPrice = { from: 0, to: 2_147_483_647 };

/** A choice on a shelf, without one of its facets where that is to be counted. */
export function listedChoice(shelf: Shelf, choice: ShelfChoice, without?: FacetName): ListedChoice {
  const base = "facet" in shelf.books ? [shelf.books.facet] : [];
  const always = base.length > 0 ? base : anyFormat;
  const oneOf = (name: "category" | "author" | "format" | "language") =>
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
    language: oneOf("language"),
    paise:
      price && without !== "price"
        ? { from: price.from * 100, to: price.to === null ? anyPrice.to : price.to * 100 + 99 }
        : anyPrice,
    always,
  };
}

/**
 * Rows `l` that a choice leaves. What is not chosen is not compared: that takes longer than to read the row. Nor is an index
 * of prices found useful where all prices are wanted.
 */
export function isChosen({ all, category, author, format, language, paise, always }: ListedChoice): SQL {
  const hasOneOf = (values: string[]) => sql`(${values === always}::boolean or l.facets && ${values}::text[])`;
  return sql`(l.facets @> ${all}::text[] and ${hasOneOf(category)} and ${hasOneOf(author)} and ${hasOneOf(format)}
    and ${hasOneOf(language)}
    and (${paise === anyPrice}::boolean or l.price_paise between ${paise.from} and ${paise.to}))`;
}

/** A table of the rows of a choice, but for its prices, by the index of facets: at most so many, whichever come first. */
function rowsByFacets({ all, category, author, format, language }: ListedChoice, atMost: number): SQL {
  return sql`(select found.*, 0::bigint as place from listings_with(${all}::text[], ${category}::text[], ${author}::text[],
    ${format}::text[], ${language}::text[], ${atMost}) found)`;
}

/** What is read of every row. */
export const rowColumns = sql`l.work_id, l.book_id, l.title, l.facets, l.rating_rank, l.popularity, l.price_paise, l.added_at, l.place`;

const priceFacets = priceRanges.map((range) => `price:${priceValue(range)}`);
const priceBorders = priceRanges.slice(1).map(({ from }) => from * 100);

/** Everything that a row `l` can be chosen by: its facets and the range of its price. */
export const valuesOfRow = sql`l.facets || (${priceFacets}::text[])[width_bucket(l.price_paise, ${priceBorders}::int[]) + 1]`;

/** A table of the rows of works, with their places. */
function rowsOfWorks(workIds: string[]): SQL {
  return sql`(select known.*, given.place from unnest(${workIds}::text[]) with ordinality given (work_id, place)
    join listings known on known.work_id = given.work_id)`;
}

/** A table of all rows of a shelf: one more than it may have to be read whole, when it is longer. */
export function rowsOfShelf(shelf: Shelf, whole: ListedChoice, atMost: number): SQL {
  return "facet" in shelf.books ? rowsByFacets(whole, atMost + 1) : rowsOfWorks(shelf.books.workIds);
}
