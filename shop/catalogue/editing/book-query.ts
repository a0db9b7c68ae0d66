import type { Availability } from "#shop/catalogue/fields/record-values.ts";

/** The filters of the desk's list of books. */
export interface BookQuery {
  /** Title, author or ISBN; empty for all. */
  text: string;
  /** A category id (includes its sub-categories), or only books without a category; null for all books. */
  category: string | { isNone: true } | null;
  isListed: boolean | null;
  /** Only books without a picture of the cover. */
  hasNoPicture: boolean;
  /** Only books without a copy to sell. */
  isOut: boolean;
  /** Only books sold at the MRP, because they have no price of their own. */
  hasNoPrice: boolean;
  availability: Availability | null;
}

/** Matches every book, listed or not. */
export const anyBook: BookQuery = {
  text: "",
  category: null,
  isListed: null,
  hasNoPicture: false,
  isOut: false,
  hasNoPrice: false,
  availability: null,
};
