/** Opens a file of books of any format as a stream of records. */
import type { ColumnMap, ColumnUse } from "./csv/columns.ts";
import { planCsv, readColumns, type CsvOptions, type CsvPlan } from "./csv/plan-csv.ts";
import { readCsv } from "./csv/read-csv.ts";
import { readOnix } from "./onix/read-onix.ts";
import { findFormat } from "./find-format.ts";
import { readHead } from "./head.ts";
import type { RawItem, RecordFile } from "#shop/catalogue/fields/raw-record.ts";
import { limitReading, type ReadLimit } from "./read-limit.ts";
import { openBytes } from "./read-bytes.server.ts";

/** A file of books; a CSV file with the plan of its columns. */
export interface OpenedFile extends RecordFile {
  csv?: CsvPlan;
}

/**
 * Opens a file of books, CSV or ONIX, plain or compressed, detected by content. Throws UnreadableFileError, at once or
 * while reading. The options are for CSV; `now` selects the valid prices of ONIX. Exceeding `limit` throws
 * ReadLimitError.
 */
export async function openRecordFile(
  path: string,
  options: CsvOptions = {},
  now = new Date(),
  limit?: ReadLimit,
): Promise<OpenedFile> {
  const { read: readAll, bytes, bytesRead } = await openBytes(path, { limit });
  const read = () => (limit ? limitReading(readAll(), limit) : readAll());
  const head = await readHead(read());
  const format = findFormat(head);
  const csv = format === "csv" ? planCsv(head, options) : undefined;
  const items = (): AsyncGenerator<RawItem> => (csv ? readCsv(read(), options, csv) : readOnix(read(), now));
  return {
    format,
    ...(csv && { csv }),
    items: { [Symbol.asyncIterator]: items },
    bytes,
    bytesRead,
  };
}

/**
 * The columns of a CSV file, as in `map`, the others guessed; empty for an ONIX message. Throws UnreadableFileError and
 * ReadLimitError.
 */
export async function findColumns(path: string, map?: ColumnMap, limit?: ReadLimit): Promise<ColumnUse[]> {
  const { read } = await openBytes(path, { limit });
  const head = await readHead(limit ? limitReading(read(), limit) : read());
  return findFormat(head) === "csv" ? readColumns(head, map) : [];
}
