/** Previews an uploaded file: reads its first records within a budget, and caches the preview in the upload's row. */

import { isDeepStrictEqual } from "node:util";

import type { Db } from "#db/connect.ts";
import { mapColumns } from "#shop/catalogue/import/csv/columns.ts";
import type { Services } from "#shop/services.ts";
import { checkedItems, checkTitles } from "#shop/catalogue/import/import-file.server.ts";
import { previewLookups } from "#shop/catalogue/import/lookup/run-lookup-import.server.ts";
import { checkForLookup } from "#shop/catalogue/lookups/lookup-record.ts";
import type { SampledColumn } from "#shop/catalogue/import/csv/plan-csv.ts";
import { openRecordFile, proposeAnyTable, readSheetNotes } from "#shop/catalogue/import/open-file.server.ts";
import { UnreadableFileError, type RawItem, type ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { ReadLimitError, WorkbookLimitError, checkLimit, type ReadLimit } from "#shop/catalogue/import/read-limit.ts";
import { collectReport } from "#shop/catalogue/import/report-file.server.ts";
import type { Sheets } from "#shop/catalogue/import/workbook/open-workbook.server.ts";
import { previewImport } from "#shop/catalogue/import/run-import.server.ts";
import { checkColumns, checkedRows } from "#shop/catalogue/import/stock/import-stock-file.server.ts";
import { previewStock } from "#shop/catalogue/import/stock/run-stock-import.server.ts";
import { openPictureFiles } from "#shop/catalogue/pictures/picture-files.server.ts";
import { keepReadFields } from "./column-fields.server.ts";
import { groupRefusals, type RefusalGroup } from "./group-refusals.ts";
import { storePreview, readCachedPreview, type ImportJob } from "./import-job.server.ts";
import {
  noChanges,
  previewBookChanges,
  previewStockChanges,
  sumUp,
  type BookChange,
  type FileChanges,
} from "./preview-changes.server.ts";
import type { ImportJobOptions } from "./import-job-options.ts";
import { maxColumns } from "./recognize-upload.server.ts";
import { readTitles } from "./read-titles.server.ts";
import { toPriceOptions, toCsvOptions, toOverwrittenFields, toRecordOptions } from "./read-options.server.ts";

/** A preview of an uploaded file. */
export interface UploadPreview {
  /** Columns of a CSV file with their fields; empty for other files. */
  columns: SampledColumn[];
  /** The sheets of a workbook; as JSON without their method. */
  sheets?: Pick<Sheets, "names" | "chosen">;
  /** Sentences on how a workbook is read. */
  notes: string[];
  /** The first records as the import would read them. */
  rows: { line: number; cells: string[] }[];
  headings: string[];
  /** Number of records that were read. */
  looked: number;
  counts: [label: string, count: number][];
  /** Refused and corrected records, grouped by their reasons. */
  refusals: RefusalGroup[];
  changes: FileChanges;
}

/** A file that cannot be read, or not with the given options. */
export interface UnreadableUpload {
  problem: string;
  /** The columns of a CSV file as far as recognized, for a person to assign them. */
  columns: UploadPreview["columns"];
  sheets?: UploadPreview["sheets"];
}

/** Maximum records read, and rows shown. */
const maxLooked = 100;
const maxRows = 8;

/** Budget of a preview: decompressed bytes of the file, and milliseconds. */
const maxBytes = 4 * 2 ** 20;
const maxMs = 2_000;

/** The latest preview in progress for each member of the staff. */
const looks = new Map<number, Promise<unknown>>();

/** The cached preview of a file, or a new one. Previews for the same person run one after the other. */
export async function getUploadPreview(
  services: Pick<Services, "db" | "now">,
  path: string,
  work: ImportJob,
  { staffId, signal }: { staffId: number; signal: AbortSignal },
): Promise<UploadPreview | UnreadableUpload> {
  const before = looks.get(staffId);
  const look = (async () => {
    await before?.catch(() => {});
    signal.throwIfAborted();
    const kept = await readCurrentPreview(services.db, work.id);
    if (kept) return kept;
    const preview = { ...(await previewUpload(services, path, work, signal)), version };
    await storePreview(services.db, work, preview);
    return preview;
  })();
  looks.set(staffId, look);
  try {
    return await look;
  } finally {
    if (looks.get(staffId) === look) looks.delete(staffId);
  }
}

/** The version of stored previews; others are of another version of the shop, and are made again. */
const version = 5;

async function readCurrentPreview(db: Db, id: string): Promise<UploadPreview | UnreadableUpload | null> {
  const kept = await readCachedPreview<(UploadPreview | UnreadableUpload) & { version?: number }>(db, id);
  return kept?.version === version ? kept : null;
}

/** Whether the stored preview of a file shows the result of these choices. */
export async function isPreviewed(
  db: Db,
  work: Pick<ImportJob, "id" | "kind" | "options">,
  { kind, options }: { kind: ImportJob["kind"] | null; options: ImportJobOptions },
): Promise<boolean> {
  const preview = await readCurrentPreview(db, work.id);
  if (!preview || (kind ?? work.kind) !== work.kind) return false;
  // A choice of a category says itself what it does.
  const { like: _, columns: __, columnsHash: ___, sheet: _____, categories: ______, ...shown } = work.options;
  const { columns, columnsHash: ____, sheet, categories: _______, ...chosen } = options;
  // The form contains the fields of all columns, guessed ones too.
  const isSameMap = !columns || isDeepStrictEqual(columns, mapColumns(preview.columns.slice(0, maxColumns)));
  const isSameSheet = sheet === undefined || sheet === preview.sheets?.chosen;
  return isSameSheet && isSameMap && isDeepStrictEqual(chosen, shown);
}

/**
 * Reads at most the first hundred records, within two seconds, and writes nothing; returns the problem if the file
 * cannot be read. Aborts with `signal`.
 */
export async function previewUpload(
  services: Pick<Services, "db" | "now">,
  path: string,
  { kind, options }: Pick<ImportJob, "kind" | "options">,
  signal: AbortSignal,
): Promise<UploadPreview | UnreadableUpload> {
  const limit: ReadLimit = { bytes: maxBytes, until: performance.now() + maxMs, signal };
  try {
    if (kind === "covers") return await previewCovers(path, limit);
    return await previewRecords(services, path, { kind, options }, limit);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof WorkbookLimitError) return { problem: error.message, columns: [] };
    if (error instanceof ReadLimitError)
      return {
        problem:
          kind === "covers"
            ? "Reading this zip takes too long: very many of its files are not pictures. Upload a zip with pictures only."
            : "Reading this file takes too long: its first line does not end, or the zip contains very many files. Upload the table only.",
        columns: [],
      };
    if (!(error instanceof UnreadableFileError)) throw error;
    const more = { ...limit, until: performance.now() + maxMs };
    const table = kind === "covers" ? null : await proposeAnyTable(path, toCsvOptions(options), more);
    return {
      problem: error.message,
      columns: keepReadFields(kind, table?.columns ?? []),
      ...(table?.sheets && { sheets: table.sheets }),
    };
  }
}

