import type { BookCard } from "#shop/catalogue/books/book.ts";
import { bookFormats, type BookFormat } from "#shop/catalogue/fields/record-values.ts";

/** What a reader chose on a shelf: one of the values inside a list, and every list that is not empty. */
export interface ShelfChoice {
  /** Ids. */
  category: string[];
  /** Ids. */
  author: string[];
  format: BookFormat[];
  /** ISO 639-1. */
  language: string[];
  /** Whole rupees, both included; null for any price. */
  price: { from: number; to: number | null } | null;
  /** This one and better, 1 to 5; null for any. */
  rating: number | null;
  /** Only what can be had now. */
  isAvailable: boolean;
}

/** How a shelf is sorted; `own` is by relevance for a search, else the order that the shelf itself has. */
export const shelfSorts = ["own", "popularity", "newest", "price", "price-down", "rating", "title"] as const;
export type ShelfSort = (typeof shelfSorts)[number];

/** Nothing chosen: the whole shelf. */
export const nothingChosen: ShelfChoice = {
  category: [],
  author: [],
  format: [],
  language: [],
  price: null,
  rating: null,
  isAvailable: false,
};

/** The facets of a shelf, in the order in which they are shown and stand in an address. */
export const facetNames = ["available", "format", "language", "category", "author", "price", "rating"] as const;
export type FacetName = (typeof facetNames)[number];

/** Prices that are offered to choose from, in whole rupees, both included. */
export const priceRanges: { from: number; to: number | null }[] = [
  { from: 0, to: 299 },
  { from: 300, to: 499 },
  { from: 500, to: 999 },
  { from: 1000, to: null },
];

/** Ratings that are offered to choose from: this one and better. */
export const ratingSteps = [4, 3];

/** A number of books; `isMore` when there are more than were counted. */
export interface CountedTo {
  count: number;
  isMore: boolean;
}

/** A value that can be chosen, with how many books have it besides everything else that is chosen. */
export interface FacetValue extends CountedTo {
  /** As it stands in an address: an id, a format, a language, `300-499`, `4`, `1`. */
  value: string;
  /** The name of a category or an author; empty for what is called by its value. */
  name: string;
  isChosen: boolean;
}

export type Facets = Record<FacetName, FacetValue[]>;

/** A page of a shelf. */
export interface ShelfPage {
  books: BookCard[];
  /** How many books the choice leaves. */
  total: CountedTo;
  /** Null for a short shelf, which needs none. */
  facets: Facets | null;
  /** Cursors of the pages before and after this one; null where there is none. */
  before: string | null;
  after: string | null;
  /** The shelf is so long that only a part of it was looked through for this page; `after` leads on. */
  isPart: boolean;
  sort: ShelfSort;
}

/** What a shelf has where a choice leaves no book of it. */
export interface ShelfInStead {
  /** Facets without whose choice some books are left, and how many. */
  without: (CountedTo & { name: FacetName })[];
  /** The first few of the whole shelf. */
  books: BookCard[];
}

/** Whether nothing at all is chosen. */
export function isNothingChosen(choice: ShelfChoice): boolean {
  return facetNames.every((name) => chosenValues(choice, name).length === 0);
}

/** The values of a facet that are chosen, as they stand in an address. */
export function chosenValues(choice: ShelfChoice, name: FacetName): string[] {
  if (name === "available") return choice.isAvailable ? ["1"] : [];
  if (name === "rating") return choice.rating === null ? [] : [String(choice.rating)];
  if (name === "price") return choice.price ? [priceValue(choice.price)] : [];
  return choice[name];
}

/** The choice without one value of a facet, as taking a chip away leaves it. */
export function withoutValue(choice: ShelfChoice, name: FacetName, value: string): ShelfChoice {
  if (name === "available") return { ...choice, isAvailable: false };
  if (name === "rating" || name === "price") return { ...choice, [name]: null };
  return { ...choice, [name]: choice[name].filter((other) => other !== value) };
}

/** The choice without all that is chosen of a facet. */
export function withoutFacet(choice: ShelfChoice, name: FacetName): ShelfChoice {
  return name === "available" ? { ...choice, isAvailable: false } : { ...choice, [name]: nothingChosen[name] };
}

/** A price as it stands in an address: `200-500`, or `1000-` and more. */
export function priceValue({ from, to }: { from: number; to: number | null }): string {
  return `${from}-${to ?? ""}`;
}

/** A facet's value as `listings.facets` has it; a range of prices in the same way. */
export function listedFacet(name: FacetName, value: string): string {
  return name === "available" ? name : `${name}:${value}`;
}

/** Whether a word is a format of books. */
export function isBookFormat(word: string): word is BookFormat {
  return (bookFormats as readonly string[]).includes(word);
}
