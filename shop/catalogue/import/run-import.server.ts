/**
 * Imports or previews a file of checked records into the catalogue, in batches that slow down while readers are served.
 */
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { setImmediate } from "node:timers/promises";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { areReadersServed, runThrottled } from "#shop/kernel/throttle/throttle.server.ts";
import {
  refreshAllStaleListings,
  refreshListingsInParallel,
} from "#shop/catalogue/listings/refresh-listings.server.ts";
import type { Services } from "#shop/services.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { startOrResumeImport, type Run } from "./begin-import.server.ts";
import type { CategoryTable } from "#shop/catalogue/records/category-table.ts";
import { withImportLock, type ThrowIfStopped } from "#shop/catalogue/records/import-lock.server.ts";
import { saveLookups } from "#shop/catalogue/lookups/lookup-books.server.ts";
import { lookupOf, type LookupBook } from "#shop/catalogue/lookups/lookup-record.ts";
import { describeRaisedMrps } from "./raised-mrps.server.ts";
import {
  noCounts,
  type BatchCounts,
  type BatchPlan,
  type PlanOptions,
} from "#shop/catalogue/records/plan/batch-plan.ts";
import { describeChanges } from "./describe-changes.ts";
import { planBatch } from "#shop/catalogue/records/plan/plan-batch.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { previewCategoryTable, readCategoryTable } from "#shop/catalogue/records/read/read-category-table.server.ts";
import { readKnownRecords } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { readShelves } from "#shop/catalogue/stock/correct-copies.server.ts";
import type { Correction, Shelf } from "#shop/catalogue/stock/shelf.ts";
import type { ReportFile } from "./report-file.server.ts";
import { addStandardSetIfEmpty } from "./subjects/add-standard-set.server.ts";
import { planCounted } from "./stock/correct-counted.server.ts";
import { BatchWriter, type Outcome } from "./batch-writer.server.ts";

type ImportServices = Pick<Services, "db" | "now">;

/** The options of an import. The same file with the same options resumes where it stopped. */
export interface ImportOptions extends Omit<PlanOptions, "take"> {
  take: string[];
}

/** A valid record, or the reason why it is rejected, with the data that lookups can still use. */
export type CheckedItem = { record: BookRecord; mended: ReportLine[] } | { refused: ReportLine; lookup?: LookupBook };

/** Receives the progress of an import. */
export interface ImportListener {
  /** Called after a batch for each rejected, corrected or skipped record; once, even if the import is resumed. */
  report?: (line: ReportLine) => void;
  /** The file in which these lines are saved. */
  reportFile?: ReportFile;
  /** Called after each batch; `isThrottled` if the import is slowed down by requests of readers. */
  progress: (counts: ImportCounts, isThrottled: boolean) => void;
  /** Called after the last batch with the number of works that are not yet in lists and search. */
  listing?: (left: number) => void;
  /** For a preview: one line for each change of a field. */
  difference?: (line: string) => void;
  /** For a preview: the plan of each batch. */
  planned?: (planned: PlannedBatch) => void;
}

/** A planned batch of a preview. */
export interface PlannedBatch {
  records: BookRecord[];
  plan: BatchPlan;
  /** The shop's categories. */
  categories: CategoryTable;
  /** The stock of the books that the shop has and for which the file has copies. */
  shelves: Shelf[];
  corrections: Correction[];
}

export interface ImportCounts extends BatchCounts {
  /** Records read from the file. */
  records: number;
}

export interface ImportResult {
  importId: number | null;
  counts: ImportCounts;
  /** Subject codes without a category, with the number of records that have them. */
  unknownSubjects: Map<string, number>;
  /** A text on copies on hand whose printed MRP is lower than the new one; empty if there are none. */
  raisedMrps: string;
  /** Whether the import continues one that was interrupted. */
  isResumed: boolean;
}

const usualBatchSize = 500;
/** The batch size while the shop is busy, because requests of readers wait less for smaller batches. */
const smallBatchSize = 100;

