import { basename, resolve } from "node:path";

import type { CsvOptions } from "#shop/catalogue/import/csv/plan-csv.ts";
import type { PriceOptions } from "#shop/catalogue/fields/check/price-options.ts";
import { checkedItems, checkTitles, hashFile } from "#shop/catalogue/import/import-file.server.ts";
import { openRecordFile, type OpenedFile } from "#shop/catalogue/import/open-file.server.ts";
import { openReport } from "#shop/catalogue/import/report-file.server.ts";
import type { Services } from "#shop/services.ts";
import { checkForLookup } from "#shop/catalogue/lookups/lookup-record.ts";
import { importLookups, previewLookups, type LookupCounts, type LookupResult } from "./run-lookup-import.server.ts";

/** The options of an import of lookup records, apart from the file. */
export interface LookupFileOptions {
  csv: CsvOptions;
  check: PriceOptions;
  /** Whether to save nothing. */
  isPreview: boolean;
}

export interface LookupFileResult extends LookupResult {
  /** The detected format of the file. */
  file: OpenedFile;
  /** Path of the report on rejected, corrected and skipped records; null if there are none. */
  reportPath: string | null;
}

/** The progress of an import. */
export interface LookupProgress {
  counts: LookupCounts;
  bytesRead: number;
  bytes: number;
  /** Whether the import is slowed down, because the shop is busy with requests of readers. */
  isThrottled: boolean;
}

/**
 * Imports the books of a file as lookup records, or counts them for a preview. Writes the report next to the file.
 * Throws UnreadableFileError and ImportRunningError.
 */
export async function importLookupFile(
  services: Pick<Services, "db" | "now">,
  path: string,
  options: LookupFileOptions,
  onProgress: (progress: LookupProgress) => void,
): Promise<LookupFileResult> {
  const file = await openRecordFile(path, options.csv, services.now());
  checkTitles(file);
  const report = await openReport(`${resolve(path)}.report.csv`);
  const listener = {
    reportFile: report,
    progress: (counts: LookupCounts, isThrottled: boolean) =>
      onProgress({ counts, bytesRead: file.bytesRead(), bytes: file.bytes, isThrottled }),
  };
  try {
    const items = checkedItems(file, { ...options.check, now: services.now() }, checkForLookup);
    const result = options.isPreview
      ? await previewLookups(services, items, listener)
      : await importLookups(
          services,
          items,
          { fileName: basename(path), contentSha256: await hashFile(path) },
          options.check,
          listener,
        );
    return { ...result, file, reportPath: await report.end() };
  } finally {
    await report.end();
  }
}
