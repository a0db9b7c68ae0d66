import type { Services } from "#shop/services.ts";
import { checkedItems, checkTitles } from "#shop/import/import-file.server.ts";
import { previewLookups } from "#shop/import/lookup/run-lookup-import.server.ts";
import { checkForLookup } from "#shop/import/lookup/lookup-record.ts";
import { findColumnNames, openRecordFile } from "#shop/import/open-file.server.ts";
import { UnreadableFileError, type RawItem, type ReportLine } from "#shop/import/raw-record.ts";
import type { ReportFile } from "#shop/import/report-file.server.ts";
import { previewImport } from "#shop/import/run-import.server.ts";
import { checkColumns, checkedRows } from "#shop/import/stock/import-stock-file.server.ts";
import { previewStock } from "#shop/import/stock/run-stock-import.server.ts";
import { openPictureFiles } from "#shop/pictures/picture-files.server.ts";
import type { ImportWork } from "./import-work.server.ts";
import { withoutFlags } from "./without-flags.ts";
import { checkOf, readingOf, takeOf, takingOf } from "./read-options.server.ts";

/** What a file that was brought holds, and what its first records would come to. */
export interface UploadPreview {
  /** Columns of a table, with the field that each fills; empty for another file. */
  columns: { column: string; field: string | null }[];
  /** The first records as they are read. */
  rows: { line: number; cells: string[] }[];
  headings: string[];
  /** So many records were looked at. */
  looked: number;
  counts: [label: string, count: number][];
  /** What would be refused or mended of them, as sentences. */
  report: { line: number; what: ReportLine["kind"]; record: string; reason: string }[];
}

/** A file that cannot be read, or not as it was said. */
export interface UnreadableUpload {
  problem: string;
  /** The columns of a table, for somebody who says what they are. */
  columns: { column: string; field: null }[];
}

/** Records that a preview looks at, and rows and lines that it shows. */
const maxLooked = 100;
const maxRows = 8;
const maxReport = 30;

/** Looks at the first hundred records of a file, and writes nothing; or why it cannot be read. */
export async function previewUpload(
  services: Pick<Services, "db" | "now">,
  path: string,
  { kind, options }: Pick<ImportWork, "kind" | "options">,
): Promise<UploadPreview | UnreadableUpload> {
  try {
    if (kind === "covers") return await previewCovers(path);
    return await previewRecords(services, path, { kind, options });
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    const columns = kind === "covers" ? [] : await findColumnNames(path).catch(() => []);
    return { problem: withoutFlags(error.message), columns: columns.map((column) => ({ column, field: null })) };
  }
}

async function previewCovers(path: string): Promise<UploadPreview> {
  const { count, files, close } = await openPictureFiles(path);
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
  };
}

async function previewRecords(
  services: Pick<Services, "db" | "now">,
  path: string,
  { kind, options }: Pick<ImportWork, "kind" | "options">,
): Promise<UploadPreview> {
  const file = await openRecordFile(path, readingOf(options), services.now());
  if (kind === "stock") checkColumns(file);
  else checkTitles(file);
  const rows: UploadPreview["rows"] = [];
  const seen = { count: 0 };
  const items = { [Symbol.asyncIterator]: () => firstItems(file.items, rows, seen) };
  const first = { ...file, items };
  const lines: ReportLine[] = [];
  const reportFile = collecting(lines);
  const listener = { reportFile, progress: () => {} };
  let counts: UploadPreview["counts"];
  if (kind === "stock") {
    const stock = { ...(options.source && { source: options.source }), take: takeOf(options) };
    const { counts: found } = await previewStock(services, checkedRows(first), stock, listener);
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
    const found = await previewImport(services, checkedItems(first, { ...check, now: services.now() }), plan, listener);
    counts = [
      ["new", found.counts.added],
      ["changed", found.counts.changed],
      ["unchanged", found.counts.unchanged],
      ["refused", found.counts.refused],
    ];
  }
  return {
    columns: file.csv?.columns.map(({ column, field }) => ({ column, field })) ?? [],
    rows,
    headings: ["Title", "People", "ISBN", "MRP, ₹", "Price, ₹", "Copies"],
    looked: seen.count,
    counts,
    report: lines.slice(0, maxReport).map(({ place, kind: what, record, reason }) => {
      return { line: place.line, what, record, reason: withoutFlags(reason) };
    }),
  };
}

async function* firstItems(
  items: AsyncIterable<RawItem>,
  rows: UploadPreview["rows"],
  seen: { count: number },
): AsyncGenerator<RawItem> {
  for await (const item of items) {
    if ("record" in item && rows.length < maxRows) {
      const { place, title = "", contributors = [], isbn = "", mrp, price, copies = "" } = item.record;
      const names = contributors.map(({ name }) => name).join("; ");
      rows.push({ line: place.line, cells: [title, names, isbn, mrp?.amount ?? "", price?.amount ?? "", copies] });
    }
    seen.count += 1;
    yield item;
    if (seen.count >= maxLooked) return;
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
