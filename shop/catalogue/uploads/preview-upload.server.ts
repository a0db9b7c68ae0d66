/** What a file that was brought holds and would change: a look at its first records, which has a budget and is kept in its row. */

import type { Services } from "#shop/services.ts";
import { checkedItems, checkTitles } from "#shop/catalogue/import/import-file.server.ts";
import { previewLookups } from "#shop/catalogue/import/lookup/run-lookup-import.server.ts";
import { checkForLookup } from "#shop/catalogue/lookups/lookup-record.ts";
import type { ColumnUse } from "#shop/catalogue/import/csv/columns.ts";
import { findColumns, openRecordFile } from "#shop/catalogue/import/open-file.server.ts";
import { UnreadableFileError, type RawItem, type ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { ReadLimitError, checkLimit, type ReadLimit } from "#shop/catalogue/import/read-limit.ts";
import type { ReportFile } from "#shop/catalogue/import/report-file.server.ts";
import { previewImport } from "#shop/catalogue/import/run-import.server.ts";
import { checkColumns, checkedRows } from "#shop/catalogue/import/stock/import-stock-file.server.ts";
import { previewStock } from "#shop/catalogue/import/stock/run-stock-import.server.ts";
import { openPictureFiles } from "#shop/catalogue/pictures/picture-files.server.ts";
import { keepPreview, readKeptPreview, type ImportWork } from "./import-work.server.ts";
import { foreseeBooks, foreseeStock, sumUp, type BookChange, type FileChanges } from "./foresee-changes.server.ts";
import { readTitles } from "./read-titles.server.ts";
import { checkOf, readingOf, takeOf, takingOf } from "./read-options.server.ts";

/** What a file that was brought holds, and what its first records would come to. */
export interface UploadPreview {
  /** Columns of a table, with the field that each fills; empty for another file. */
  columns: ColumnUse[];
  /** The first records as they would be taken in. */
  rows: { line: number; cells: string[] }[];
  headings: string[];
  /** So many records were looked at. */
  looked: number;
  counts: [label: string, count: number][];
  /** What would be refused or mended of them, as sentences. */
  report: { line: number; what: ReportLine["kind"]; record: string; reason: string }[];
  changes: FileChanges;
}

/** A file that cannot be read, or not as it was said. */
export interface UnreadableUpload {
  problem: string;
  /** The columns of a table, with what is known of them, for somebody who says what they are. */
  columns: UploadPreview["columns"];
}

/** Records that a preview looks at, and rows and lines that it shows. */
const maxLooked = 100;
const maxRows = 8;
const maxReport = 30;

/** What a preview may cost: unpacked bytes of the file, and milliseconds. */
const maxBytes = 4 * 2 ** 20;
const maxMs = 2_000;

/** The latest look that each of the staff asked for. */
const looks = new Map<number, Promise<unknown>>();

/** The look at a file that is kept, else a new one: of several files one after the other, for the same person. */
export async function lookAtUpload(
  services: Pick<Services, "db" | "now">,
  path: string,
  work: ImportWork,
  { staffId, signal }: { staffId: number; signal: AbortSignal },
): Promise<UploadPreview | UnreadableUpload> {
  const before = looks.get(staffId);
  const look = (async () => {
    await before?.catch(() => {});
    signal.throwIfAborted();
    const kept = await readKeptPreview<UploadPreview | UnreadableUpload>(services.db, work.id);
    if (kept) return kept;
    const preview = await previewUpload(services, path, work, signal);
    await keepPreview(services.db, work, preview);
    return preview;
  })();
  looks.set(staffId, look);
  try {
    return await look;
  } finally {
    if (looks.get(staffId) === look) looks.delete(staffId);
  }
}

/**
 * Looks at the first hundred records of a file, or as many as two seconds allow, and writes nothing; or says why it cannot be
 * read. Ends when nobody waits any more.
 */
export async function previewUpload(
  services: Pick<Services, "db" | "now">,
  path: string,
  { kind, options }: Pick<ImportWork, "kind" | "options">,
  signal: AbortSignal,
): Promise<UploadPreview | UnreadableUpload> {
  const limit: ReadLimit = { bytes: maxBytes, until: performance.now() + maxMs, signal };
  try {
    if (kind === "covers") return await previewCovers(path, limit);
    return await previewRecords(services, path, { kind, options }, limit);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ReadLimitError)
      return {
        problem:
          kind === "covers"
            ? "Looking at this zip takes too long: very many of its files are not pictures. Bring the pictures alone."
            : "Looking at this file takes too long: its first line does not end, or very many files are packed with it. Bring the table alone.",
        columns: [],
      };
    if (!(error instanceof UnreadableFileError)) throw error;
    const more = { ...limit, until: performance.now() + maxMs };
    const columns = kind === "covers" ? [] : await findColumns(path, options.columns, more).catch(() => []);
    return { problem: error.message, columns };
  }
}

