import type { ColumnMap } from "#shop/catalogue/import/csv/columns.ts";

/** How a file that was brought is taken in, as its form says; what is absent is found out or left alone. */
export interface WorkOptions {
  /** Which column fills which field. */
  columns?: ColumnMap;
  /** Whose file it is, such as penguin: references are its own. */
  source?: string;
  /** What the shop gives off the MRP where a record names no price of the shop. */
  discountPercent?: number;
  /** For new books whose record names no price. */
  defaultMrpPaise?: number;
  /** For new books whose record names none. */
  defaultCopies?: number;
  /** Rupees for a unit of other currencies. */
  exchangeRates?: Record<string, number>;
  /** Titles count although a person set them or the shop has another book under the ISBN. */
  takesTitles?: boolean;
  /** Titles in capitals take the place of the shop's own, which stay otherwise. */
  takesCapitals?: boolean;
  /** Categories that the shop does not have are made; otherwise they are left out. */
  takesNewCategories?: boolean;
  /** A till's file counts although it is the one that was taken in last. */
  isAgain?: boolean;
}

/** What came of it, for its report. */
export interface WorkResult {
  /** What was counted, in words, and how many. */
  counts: [label: string, count: number][];
  /** Sentences below the counts. */
  notes: string[];
  /** The name of the file in its folder that names what was refused, mended or passed over; null when there is none. */
  report: string | null;
}
