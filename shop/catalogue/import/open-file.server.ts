/** Opens a file of books of any format as a stream of records. */
import { planCsv, readColumns, type CsvOptions, type CsvPlan, type SampledColumn } from "./csv/plan-csv.ts";
import { readCsv } from "./csv/read-csv.ts";
import { readOnix } from "./onix/read-onix.ts";
import { findFormat } from "./find-format.ts";
import { readHead } from "./head.ts";
import type { RawItem, RecordFile } from "#shop/catalogue/fields/raw-record.ts";
import { limitReading, ReadLimitError, WorkbookLimitError, type ReadLimit } from "./read-limit.ts";
import { openBytes } from "./read-bytes.server.ts";
import { sheetSeparator, type Sheets } from "./workbook/open-workbook.server.ts";

/** A file of books; a table with the plan of its columns, and a workbook with its sheets. */
export interface OpenedFile extends RecordFile {
  csv?: CsvPlan;
  sheets?: Sheets;
  /** The decompressed bytes; of a workbook, the sheet as CSV. */
  read: () => AsyncIterable<Uint8Array>;
}

/**
 * Opens a file of books, CSV, a workbook or ONIX, plain or compressed, detected by content. Throws UnreadableFileError,
 * at once or while reading. The options are for tables; `now` selects the valid prices of ONIX. Exceeding `limit` throws
 * ReadLimitError.
 */
export async function openRecordFile(
  path: string,
  options: CsvOptions = {},
  now = new Date(),
  limit?: ReadLimit,
): Promise<OpenedFile> {
  const { read: readAll, bytes, bytesRead, sheets } = await openBytes(path, { limit, sheet: options.sheet });
  const read = () => (limit ? limitReading(readAll(), limit) : readAll());
  const head = await readHead(read()).catch((error: unknown) => {
    throw sheets && error instanceof ReadLimitError ? new WorkbookLimitError(error) : error;
  });
  const format = sheets ? "csv" : findFormat(head);
  const told: CsvOptions = sheets ? { ...options, separator: sheetSeparator } : options;
  const csv = format === "csv" ? planCsv(head, told) : undefined;
  const items = (): AsyncGenerator<RawItem> => (csv ? readCsv(read(), told, csv) : readOnix(read(), now));
  return {
    format,
    ...(csv && { csv }),
    ...(sheets && { sheets }),
    read: readAll,
    items: { [Symbol.asyncIterator]: items },
    bytes,
    bytesRead,
  };
}

/** What is known of a table that may not be readable yet. */
export interface ProposedTable {
  columns: SampledColumn[];
  sheets?: Sheets;
}

/** The columns of the chosen sheet, or of the first one if the workbook has no such sheet; null if unreadable. */
export function proposeAnyTable(path: string, options: CsvOptions, limit: ReadLimit): Promise<ProposedTable | null> {
  const { sheet: _, ...others } = options;
  return proposeTable(path, options, limit)
    .catch(() => proposeTable(path, others, limit))
    .catch(() => null);
}

/**
 * The columns of a table, as in the options, the others guessed; none for an ONIX message. Throws UnreadableFileError
 * and ReadLimitError.
 */
export async function proposeTable(
  path: string,
  { columns, sheet }: Pick<CsvOptions, "columns" | "sheet"> = {},
  limit?: ReadLimit,
): Promise<ProposedTable> {
  const { read, sheets } = await openBytes(path, { limit, sheet });
  const head = await readHead(limit ? limitReading(read(), limit) : read());
  if (!sheets && findFormat(head) !== "csv") return { columns: [] };
  const told: CsvOptions = { ...(columns && { columns }), ...(sheets && { separator: sheetSeparator }) };
  return { columns: readColumns(head, told), ...(sheets && { sheets }) };
}

/** Milliseconds for reading a sheet to its end, only for the notes. */
const noteMs = 700;

/** What a reading of a sheet finds, as far as the time allows: formulas, errors, merged cells. */
export async function readSheetNotes({ sheets, read }: OpenedFile, limit: ReadLimit): Promise<string[]> {
  const until = Math.min(limit.until, performance.now() + noteMs);
  try {
    for await (const _ of limitReading(read(), { ...limit, bytes: Infinity, until }));
  } catch (error) {
    if (!(error instanceof ReadLimitError) || limit.signal.aborted) throw error;
  }
  return sheets?.notes() ?? [];
}