const noChanges: FileChanges = { fields: [], samples: [], newCategories: [], capitals: 0 };

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
    rows,
    headings: ["File", "ISBN or id"],
    looked: count,
    counts: [["pictures", count]],
    report: [],
    changes: noChanges,
  };
}

async function previewRecords(
  services: Pick<Services, "db" | "now">,
  path: string,
  { kind, options }: Pick<ImportWork, "kind" | "options">,
  limit: ReadLimit,
): Promise<UploadPreview> {
  const file = await openRecordFile(path, readingOf(options), services.now(), limit);
  if (kind === "stock") checkColumns(file);
  else checkTitles(file);
  const rows: UploadPreview["rows"] = [];
  const seen = { count: 0 };
  const items = { [Symbol.asyncIterator]: () => firstItems(file.items, rows, seen, limit) };
  const first = { ...file, items };
  const lines: ReportLine[] = [];
  const reportFile = collecting(lines);
  /** What becomes of the record on each line, where it is known. */
  const changed = new Map<number, BookChange>();
  const listener = { reportFile, progress: () => {} };
  let counts: UploadPreview["counts"];
  let changes = noChanges;
  if (kind === "stock") {
    const stock = { ...(options.source && { source: options.source }), take: takeOf(options) };
    const planned: Parameters<typeof foreseeStock>[0][] = [];
    const { counts: found } = await previewStock(services, checkedRows(first), stock, {
      ...listener,
      planned: (plan, shelves) => planned.push({ plan, shelves }),
    });
    const titles = await readTitles(
      services.db,
      planned.flatMap(({ plan }) => [...plan.books.keys()]),
    );
    for (const one of planned) for (const [line, change] of foreseeStock(one, titles)) changed.set(line, change);
    changes = { ...noChanges, ...sumUp([...changed.values()]) };
    counts = [
      ["changed", found.changed],
      ["unchanged", found.unchanged],
      ["not known to the shop", found.unknown],
      ["refused", found.refused],
    ];
  } else if (kind === "lookup") {
    const checked = checkedItems(first, { ...checkOf(options), now: services.now() }, checkForLookup);
    const { counts: found } = await previewLookups(services, checked, listener);
    counts = [
      ["kept for looking up", found.kept],
      ["refused", found.refused],
      ["skipped", found.skipped],
    ];
  } else {
    const { check, plan } = takingOf(options, file.format);
    const checked = checkedItems(first, { ...check, now: services.now() });
    const found = await previewImport(services, checked, plan, {
      ...listener,
      planned(batch) {
        const foreseen = foreseeBooks(batch);
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
    columns: file.csv?.columns ?? [],
    rows: rows.map(({ line, cells }) => ({ line, cells: changed.get(line)?.cells ?? cells })),
    headings: ["Title", "People", "ISBN", "MRP", "Price", "Copies"],
    looked: seen.count,
    counts,
    report: lines.slice(0, maxReport).map(({ place, kind: what, record, reason }) => {
      return { line: place.line, what, record, reason };
    }),
    changes,
  };
}

/** The first records, until so many were looked at or the budget is used up. */
async function* firstItems(
  items: AsyncIterable<RawItem>,
  rows: UploadPreview["rows"],
  seen: { count: number },
  limit: ReadLimit,
): AsyncGenerator<RawItem> {
  try {
    for await (const item of items) {
      if ("record" in item && rows.length < maxRows) {
        const { place, title = "", contributors = [], isbn = "", mrp, price, copies = "" } = item.record;
        const names = contributors.map(({ name }) => name).join("; ");
        const written = (amount: typeof mrp) => [amount?.amount, amount?.currency].filter(Boolean).join(" ");
        rows.push({ line: place.line, cells: [title, names, isbn, written(mrp), written(price), copies] });
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

/** A report that is kept in memory. */
function collecting(lines: ReportLine[]): ReportFile {
  return {
    goOn: async () => 0,
    write(more) {
      lines.push(...more);
      return { end: 0, written: Promise.resolve() };
    },
    end: async () => null,
  };
}
