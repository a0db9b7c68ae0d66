import type { CleanFields } from "./book-fields.ts";
import type { RecordPlace } from "./raw-record.ts";

/** One edition as an import takes it: clean values only, called like their columns. What its file does not name is absent. */
export interface BookRecord extends CleanFields {
  place: RecordPlace;
  notice?: "delete" | "partial";
  /** Why the shop may not sell it. */
  notForSale?: string;
  /** Why the ISBN of the file cannot be read; a book that the shop knows by another key keeps its own. */
  isbnFault?: string;
}
