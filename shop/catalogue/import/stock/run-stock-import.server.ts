/** Imports or previews the rows of a till's stock file, in batches so small that orders hardly wait for them. */
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { runThrottled } from "#shop/kernel/throttle/throttle.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { beginBatch } from "#shop/catalogue/import/batch-writer.server.ts";
import { startOrResumeImport, type Run } from "#shop/catalogue/import/begin-import.server.ts";
import { changeOf } from "#shop/catalogue/records/entity.ts";
import { withImportLock, type ThrowIfStopped } from "#shop/catalogue/records/import-lock.server.ts";
import { describeRaisedMrps } from "#shop/catalogue/import/raised-mrps.server.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import type { ReportFile } from "#shop/catalogue/import/report-file.server.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import { alterBooks } from "#shop/catalogue/records/write/save-rows.server.ts";
import {
  alteration,
  noteListings,
  saveChanges,
  type Change,
} from "#shop/catalogue/records/write/write-batch.server.ts";
import type { Services } from "#shop/services.ts";
import { claimPrices } from "#shop/catalogue/stock/claim-prices.server.ts";
import type { Shelf } from "#shop/catalogue/stock/shelf.ts";
import {
  correctCopies,
  lockDifferingShelves,
  readDifferingShelves,
} from "#shop/catalogue/stock/correct-copies.server.ts";
import type { CheckedStockRow, StockRow } from "./check-stock-row.ts";
import { findBooks, listSources } from "./find-books.server.ts";
import {
  describeDifferences,
  noStockCounts,
  planCorrections,
  planPrices,
  unchangedPrices,
  type StockCounts,
  type StockPlan,
} from "./plan-stock.ts";

type StockServices = Pick<Services, "db" | "now">;

/** The options of a stock import. */
export interface StockOptions {
  /** The source whose keys the till uses; absent: the keys of every import. */
  source?: string;
  /** Columns to overwrite even if a person set them. */
  take: string[];
}

/** Receives the progress of an import. */
export interface StockListener {
  /** The report of rejected, corrected and skipped rows. */
  reportFile?: ReportFile;
  /** Called after each batch; `isThrottled` if the import is slowed down by requests of readers. */
  progress: (counts: StockCounts, isThrottled: boolean) => void;
  /** For a preview: one line for each change. */
  difference?: (line: string) => void;
  /** For a preview: the plan of each batch, with the copies on hand of books whose copies differ. */
  planned?: (plan: StockPlan, shelves: Shelf[]) => void;
}

export interface StockResult {
  /** Null for a preview. */
  importId: number | null;
  counts: StockCounts;
  /** A text on copies on hand whose printed MRP is lower than the new one; empty if there are none. */
  raisedMrps: string;
  /** Whether the import continues one that was interrupted. */
  isResumed: boolean;
  /** Whether the file is the one that was imported last, so that nothing was done. */
  isRepeated: boolean;
}

/**
 * The number of rows per transaction. It is small, so that an order for one of the books waits only some milliseconds.
 */
const batchSize = 200;

/**
 * Imports prices, MRPs and copies on hand from the rows of a till's file, in batches, each in its own transaction.
 * Skips the file that was imported last unless `isAgain` is set, because books may have been sold since then. Throws
 * ImportRunningError during another import.
 */
export function importStock(
  services: StockServices,
  rows: AsyncIterable<CheckedStockRow>,
  file: { fileName: string; contentSha256: string; isAgain: boolean },
  options: StockOptions,
  listener: StockListener,
): Promise<StockResult> {
  const { db, now } = services;
  return withImportLock(db, async (throwIfStopped) => {
    const last = file.isAgain ? null : await findLast(db, file.contentSha256, options);
    if (last !== null)
      return { importId: last, counts: { ...noStockCounts }, raisedMrps: "", isResumed: false, isRepeated: true };
    const { fileName, contentSha256 } = file;
    const run = await startOrResumeImport<StockCounts>(db, {
      kind: "stock",
      fileName,
      contentSha256,
      options,
      now: now(),
    });
    const counts = await readAll(services, rows, options, listener, { ...run, throwIfStopped });
    await refreshAllStaleListings(db);
    await db.execute(sql`update imports set state = 'done', ended_at = ${now()} where id = ${run.id}`);
    const raisedMrps = await describeRaisedMrps(db, run.id);
    return { importId: run.id, counts, raisedMrps, isResumed: run.doneRecords > 0, isRepeated: false };
  });
}

/** Reads a till's file like an import and reports what would change, without writing. */
export async function previewStock(
  services: StockServices,
  rows: AsyncIterable<CheckedStockRow>,
  options: StockOptions,
  listener: StockListener,
): Promise<StockResult> {
  const counts = await readAll(services, rows, options, listener, null);
  return { importId: null, counts, raisedMrps: "", isResumed: false, isRepeated: false };
}

/** The id of the last stock import if it had this file and these options, otherwise null. */
async function findLast(db: Db, contentSha256: string, options: StockOptions): Promise<number | null> {
  const { rows } = await db.execute<{ id: number; isSame: boolean }>(sql`
    select id::int as id, state = 'done' and content_sha256 = ${contentSha256}
      and options = ${JSON.stringify(options)}::jsonb as is_same
    from imports where kind = 'stock' order by imports.id desc limit 1`);
  return rows[0]?.isSame ? rows[0].id : null;
}

