/** Imports or previews a file of books, with a report file next to it. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename, resolve } from "node:path";

import type { Services } from "#shop/services.ts";
import { checkRecord, type CheckOptions } from "#shop/catalogue/records/check-record.ts";
import type { CsvOptions } from "./csv/plan-csv.ts";
import { checkForLookup, lookupOf } from "#shop/catalogue/lookups/lookup-record.ts";
import { quote } from "#shop/catalogue/fields/check/reading.ts";
import { openRecordFile, type OpenedFile } from "./open-file.server.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { openLines, openReport } from "./report-file.server.ts";
import {
  importCatalogue,
  previewImport,
  type CheckedItem,
  type ImportCounts,
  type ImportOptions,
  type ImportResult,
} from "./run-import.server.ts";

/** The options of an import, apart from the file. */
export interface FileImportOptions {
  csv: CsvOptions;
  check: Pick<CheckOptions, "exchangeRates" | "discountPercent">;
  plan: ImportOptions;
  /** Whether to write only the differences to a file, and nothing to the catalogue. */
  isPreview: boolean;
  /** The number of records per transaction; absent for the default. */
  batchSize?: number;
}

/** The progress of an import. */
export interface ImportProgress {
  counts: ImportCounts;
  bytesRead: number;
  bytes: number;
  /** Whether the import is slowed down, because the shop is busy with requests of readers. */
  isThrottled: boolean;
}

export interface FileImportResult extends ImportResult {
  /** The detected format of the file. */
  file: OpenedFile;
  /** Path of the report on rejected, corrected and skipped records; null if there are none. */
  reportPath: string | null;
  /** For a preview: path of the list of differences, one per line; null if there are none. */
  differencesPath: string | null;
}

/**
 * Imports or previews a file of books, and writes the report next to it. Throws UnreadableFileError and
 * ImportRunningError.
 */
export async function importFile(
  services: Pick<Services, "db" | "now">,
  path: string,
  options: FileImportOptions,
  onProgress: (progress: ImportProgress) => void,
): Promise<FileImportResult> {
  const file = await openRecordFile(path, options.csv, services.now());
  checkTitles(file);
  const report = await openReport(`${resolve(path)}.report.csv`);
  const differences = openLines(`${resolve(path)}.preview.txt`, "");
  const listener = {
    reportFile: report,
    difference: (line: string) => differences.write(`${line}\n`),
    progress: (counts: ImportCounts, isThrottled: boolean) =>
      onProgress({ counts, bytesRead: file.bytesRead(), bytes: file.bytes, isThrottled }),
  };
  try {
    const items = checkedItems(file, { ...options.check, now: services.now() });
    const result = options.isPreview
      ? await previewImport(services, items, options.plan, listener)
      : await importCatalogue(
          services,
          items,
          { fileName: basename(path), contentSha256: await hashFile(path) },
          options.plan,
          listener,
          options.batchSize,
        );
    return { ...result, file, reportPath: await report.end(), differencesPath: await differences.end() };
  } finally {
    await Promise.all([report.end(), differences.end()]);
  }
}

/** Throws UnreadableFileError if most titles of a table have lost letters: it has to be saved again. */
export function checkTitles({ csv }: OpenedFile) {
  if (!csv?.lostTitle) return;
  throw new UnreadableFileError(
    `The letters of most titles, such as ${quote(csv.lostTitle)}, were lost when the file was saved. Save it again as “CSV UTF-8”, and import that file.`,
  );
}

/**
 * Yields each record of a file after the checks. A rejected record is yielded as an error, together with its data for
 * lookups if this is valid.
 */
export async function* checkedItems(
  file: OpenedFile,
  options: CheckOptions,
  check = checkRecord,
): AsyncGenerator<CheckedItem> {
  for await (const item of file.items) {
    if ("refused" in item) {
      yield item;
      continue;
    }
    const checked = check(item.record, options);
    if ("record" in checked) {
      if (item.mended) checked.mended.unshift(...item.mended);
      yield checked;
      continue;
    }
    const readable = checkForLookup(item.record, options);
    const lookup = "record" in readable ? lookupOf(readable.record) : null;
    yield { ...checked, ...(lookup && { lookup }) };
  }
}

/** The SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
