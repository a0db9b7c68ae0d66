/** The choices that a reader can make on a shelf, its facets and its sort orders. */
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { bookFormats, type BookFormat } from "#shop/catalogue/fields/record-values.ts";

/** A reader's choice on a shelf: books must match one value of each list that is not empty. */
export interface ShelfChoice {
  /** Category ids. */
  category: string[];
  /** Author ids. */
  author: string[];
  format: BookFormat[];
  /** Names of `editionFlags`. */
  edition: string[];
  /** ISO 639-1. */
  language: string[];
  /** Whole rupees, both inclusive; null for any price. */
  price: { from: number; to: number | null } | null;
  /** Minimum rating, 1 to 5; null for any. */
  rating: number | null;
  /** Only books that can be bought now. */
  isAvailable: boolean;
}

/** The sort orders of a shelf; `own` is relevance for a search, otherwise the shelf's own order. */
export const shelfSorts = ["own", "popularity", "newest", "price", "price-down", "rating", "title"] as const;
export type ShelfSort = (typeof shelfSorts)[number];

/** No choice: the whole shelf. */
export const nothingChosen: ShelfChoice = {
  category: [],
  author: [],
  format: [],
  edition: [],
  language: [],
  price: null,
  rating: null,
  isAvailable: false,
};

/** The facets of a shelf, in the order of the page and of the query string. */
export const facetNames = [
  "available",
  "format",
  "edition",
  "language",
  "category",
  "author",
  "price",
  "rating",
] as const;
export type FacetName = (typeof facetNames)[number];

/** The price ranges on offer, in whole rupees, both inclusive. */
export const priceRanges: { from: number; to: number | null }[] = [
  { from: 0, to: 299 },
  { from: 300, to: 499 },
  { from: 500, to: 999 },
  { from: 1000, to: null },
];

/** The minimum ratings on offer. */
export const ratingSteps = [4, 3];

/** A number of books; `isMore` if counting stopped at the limit. */
export interface CountedTo {
  count: number;
  isMore: boolean;
}

/** A value of a facet, with the number of books that have it and match all other choices. */
export interface FacetValue extends CountedTo {
  /** As in the query string: an id, a format, a language, `300-499`, `4`, `1`. */
  value: string;
  /** The name of a category or author; empty for values that name themselves. */
  name: string;
  isChosen: boolean;
}

export type Facets = Record<FacetName, FacetValue[]>;

/** A page of a shelf. */
export interface ShelfPage {
  books: BookCard[];
  /** Number of books that match the choice. */
  total: CountedTo;
  /** Position of the first of `books` among all that match, from 1; null if it is not known. */
  first: number | null;
  /** Null for a short shelf, which needs no facets. */
  facets: Facets | null;
  /** Cursors of the previous and next page; null if there is none. */
  before: string | null;
  after: string | null;
  /** The shelf is too long, so only a part of it was read for this page; `after` continues. */
  isPart: boolean;
  sort: ShelfSort;
}

/** Alternatives for a choice that matches no book. */
export interface ShelfAlternatives {
  /** Facets whose removal leaves some books, with their number. */
  without: (CountedTo & { name: FacetName })[];
  /** The first books of the whole shelf. */
  books: BookCard[];
}

/** Whether the choice is empty. */
export function isNothingChosen(choice: ShelfChoice): boolean {
  return facetNames.every((name) => chosenValues(choice, name).length === 0);
}

/** The chosen values of a facet, as in the query string. */
export function chosenValues(choice: ShelfChoice, name: FacetName): string[] {
  if (name === "available") return choice.isAvailable ? ["1"] : [];
  if (name === "rating") return choice.rating === null ? [] : [String(choice.rating)];
  if (name === "price") return choice.price ? [priceValue(choice.price)] : [];
  return choice[name];
}

/** The choice without one value of a facet, as after removing a chip. */
export function withoutValue(choice: ShelfChoice, name: FacetName, value: string): ShelfChoice {
  if (name === "available") return { ...choice, isAvailable: false };
  if (name === "rating" || name === "price") return { ...choice, [name]: null };
  return { ...choice, [name]: choice[name].filter((other) => other !== value) };
}

/** The choice without any value of a facet. */
export function withoutFacet(choice: ShelfChoice, name: FacetName): ShelfChoice {
  return name === "available" ? { ...choice, isAvailable: false } : { ...choice, [name]: nothingChosen[name] };
}

/** A price range for the query string: `200-500`, or `1000-` without an upper limit. */
export function priceValue({ from, to }: { from: number; to: number | null }): string {
  return `${from}-${to ?? ""}`;
}

/** Whether a price range is one of `priceRanges`. */
export function isPriceOffered(price: { from: number; to: number | null }): boolean {
  return priceRanges.some(({ from, to }) => from === price.from && to === price.to);
}

/** A value of a facet as stored in `listings.facets`; price ranges in the same form. */
export function listedFacet(name: FacetName, value: string): string {
  return name === "available" ? name : `${name}:${value}`;
}

/** Type guard for a book format. */
export function isBookFormat(word: string): word is BookFormat {
  return bookFormats.some((format) => format === word);
}