/**
 * Seconds between notifications about changed books: the longest delay until readers see them, and the least time
 * between two renderings of a page.
 */
const announceEverySeconds = 15;

/**
 * Imports a file of books in batches, each in its own transaction, so that readers and checkouts wait for at most one
 * batch. Throws ImportRunningError during another import, and ImportLockLostError if the import lock was lost.
 */
export function importCatalogue(
  services: ImportServices,
  items: AsyncIterable<CheckedItem>,
  { fileName, contentSha256 }: { fileName: string; contentSha256: string },
  options: ImportOptions,
  listener: ImportListener,
  batchSize = usualBatchSize,
): Promise<ImportResult> {
  const { db, now } = services;
  return withImportLock(db, async (throwIfStopped) => {
    const run = await startOrResumeImport<ImportCounts>(db, {
      kind: "catalogue",
      fileName,
      contentSha256,
      options,
      now: now(),
    });
    const progress: ImportListener["progress"] = (counts, isSlow) => {
      lists.wake();
      listener.progress(counts, isSlow);
    };
    const heard = { ...listener, progress };
    const importer = await openImporter(services, options, heard, { ...run, throwIfStopped }, batchSize);
    const lists = refreshListingsInParallel(db);
    await importer.readAll(items).finally(lists.stop);
    await refreshAllStaleListings(db, listener.listing);
    await db.execute(sql`
      update imports set state = 'done', ended_at = ${now()} where id = ${run.id}`);
    return {
      importId: run.id,
      counts: importer.counts,
      unknownSubjects: importer.unknownSubjects,
      raisedMrps: await describeRaisedMrps(db, run.id),
      isResumed: run.doneRecords > 0,
    };
  });
}

/** Reads a file like an import and reports what would change, without writing. */
export async function previewImport(
  services: ImportServices,
  items: AsyncIterable<CheckedItem>,
  options: ImportOptions,
  listener: ImportListener,
): Promise<ImportResult> {
  const importer = await openImporter(services, options, listener, null);
  await importer.readAll(items);
  const { counts, unknownSubjects } = importer;
  return { importId: null, counts, unknownSubjects, raisedMrps: "", isResumed: false };
}

/** Tells all processes of the shop, on commit, to render their pages again. */
async function announce(db: Db) {
  await db.execute(sql`select pg_notify('catalogue_changed', '')`);
}

/** The part of the file for one batch. */
interface ReadBatch {
  batch: BookRecord[];
  lines: ReportLine[];
  /** Data of rejected records for lookups. */
  lookups: LookupBook[];
}

