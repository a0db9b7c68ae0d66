import type { Availability } from "#shop/catalogue/fields/record-values.ts";

/** What the desk's list of books is asked for. */
export interface BookQuery {
  /** Title, author or ISBN; empty for all. */
  text: string;
  /** The id of a category, its own books and those under it; or books in no category at all. */
  category: string | { isNone: true } | null;
  isListed: boolean | null;
  /** Only books without a picture of a cover. */
  hasNoPicture: boolean;
  /** Only books of which no copy is left to sell. */
  isOut: boolean;
  /** Only books that are sold at the MRP, because nobody gave them a price of their own. */
  hasNoPrice: boolean;
  availability: Availability | null;
}

/** Asks for every book, listed or not. */
export const anyBook: BookQuery = {
  text: "",
  category: null,
  isListed: null,
  hasNoPicture: false,
  isOut: false,
  hasNoPrice: false,
  availability: null,
};
