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

/** What somebody asks of an import, besides the file. */
export interface FileImportOptions {
  csv: CsvOptions;
  check: Pick<CheckOptions, "exchangeRates" | "discountPercent">;
  plan: ImportOptions;
  /** Nothing is written; what would change stands in a file of its own. */
  isPreview: boolean;
  /** Records of a transaction; absent: as many as do well. */
  batchSize?: number;
}

/** How far an import is. */
export interface ImportProgress {
  counts: ImportCounts;
  bytesRead: number;
  bytes: number;
  /** It goes slowly because readers are being served. */
  isGivingWay: boolean;
}

export interface FileImportResult extends ImportResult {
  /** How the file was understood. */
  file: OpenedFile;
  /** Names every record that was refused, mended or passed over; null when there was none. */
  reportPath: string | null;
  /** Of a preview: what would change, a line for each difference; null when nothing would. */
  differencesPath: string | null;
}

/**
 * Imports a file of books, or previews it. The report is written beside the file. Throws UnreadableFileError and
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
    progress: (counts: ImportCounts, isGivingWay: boolean) =>
      onProgress({ counts, bytesRead: file.bytesRead(), bytes: file.bytes, isGivingWay }),
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

/** Throws UnreadableFileError when most titles of a table have lost their letters: it must be saved anew. */
export function checkTitles({ csv }: OpenedFile) {
  if (!csv?.lostTitle) return;
  throw new UnreadableFileError(
    `The letters of most titles, such as ${quote(csv.lostTitle)}, were lost when the file was saved. Save it anew as “CSV UTF-8”, and import that.`,
  );
}

/** The records of a file, each checked, or why it cannot be taken in, with what can be looked up of it. */
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
