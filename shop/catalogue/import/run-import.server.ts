import { setImmediate } from "node:timers/promises";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { areReadersServed, givingWay } from "#shop/kernel/throttle/give-way.server.ts";
import { refreshAllStaleListings, refreshListingsBeside } from "#shop/catalogue/listings/refresh-listings.server.ts";
import type { Services } from "#shop/services.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { beginOrResume, type Run } from "./begin-import.server.ts";
import type { CategoryTable } from "#shop/catalogue/records/category-table.ts";
import { changeOf } from "#shop/catalogue/records/entity.ts";
import { withImportLock, type MayGoOn } from "#shop/catalogue/records/import-lock.server.ts";
import { keepLookups } from "#shop/catalogue/lookups/lookup-books.server.ts";
import { lookupOf, type LookupBook } from "#shop/catalogue/lookups/lookup-record.ts";
import { describeRaisedMrps } from "./raised-mrps.server.ts";
import type { BatchCounts, BatchPlan, PlanOptions } from "#shop/catalogue/records/plan/batch-plan.ts";
import { planBatch } from "#shop/catalogue/records/plan/plan-batch.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { foreseeCategoryTable, readCategoryTable } from "#shop/catalogue/records/read/read-category-table.server.ts";
import { readKnownRecords } from "#shop/catalogue/records/read/read-known-records.server.ts";
import type { ReportFile } from "./report-file.server.ts";
import { furnishEmptyShop } from "./subjects/add-standard-set.server.ts";
import { BatchWriter, noCounts, type Outcome } from "./batch-writer.server.ts";

type ImportServices = Pick<Services, "db" | "now">;

/** How a file is imported. The same file with the same options goes on where it stopped. */
export interface ImportOptions extends Omit<PlanOptions, "take"> {
  take: string[];
}

/** A record that can be taken in, or why not, and what of it can be looked up all the same. */
export type CheckedItem = { record: BookRecord; mended: ReportLine[] } | { refused: ReportLine; lookup?: LookupBook };

/** Who hears of an import while it runs. */
export interface ImportListener {
  /** A record that was refused, mended or passed over, after its batch; each once, also after a resumed import. */
  report?: (line: ReportLine) => void;
  /** Where these lines are kept. */
  reportFile?: ReportFile;
  /** After each batch; `isGivingWay` says that it goes slowly because readers are being served. */
  progress: (counts: ImportCounts, isGivingWay: boolean) => void;
  /** How many works are still to be put on lists and into the search, after the last batch. */
  listing?: (left: number) => void;
  /** What a preview would change, a line for each book. */
  difference?: (line: string) => void;
  /** What a preview works out for a batch. */
  planned?: (planned: PlannedBatch) => void;
}

/** A batch of a preview: its records, what would become of them, and the shop's categories. */
export interface PlannedBatch {
  records: BookRecord[];
  plan: BatchPlan;
  categories: CategoryTable;
}

export interface ImportCounts extends BatchCounts {
  /** Records of the file that have been read. */
  records: number;
}

export interface ImportResult {
  importId: number | null;
  counts: ImportCounts;
  /** Codes of subjects that stand for no category, and how many records named them. */
  unknownSubjects: Map<string, number>;
  /** Copies on hand that carry a lower MRP than the new one of their book, in words; empty when there are none. */
  raisedMrps: string;
  /** It went on with an import that had been cut off. */
  isResumed: boolean;
}

const usualBatchSize = 500;
/** While readers are served: each of them waits for less. */
const smallBatchSize = 100;

/** Readers see what an import brought within so many seconds; a page is rendered anew as often at most. */
const announceEverySeconds = 15;

/**
 * Takes a file of books into the catalogue, in batches: each is a transaction of its own, so that readers and checkouts
 * never wait for more than one. Throws ImportRunningError when another import is running, and ImportCutOffError when another
 * could begin.
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
  return withImportLock(db, async (mayGoOn) => {
    const run = await beginOrResume<ImportCounts>(db, {
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
    const importer = await openImporter(services, options, { ...listener, progress }, { ...run, mayGoOn }, batchSize);
    const lists = refreshListingsBeside(db);
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

/** Reads a file as an import would and tells what it would change; nothing is written. */
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

/** Every process of the shop renders its pages anew when this is committed. */
async function announce(db: Db) {
  await db.execute(sql`select pg_notify('catalogue_changed', '')`);
}

/** What was read of the file for one batch. */
interface ReadBatch {
  batch: BookRecord[];
  lines: ReportLine[];
  /** Of what was refused. */
  lookups: LookupBook[];
}

async function openImporter(
  services: ImportServices,
  options: ImportOptions,
  listener: ImportListener,
  run: (Run<ImportCounts> & { mayGoOn: MayGoOn }) | null,
  batchSize = usualBatchSize,
) {
  const { db, now } = services;
  if (run) await furnishEmptyShop(db);
  const categories = await (run ? readCategoryTable(db) : foreseeCategoryTable(db));
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
      const kept = keepLookups(tx, [...lookups, ...untaken], { importId, at: now() });
      markSent();
      await Promise.all([told, noted, written, kept]);
    });
  }

  async function look(batch: BookRecord[]): Promise<BatchPlan> {
    const known = await inTransaction(db, (tx) => readKnownRecords(tx, options.source, batch));
    const plan = planBatch(known, batch, categories, planOptions);
    for (const line of describeChanges(plan)) listener.difference?.(line);
    listener.planned?.({ records: batch, plan, categories });
    return plan;
  }

  async function readAll(items: AsyncIterable<CheckedItem>) {
    let next: ReadBatch = { batch: [], lines: [], lookups: [] };
    let seen = 0;
    // One batch is written while the next is read. What is asked before it can be written takes the server a moment only;
    // reading would hold up each answer, so it goes on when all of the batch has left.
    let writing: Promise<void> = Promise.resolve();
    const flush = async () => {
      await writing;
      const read = next;
      next = { batch: [], lines: [], lookups: [] };
      const sent = Promise.withResolvers<void>();
      const done = seen;
      writing = givingWay(db, async (isGivingWay) => {
        isSlow = isGivingWay;
        await run?.mayGoOn();
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

/** All that is told of a batch, in the order of the file. */
function linesOf(lines: ReportLine[], { report }: Outcome): ReportLine[] {
  return [...lines, ...report].toSorted((a, b) => a.place.record - b.place.record);
}

function add(counts: ImportCounts, plan: Outcome, lines: ReportLine[], doneRecords: number) {
  for (const name of Object.keys(plan.counts) as (keyof BatchCounts)[]) counts[name] += plan.counts[name];
  for (const kind of ["refused", "skipped", "mended"] as const)
    counts[kind] += lines.filter((line) => line.kind === kind).length;
  counts.records = doneRecords;
}

/** What a batch would change, one line for each new or changed row: `a-fine-balance: price_paise 39900 -> 44900`. */
function describeChanges({ known }: BatchPlan): string[] {
  const lines: string[] = [];
  for (const entity of [...known.books.values(), ...known.works.values()]) {
    const isBook = known.books.get(entity.id) === entity;
    if (entity.before === null && isBook) lines.push(`+ ${entity.id}: new`);
    const { before = {}, after = {} } = changeOf(entity) ?? {};
    for (const field of Object.keys(after))
      lines.push(`~ ${entity.id}: ${field} ${JSON.stringify(before[field])} -> ${JSON.stringify(after[field])}`);
  }
  return lines;
}