async function readAll(
  { db, now }: StockServices,
  checked: AsyncIterable<CheckedStockRow>,
  options: StockOptions,
  listener: StockListener,
  run: (Run<StockCounts> & { throwIfStopped: ThrowIfStopped }) | null,
): Promise<StockCounts> {
  const sources = await listSources(db, options.source);
  const take = new Set(options.take);
  const done = run?.doneRecords ?? 0;
  const seen = new Set<string>();
  let counts: StockCounts = { ...noStockCounts, ...run?.counts, records: done };
  let rows: StockRow[] = [];
  let lines: ReportLine[] = [];
  let read = 0;
  const { reportFile } = listener;
  let reportBytes = (await reportFile?.goOn(run?.reportBytes ?? 0)) ?? 0;

  async function finish(isThrottled: boolean) {
    await run?.throwIfStopped();
    const { plan, after, end } = await inTransaction(db, (tx) => (run ? write(tx, run.id) : look(tx)));
    // Added after the transaction, so that a retried transaction starts from the same set.
    for (const id of plan.books.keys()) seen.add(id);
    [counts, reportBytes] = [after, end];
    listener.progress(counts, isThrottled);
    [rows, lines] = [[], []];
  }

  /** Writes the lines of a batch to the report and returns the offset after them. */
  async function saveReport({ report }: StockPlan): Promise<number> {
    const told = [...lines, ...report].toSorted((a, b) => a.place.record - b.place.record);
    const saved = reportFile?.write(told, reportBytes);
    await saved?.written;
    return saved?.end ?? 0;
  }

  async function write(tx: Db, importId: number) {
    await beginBatch(tx, importId, `stock ${importId}`);
    const plan = planPrices(rows, await findBooks(tx, rows, { sources, take }), new Set(seen), take);
    const books = [...plan.books.values()];
    const altered = books.flatMap((entity) => {
      const change = changeOf(entity);
      return change ? [{ entity, after: change.after }] : [];
    });
    await alterBooks(tx, altered);
    const claimed = await claimPrices(tx, unchangedPrices(plan), `stock ${importId}`);
    // Shelves are locked last, so that orders wait only for the remaining statements.
    const shelves = await lockDifferingShelves(tx, countedCopies(plan));
    const corrections = planCorrections(plan, shelves);
    await correctCopies(tx, corrections, { importId, now: now() });
    const corrected = new Set(corrections.map(({ bookId }) => bookId));
    const changes = books.flatMap((book): Change[] => {
      const change = alteration("book", book);
      const origins = claimed.get(book.id);
      if (!change && !origins && !corrected.has(book.id)) return [];
      return [withOrigins(book.id, change, origins)];
    });
    await saveChanges(tx, importId, changes);
    const relisted = books.filter((book) => corrected.has(book.id) || changeOf(book));
    await noteListings(
      tx,
      relisted.map(({ now }) => textIn(now, "work_id")),
    );
    const after = add(counts, plan, lines, read);
    const end = await saveReport(plan);
    await tx.execute(sql`
      update imports set done_records = ${read}, counts = ${JSON.stringify({ ...after, reportBytes: end })}::jsonb
      where id = ${importId}`);
    return { plan, after, end };
  }

  async function look(tx: Db) {
    const plan = planPrices(rows, await findBooks(tx, rows, { sources, take }), new Set(seen), take);
    const shelves = await readDifferingShelves(tx, countedCopies(plan));
    const corrections = planCorrections(plan, shelves);
    for (const line of describeDifferences(plan, corrections, shelves)) listener.difference?.(line);
    listener.planned?.(plan, shelves);
    return { plan, after: add(counts, plan, lines, read), end: await saveReport(plan) };
  }

  for await (const item of checked) {
    read += 1;
    if (read <= done) continue;
    if ("refused" in item) lines.push(item.refused);
    else {
      rows.push(item.row);
      lines.push(...item.mended);
    }
    if (rows.length + lines.length >= batchSize) await runThrottled(db, finish);
  }
  if (read > counts.records) await runThrottled(db, finish);
  return counts;
}

/**
 * A change for the undo of the import: the changed fields, and the origins of prices that now come from the till.
 * Copies are restored from their stock moves.
 */
function withOrigins(id: string, change: Change | null, origins: Record<string, unknown> = {}): Change {
  const { before, after } = change ?? { before: { field_origins: null }, after: {} };
  const changed = before.field_origins as unknown as Record<string, unknown> | null;
  return { record: "book", id, before: { ...before, field_origins: { ...changed, ...origins } as never }, after };
}

function countedCopies({ copies }: StockPlan) {
  return Array.from(copies, ([bookId, row]) => ({ bookId, quantity: row.copies }));
}

function add(counts: StockCounts, plan: StockPlan, lines: ReportLine[], records: number): StockCounts {
  const after = { ...counts };
  for (const name of typedKeys(plan.counts)) after[name] += plan.counts[name];
  for (const { kind } of lines) after[kind] += 1;
  return { ...after, records };
}
