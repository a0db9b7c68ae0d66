import type { CleanFields } from "./book-fields.ts";
import type { RecordPlace } from "./raw-record.ts";

/**
 * One edition after the checks of an import, its values named like the columns. Values that the file does not contain
 * are absent.
 */
export interface BookRecord extends CleanFields {
  place: RecordPlace;
  notice?: "delete" | "partial";
  /** Why the shop may not sell it. */
  notForSale?: string;
  /** Why the ISBN of the file is invalid; a book found by another key keeps its own. */
  isbnFault?: string;
}
