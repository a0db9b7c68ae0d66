import type { ShelfChoice, ShelfInStead, ShelfPage, ShelfSort } from "#shop/catalogue/shelves/shelf-choice.ts";

/** A page of a shelf with what was asked for, as a page shows it. */
export interface LoadedShelf extends ShelfPage {
  /** Address of the bare shelf. */
  to: string;
  choice: ShelfChoice;
  ownSort: ShelfSort;
  /** What of the address was ignored, in whole sentences. */
  notices: string[];
  /** Whether the address asks for anything: then the bare shelf is the page that search engines keep. */
  isAsked: boolean;
  /** Null unless the choice leaves no book. */
  inStead: ShelfInStead | null;
}
