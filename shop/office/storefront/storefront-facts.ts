import type { EditionFormat } from "#shop/catalogue/fields/record-values.ts";

/** A chosen work, with its main edition. */
export interface ChosenBook {
  workId: string;
  id: string;
  isbn13: string | null;
  title: string;
  authors: string;
  format: EditionFormat;
  coverKey: string;
  pricePaise: number;
  isListed: boolean;
  /** Copies that can be sold now. */
  available: number;
  /** Whether readers can buy the book now; if not, the next one is shown instead. */
  canBeHad: boolean;
}

/** A code that is chosen, or can be. */
export interface WindowCode {
  code: string;
  name: string;
  isStarted: boolean;
  isOver: boolean;
}

/** A reading list, and how many of its books readers can see. */
export interface StorefrontList {
  id: string;
  title: string;
  shown: number;
}

/** A review that is chosen, or can be. */
export interface StorefrontReview {
  id: number;
  version: number;
  name: string;
  /** Null when it is about the shop itself. */
  book: string | null;
  rating: number;
  /** The first 160 characters, and the length of the whole text. */
  words: string;
  length: number;
  isShown: boolean;
}

/** The data that the desk needs to show a window: what is chosen, and what can be. */
export interface StorefrontFacts {
  books: ChosenBook[];
  codes: WindowCode[];
  lists: StorefrontList[];
  reviews: StorefrontReview[];
  /** The newest reviews with four or five stars, at most 20 of the newest 50 reviews. */
  pickable: StorefrontReview[];
}