async function previewCovers(path: string, limit: ReadLimit): Promise<UploadPreview> {
  const { count, files, close } = await openPictureFiles(path, limit);
  const rows: UploadPreview["rows"] = [];
  try {
    for await (const file of files) {
      rows.push({ line: rows.length + 1, cells: [file.path, file.name] });
      if (rows.length === maxRows) break;
    }
  } finally {
    close();
  }
  return {
    columns: [],
    notes: [],
    rows,
    headings: ["File", "ISBN, item code or id"],
    looked: count,
    counts: [["pictures", count]],
    refusals: [],
    changes: noChanges,
  };
}

async function previewRecords(
  services: Pick<Services, "db" | "now">,
  path: string,
  { kind, options }: Pick<ImportJob, "kind" | "options">,
  limit: ReadLimit,
): Promise<UploadPreview> {
  const file = await openRecordFile(path, toCsvOptions(options), services.now(), limit);
  if (kind === "stock") checkColumns(file);
  else checkTitles(file);
  const rows: UploadPreview["rows"] = [];
  const seen = { count: 0, titles: new Map<number, string>() };
  const items = { [Symbol.asyncIterator]: () => firstItems(file.items, rows, seen, limit) };
  const first = { ...file, items };
  const lines: ReportLine[] = [];
  const reportFile = collectReport(lines);
  /** The result of the record on each line, if known. */
  const changed = new Map<number, BookChange>();
  const listener = { reportFile, progress: () => {} };
  let counts: UploadPreview["counts"];
  let changes = noChanges;
  if (kind === "stock") {
    const stock = { ...(options.source && { source: options.source }), take: toOverwrittenFields(options) };
    const planned: Parameters<typeof previewStockChanges>[0][] = [];
    const { counts: found } = await previewStock(services, checkedRows(first), stock, {
      ...listener,
      planned: (plan, shelves) => planned.push({ plan, shelves }),
    });
    const titles = await readTitles(
      services.db,
      planned.flatMap(({ plan }) => [...plan.books.keys()]),
    );
    for (const one of planned) for (const [line, change] of previewStockChanges(one, titles)) changed.set(line, change);
    changes = { ...noChanges, ...sumUp([...changed.values()]) };
    counts = [
      ["changed", found.changed],
      ["unchanged", found.unchanged],
      ["not known to the shop", found.unknown],
      ["refused", found.refused],
    ];
  } else if (kind === "lookup") {
    const checked = checkedItems(first, { ...toPriceOptions(options), now: services.now() }, checkForLookup);
    const { counts: found } = await previewLookups(services, checked, listener);
    counts = [
      ["stored for look-ups", found.kept],
      ["refused", found.refused],
      ["skipped", found.skipped],
    ];
  } else {
    const { check, plan } = toRecordOptions(options, file.format);
    const checked = checkedItems(first, { ...check, now: services.now() });
    const found = await previewImport(services, checked, plan, {
      ...listener,
      planned(batch) {
        const foreseen = previewBookChanges(batch, Object.keys(options.categories ?? {}));
        for (const [line, change] of foreseen.lines) changed.set(line, change);
        changes = foreseen.changes;
      },
    });
    counts = [
      ["new", found.counts.added],
      ["changed", found.counts.changed],
      ["unchanged", found.counts.unchanged],
      ["refused", found.counts.refused],
    ];
  }
  return {
    columns: keepReadFields(kind, file.csv?.columns ?? []),
    ...(file.sheets && { sheets: file.sheets }),
    notes: file.sheets ? await readSheetNotes(file, limit) : [],
    rows: rows.map(({ line, cells }) => ({ line, cells: changed.get(line)?.cells ?? cells })),
    headings: ["Title", "People", "ISBN or item code", "MRP", "Price", "Copies"],
    looked: seen.count,
    counts,
    refusals: groupRefusals(lines, seen.titles),
    changes,
  };
}

/** The first records, up to `maxLooked` or the end of the budget. */
async function* firstItems(
  items: AsyncIterable<RawItem>,
  rows: UploadPreview["rows"],
  seen: { count: number; titles: Map<number, string> },
  limit: ReadLimit,
): AsyncGenerator<RawItem> {
  try {
    for await (const item of items) {
      if ("record" in item) seen.titles.set(item.record.place.line, item.record.title ?? "");
      if ("record" in item && rows.length < maxRows) {
        const { place, title = "", contributors = [], isbn, reference, mrp, price, copies = "" } = item.record;
        const names = contributors.map(({ name }) => name).join("; ");
        const written = ({ amount = "", currency = "" }: Partial<NonNullable<typeof mrp>> = {}) =>
          currency === "INR" ? `₹${amount}` : `${amount} ${currency}`.trim();
        rows.push({
          line: place.line,
          cells: [title, names, isbn ?? reference ?? "", written(mrp), written(price), copies],
        });
      }
      seen.count += 1;
      yield item;
      if (seen.count >= maxLooked) return;
      checkLimit(limit);
    }
  } catch (error) {
    if (!(error instanceof ReadLimitError) || limit.signal.aborted) throw error;
  }
}