async function openImporter(
  services: ImportServices,
  options: ImportOptions,
  listener: ImportListener,
  run: (Run<ImportCounts> & { throwIfStopped: ThrowIfStopped }) | null,
  batchSize = usualBatchSize,
) {
  const { db, now } = services;
  if (run) await addStandardSetIfEmpty(db);
  const categories = await (run ? readCategoryTable : previewCategoryTable)(db, options.categories);
  const planOptions: PlanOptions = { ...options, take: new Set(options.take) };
  const counts: ImportCounts = {
    records: run?.doneRecords ?? 0,
    ...noCounts,
    ...run?.counts,
  };
  const unknownSubjects = new Map<string, number>();
  const { reportFile } = listener;
  let reportBytes = (await reportFile?.goOn(run?.reportBytes ?? 0)) ?? 0;
  let toldAt = performance.now();
  let isSlow = await areReadersServed(db);

  async function finish(read: ReadBatch, doneRecords: number, markSent: () => void) {
    const { batch, lines } = read;
    let report = { end: 0, written: Promise.resolve() };
    const saveReport = (outcome: Outcome) =>
      (report = reportFile?.write(linesOf(lines, outcome), reportBytes) ?? report);
    const plan = target ? await write(target, read, doneRecords, markSent, saveReport) : await look(batch);
    if (!target) await saveReport(plan).written;
    reportBytes = report.end;
    for (const [subject, records] of plan.unknownSubjects)
      unknownSubjects.set(subject, (unknownSubjects.get(subject) ?? 0) + records);
    add(counts, plan, lines, doneRecords);
    for (const line of linesOf(lines, plan)) listener.report?.(line);
    listener.progress(counts, isSlow);
  }

  const target = run && {
    importId: run.id,
    writer: new BatchWriter(db, { importId: run.id, options: planOptions, now }, categories),
  };
  function write(
    { importId, writer }: NonNullable<typeof target>,
    { batch, lines, lookups }: ReadBatch,
    doneRecords: number,
    markSent: () => void,
    saveReport: (outcome: Outcome) => { end: number; written: Promise<void> },
  ): Promise<Outcome> {
    return writer.write(batch, async (tx, outcome) => {
      const after = { ...counts };
      add(after, outcome, lines, doneRecords);
      const isToldNow = performance.now() - toldAt > announceEverySeconds * 1000;
      if (isToldNow) toldAt = performance.now();
      const told = isToldNow ? announce(tx) : undefined;
      const { end, written } = saveReport(outcome);
      const noted = tx.execute(sql`
        update imports set done_records = ${doneRecords}, counts = ${JSON.stringify({ ...after, reportBytes: end })}::jsonb
        where id = ${importId}`);
      const untaken = outcome.untaken.flatMap((record) => lookupOf(record) ?? []);
      const kept = saveLookups(tx, [...lookups, ...untaken], { importId, at: now() });
      markSent();
      await Promise.all([told, noted, written, kept]);
    });
  }

  async function look(batch: BookRecord[]): Promise<BatchPlan> {
    const known = await inTransaction(db, (tx) => readKnownRecords(tx, options.source, batch));
    const plan = planBatch(known, batch, categories, planOptions);
    const shelves = await readShelves(db, [...plan.counted.keys()]);
    const corrections = options.knownCopies ? planCounted(plan, shelves, options.knownCopies) : [];
    for (const line of describeChanges(plan, corrections)) listener.difference?.(line);
    listener.planned?.({ records: batch, plan, categories, shelves, corrections });
    return plan;
  }

  async function readAll(items: AsyncIterable<CheckedItem>) {
    let next: ReadBatch = { batch: [], lines: [], lookups: [] };
    let seen = 0;
    // A batch is written while the next one is read. The queries before the write take the server only a moment, and
    // reading meanwhile would delay the handling of their results. So reading continues when all statements of the
    // batch have been sent.
    let writing: Promise<void> = Promise.resolve();
    const flush = async () => {
      await writing;
      const read = next;
      next = { batch: [], lines: [], lookups: [] };
      const sent = Promise.withResolvers<void>();
      const done = seen;
      writing = runThrottled(db, async (isThrottled) => {
        isSlow = isThrottled;
        await run?.throwIfStopped();
        return finish(read, done, sent.resolve);
      }).finally(sent.resolve);
      writing.catch(() => {});
      await sent.promise;
      await setImmediate();
    };
    for await (const item of items) {
      seen += 1;
      if (seen <= (run?.doneRecords ?? 0)) continue;
      if ("refused" in item) {
        next.lines.push(item.refused);
        if (item.lookup) next.lookups.push(item.lookup);
      } else {
        next.batch.push(item.record);
        next.lines.push(...item.mended);
      }
      if (next.batch.length + next.lines.length >= (isSlow ? Math.min(batchSize, smallBatchSize) : batchSize))
        await flush();
    }
    if (seen > counts.records) await flush();
    await writing;
  }

  return { readAll, counts, unknownSubjects };
}

/** All report lines of a batch, in the order of the file. */
function linesOf(lines: ReportLine[], { report }: Outcome): ReportLine[] {
  return [...lines, ...report].toSorted((a, b) => a.place.record - b.place.record);
}

function add(counts: ImportCounts, plan: Outcome, lines: ReportLine[], doneRecords: number) {
  for (const name of typedKeys(plan.counts)) counts[name] += plan.counts[name];
  for (const kind of ["refused", "skipped", "mended"] as const)
    counts[kind] += lines.filter((line) => line.kind === kind).length;
  counts.records = doneRecords;
}
