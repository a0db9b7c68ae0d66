import { basename, resolve } from "node:path";

import type { CsvOptions } from "#shop/catalogue/import/csv/plan-csv.ts";
import type { PriceOptions } from "#shop/catalogue/fields/check/price-options.ts";
import { checkedItems, checkTitles, hashFile } from "#shop/catalogue/import/import-file.server.ts";
import { openRecordFile, type OpenedFile } from "#shop/catalogue/import/open-file.server.ts";
import { openReport } from "#shop/catalogue/import/report-file.server.ts";
import type { Services } from "#shop/services.ts";
import { checkForLookup } from "#shop/catalogue/lookups/lookup-record.ts";
import { importLookups, previewLookups, type LookupCounts, type LookupResult } from "./run-lookup-import.server.ts";

/** What somebody asks of a file of books to look up, besides the file. */
export interface LookupFileOptions {
  csv: CsvOptions;
  check: PriceOptions;
  /** Nothing is kept. */
  isPreview: boolean;
}

export interface LookupFileResult extends LookupResult {
  /** How the file was understood. */
  file: OpenedFile;
  /** Names every record that was refused, mended or passed over; null when there was none. */
  reportPath: string | null;
}

/** How far an import is. */
export interface LookupProgress {
  counts: LookupCounts;
  bytesRead: number;
  bytes: number;
  /** It goes slowly because readers are being served. */
  isGivingWay: boolean;
}

/**
 * Keeps the books of a file for looking up, or only says how many it would keep. The report is written beside the file. Throws
 * UnreadableFileError and ImportRunningError.
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
    progress: (counts: LookupCounts, isGivingWay: boolean) =>
      onProgress({ counts, bytesRead: file.bytesRead(), bytes: file.bytes, isGivingWay }),
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
