/** Imports or previews a till's stock file, with a report file next to it. */
import { basename, resolve } from "node:path";

import type { CsvOptions } from "#shop/catalogue/import/csv/plan-csv.ts";
import { hashFile } from "#shop/catalogue/import/import-file.server.ts";
import { openRecordFile, type OpenedFile } from "#shop/catalogue/import/open-file.server.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { openLines, openReport } from "#shop/catalogue/import/report-file.server.ts";
import type { Services } from "#shop/services.ts";
import { checkStockRow, type CheckedStockRow } from "./check-stock-row.ts";
import type { StockCounts } from "./plan-stock.ts";
import { importStock, previewStock, type StockOptions, type StockResult } from "./run-stock-import.server.ts";

/** The options of a stock import, apart from the file. */
export interface StockFileOptions {
  csv: CsvOptions;
  stock: StockOptions;
  /** Whether to write only the differences to a file, and nothing to the catalogue. */
  isPreview: boolean;
  /** Whether to import the file even if it is the one that was imported last. */
  isAgain: boolean;
}

export interface StockFileResult extends StockResult {
  /** The detected format of the file. */
  file: OpenedFile;
  /** Path of the report on rejected, corrected and skipped rows; null if there are none. */
  reportPath: string | null;
  /** For a preview: path of the list of differences, one per line; null if there are none. */
  differencesPath: string | null;
}

/** The progress of an import. */
export interface StockProgress {
  counts: StockCounts;
  bytesRead: number;
  bytes: number;
  /** Whether the import is slowed down, because the shop is busy with requests of readers. */
  isThrottled: boolean;
}

/** Maximum differences to show; the file contains all. */
const maxShown = 20;

/**
 * Imports or previews a till's file, and writes the report next to it. Throws UnreadableFileError and
 * ImportRunningError.
 */
export async function importStockFile(
  services: Pick<Services, "db" | "now">,
  path: string,
  options: StockFileOptions,
  onProgress: (progress: StockProgress) => void,
): Promise<StockFileResult & { differences: string[] }> {
  const file = await openRecordFile(path, options.csv);
  checkColumns(file);
  const report = await openReport(`${resolve(path)}.report.csv`);
  const differenceFile = openLines(`${resolve(path)}.preview.txt`, "");
  const differences: string[] = [];
  const listener = {
    reportFile: report,
    difference: (line: string) => {
      if (differences.length < maxShown) differences.push(line);
      differenceFile.write(`${line}\n`);
    },
    progress: (counts: StockCounts, isThrottled: boolean) =>
      onProgress({ counts, bytesRead: file.bytesRead(), bytes: file.bytes, isThrottled }),
  };
  try {
    const rows = checkedRows(file);
    const result = options.isPreview
      ? await previewStock(services, rows, options.stock, listener)
      : await importStock(
          services,
          rows,
          { fileName: basename(path), contentSha256: await hashFile(path), isAgain: options.isAgain },
          options.stock,
          listener,
        );
    return {
      ...result,
      file,
      differences,
      reportPath: await report.end(),
      differencesPath: await differenceFile.end(),
    };
  } finally {
    await Promise.all([report.end(), differenceFile.end()]);
  }
}

/** Throws UnreadableFileError if the file has no key column, or none of prices and copies. */
export function checkColumns({ csv }: OpenedFile) {
  if (!csv) throw new UnreadableFileError("This is an ONIX message. A till's file is a table, CSV or TSV.");
  const fields = csv.columns.map(({ field }) => field);
  const columns = csv.columns.map(({ column }) => column || "(no name)").join(", ");
  if (!fields.some((field) => field === "isbn" || field === "reference" || field === "isbn_or_code"))
    throw new UnreadableFileError(
      `No column was recognized as an ISBN or an item code. State which column it is. The columns are: ${columns}.`,
    );
  if (!fields.includes("copies") && !fields.includes("price") && !fields.includes("mrp"))
    throw new UnreadableFileError(
      `No column was recognized as copies, price or MRP. State which column it is. The columns are: ${columns}.`,
    );
}

/** Yields the checked rows of a till's file, or errors. */
export async function* checkedRows({ items }: OpenedFile): AsyncGenerator<CheckedStockRow> {
  for await (const item of items) {
    if ("refused" in item) {
      yield item;
      continue;
    }
    const checked = checkStockRow(item.record);
    if ("row" in checked && item.mended) checked.mended.unshift(...item.mended);
    yield checked;
  }
}
