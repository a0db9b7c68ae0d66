import type { RawFields } from "./book-fields.ts";
import type { RawAmount } from "./raw-values.ts";

/** The position of a record in its file, counted from 1. */
export interface RecordPlace {
  /** The line on which the record begins. */
  line: number;
  /** Its number in the file. */
  record: number;
}

/**
 * One edition as its file describes it, unparsed. The readers of all formats yield these; `checkRecord` parses the
 * values or reports errors. Absent fields leave the shop's values unchanged.
 */
export interface RawRecord extends RawFields {
  place: RecordPlace;
  /** `delete` hides the edition from readers; `partial` changes only the given fields. Absent: a complete record. */
  notice?: "delete" | "partial";
  /** Why the shop may not sell the book. */
  notForSale?: string;
  /** The MRP in other currencies, for a shop without an exchange rate for the first one. */
  otherMrps?: RawAmount[];
}

/** A line of the import report: a record or field that was rejected, corrected or skipped, and why. */
export interface ReportLine {
  place: RecordPlace;
  kind: "refused" | "mended" | "skipped";
  /** How the bookseller identifies the record: by reference, ISBN or title. */
  record: string;
  /** The affected field; absent if the line is about the whole record. */
  field?: string;
  reason: string;
  /** For `mended` lines: why part of the value was lost; absent if it was only cleaned. */
  lost?: string;
}

/** An item of a file: a record, or the reason why it cannot be read. */
export type RawItem = { record: RawRecord; mended?: ReportLine[] } | { refused: ReportLine };

/** A file that is being read. Items are streamed, so that memory does not grow with the file. */
export interface RecordFile {
  format: "csv" | "onix";
  items: AsyncIterable<RawItem>;
  /** Bytes of the file read so far, for a progress bar. */
  bytesRead: () => number;
  bytes: number;
}

/** Thrown if the whole file cannot be read; the message is written for staff. */
export class UnreadableFileError extends Error {}
