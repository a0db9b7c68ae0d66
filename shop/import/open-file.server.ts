import { planCsv, readColumnNames, type CsvOptions, type CsvPlan } from "./csv/plan-csv.ts";
import { readCsv } from "./csv/read-csv.ts";
import { readOnix } from "./onix/read-onix.ts";
import { findFormat } from "./find-format.ts";
import { readHead } from "./head.ts";
import type { RawItem, RecordFile } from "./raw-record.ts";
import { openBytes } from "./read-bytes.server.ts";

/** What reads each format. */
const readers: Record<
  RecordFile["format"],
  (bytes: AsyncIterable<Uint8Array>, options: CsvOptions, now: Date) => AsyncIterable<RawItem>
> = { csv: readCsv, onix: (bytes, _, now) => readOnix(bytes, now) };

/** A file of books, with how its columns were understood when it is a table. */
export interface OpenedFile extends RecordFile {
  csv?: CsvPlan;
}

/**
 * Opens a file of books, CSV or ONIX, plain or packed; content decides, not the name. Throws UnreadableFileError, at once or
 * while it is read. The options concern CSV alone; an ONIX message is read as
 * of `now`, for its prices have dates.
 */
export async function openRecordFile(path: string, options: CsvOptions = {}, now = new Date()): Promise<OpenedFile> {
  const { read, bytes, bytesRead } = await openBytes(path);
  const head = await readHead(read());
  const format = findFormat(head);
  const reader = readers[format];
  return {
    format,
    ...(format === "csv" && { csv: planCsv(head, options) }),
    items: { [Symbol.asyncIterator]: () => reader(read(), options, now)[Symbol.asyncIterator]() },
    bytes,
    bytesRead,
  };
}

/** The names of a table's columns, for somebody who says what they are; none for an ONIX message. Throws UnreadableFileError. */
export async function findColumnNames(path: string): Promise<string[]> {
  const { read } = await openBytes(path);
  const head = await readHead(read());
  return findFormat(head) === "csv" ? readColumnNames(head) : [];
}
