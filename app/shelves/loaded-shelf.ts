import type { ShelfChoice, ShelfAlternatives, ShelfPage, ShelfSort } from "#shop/catalogue/shelves/shelf-choice.ts";

/** Part of a shelf together with the request for it. */
export interface LoadedShelf extends ShelfPage {
  /** URL of the unfiltered shelf. */
  to: string;
  choice: ShelfChoice;
  ownSort: ShelfSort;
  /** Which parts of the URL were ignored, in sentences. */
  notices: string[];
  /** Whether the URL filters, sorts or pages; then search engines should index only the unfiltered shelf. */
  isAsked: boolean;
  /** Alternatives; null unless the choice leaves no book. */
  inStead: ShelfAlternatives | null;
}
