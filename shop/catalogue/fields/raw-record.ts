import type { RawFields } from "./book-fields.ts";
import type { RawAmount } from "./raw-values.ts";

/** Where a record stands in its file, both counted from 1. */
export interface RecordPlace {
  /** The line it begins on. */
  line: number;
  /** Which record of the file it is. */
  record: number;
}

/**
 * One edition as a file describes it, in the file's own words: readers of all formats make these, and `checkRecord` turns them
 * into clean values or says what is wrong. What a file does not name is absent, and an import leaves it as it is.
 */
export interface RawRecord extends RawFields {
  place: RecordPlace;
  /** A delete notice hides the edition from readers; a partial one changes only what it names. Absent: a whole record. */
  notice?: "delete" | "partial";
  /** Why the shop may not sell the book. */
  notForSale?: string;
  /** The MRP in other currencies, for a shop that has no exchange rate for the first. */
  otherMrps?: RawAmount[];
}

/** One line of the report: what was refused, mended or passed over, and why. */
export interface ReportLine {
  place: RecordPlace;
  kind: "refused" | "mended" | "skipped";
  /** What the bookseller knows the record by: its reference, ISBN or title. */
  record: string;
  /** The field the line is about; absent when it is about all of the record. */
  field?: string;
  reason: string;
  /** Of a mended line: why some of what was given is not kept; absent where it was only cleaned. */
  lost?: string;
}

/** What a reader of a file yields: a record, or why there is none at this place. */
export type RawItem = { record: RawRecord; mended?: ReportLine[] } | { refused: ReportLine };

/** A file being read. Memory does not grow with the file: items come one after the other. */
export interface RecordFile {
  format: "csv" | "onix";
  items: AsyncIterable<RawItem>;
  /** Bytes of the file on disk that have been read so far, for a progress bar. */
  bytesRead: () => number;
  bytes: number;
}

/** A file that cannot be read at all; the message says why in plain words. */
export class UnreadableFileError extends Error {}
