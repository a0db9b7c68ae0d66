/** Imports lookup records: data of books for the new-book form, without adding the books to the catalogue. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction, inOrder } from "#db/transaction.ts";
import { runThrottled } from "#shop/kernel/throttle/throttle.server.ts";
import { beginBatch } from "#shop/catalogue/import/batch-writer.server.ts";
import { startOrResumeImport, type Run } from "#shop/catalogue/import/begin-import.server.ts";
import type { PriceOptions } from "#shop/catalogue/fields/check/price-options.ts";
import { withImportLock, type ThrowIfStopped } from "#shop/catalogue/records/import-lock.server.ts";
import type { RecordPlace, ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import type { ReportFile } from "#shop/catalogue/import/report-file.server.ts";
import type { CheckedItem } from "#shop/catalogue/import/run-import.server.ts";
import { canBeSameBook, type NamedBook } from "#shop/catalogue/records/plan/same-book.ts";
import type { Services } from "#shop/services.ts";
import { saveLookups } from "#shop/catalogue/lookups/lookup-books.server.ts";
import { lookupOf, type LookupBook } from "#shop/catalogue/lookups/lookup-record.ts";

type LookupServices = Pick<Services, "db" | "now">;

/** The counts of an import of lookup records. */
export interface LookupCounts {
  /** Records read from the file. */
  records: number;
  kept: number;
  refused: number;
  skipped: number;
  mended: number;
}

/** Receives the progress of an import. */
export interface LookupListener {
  /** The report of rejected, corrected and skipped records. */
  reportFile?: ReportFile;
  /** Called after each batch; `isThrottled` if the import is slowed down by requests of readers. */
  progress: (counts: LookupCounts, isThrottled: boolean) => void;
}

export interface LookupResult {
  /** Null for a preview. */
  importId: number | null;
  counts: LookupCounts;
  /** Whether the import continues one that was interrupted. */
  isResumed: boolean;
}

type PlacedBook = LookupBook & { place: RecordPlace };

/**
 * Reports records whose ISBN belonged to a different book in this file or an earlier one. The later record replaces the
 * earlier one.
 */
async function reportOtherBooks(db: Db, books: PlacedBook[]): Promise<ReportLine[]> {
  const { rows } = await db.execute<{ isbn13: string; title: string | null; author: string | null }>(sql`
    select isbn13, record ->> 'title' as title, record -> 'contributors' -> 0 ->> 'name' as author
    from lookup_books where isbn13 = any(${books.map(({ isbn13 }) => isbn13)}::text[])`);
  const known = new Map<string, NamedBook>(
    rows.map(({ isbn13, title, author }) => [isbn13, { title: title ?? undefined, author: author ?? undefined }]),
  );
  return books.flatMap(({ isbn13, record, place }) => {
    const before = known.get(isbn13);
    const named = { title: record.title, author: record.contributors?.[0]?.name };
    known.set(isbn13, named);
    if (!before || canBeSameBook(named, before)) return [];
    const reason = `ISBN ${isbn13} was “${before.title}”${before.author ? ` by ${before.author}` : ""} so far; this later record replaces it.`;
    return { place, kind: "mended" as const, record: isbn13, field: "isbn", reason };
  });
}

/**
 * The number of records per transaction, and the smaller number while the shop is busy, because requests of readers
 * wait less for smaller batches.
 */
const [batchSize, smallBatchSize] = [500, 100];

/**
 * Saves the checked books of a file (see `checkForLookup`) as lookup records, in batches; the catalogue does not
 * change. The same file with the same options resumes where it stopped. Throws ImportRunningError during another
 * import.
 */
export function importLookups(
  services: LookupServices,
  items: AsyncIterable<CheckedItem>,
  file: { fileName: string; contentSha256: string },
  options: PriceOptions,
  listener: LookupListener,
): Promise<LookupResult> {
  const { db, now } = services;
  return withImportLock(db, async (throwIfStopped) => {
    const run = await startOrResumeImport<LookupCounts>(db, { kind: "lookup", ...file, options, now: now() });
    const counts = await readAll(services, items, listener, { ...run, throwIfStopped });
    await db.execute(sql`update imports set state = 'done', ended_at = ${now()} where id = ${run.id}`);
    return { importId: run.id, counts, isResumed: run.doneRecords > 0 };
  });
}

/** Reads a file like an import, but saves nothing. */
export async function previewLookups(
  services: LookupServices,
  items: AsyncIterable<CheckedItem>,
  listener: LookupListener,
): Promise<LookupResult> {
  return { importId: null, counts: await readAll(services, items, listener, null), isResumed: false };
}

async function readAll(
  { db, now }: LookupServices,
  items: AsyncIterable<CheckedItem>,
  { reportFile, progress }: LookupListener,
  run: (Run<LookupCounts> & { throwIfStopped: ThrowIfStopped }) | null,
): Promise<LookupCounts> {
  const done = run?.doneRecords ?? 0;
  let counts: LookupCounts = { kept: 0, refused: 0, skipped: 0, mended: 0, ...run?.counts, records: done };
  let books: PlacedBook[] = [];
  let lines: ReportLine[] = [];
  let read = 0;
  let isSlow = false;
  let reportBytes = (await reportFile?.goOn(run?.reportBytes ?? 0)) ?? 0;

  async function finish(isThrottled: boolean) {
    isSlow = isThrottled;
    await run?.throwIfStopped();
    lines = [...lines, ...(await reportOtherBooks(db, books))].toSorted((a, b) => a.place.record - b.place.record);
    const after = { ...counts, records: read, kept: counts.kept + books.length };
    for (const { kind } of lines) after[kind] += 1;
    const report = reportFile?.write(lines, reportBytes);
    const end = report?.end ?? 0;
    await report?.written;
    if (run)
      await inTransaction(db, async (tx) => {
        await beginBatch(tx, run.id, `lookup ${run.id}`);
        await inOrder([
          saveLookups(tx, books, { importId: run.id, at: now() }),
          tx.execute(sql`
            update imports set done_records = ${read}, counts = ${JSON.stringify({ ...after, reportBytes: end })}::jsonb
            where id = ${run.id}`),
        ]);
      });
    [counts, reportBytes, books, lines] = [after, end, [], []];
    progress(counts, isThrottled);
  }

  for await (const item of items) {
    read += 1;
    if (read <= done) continue;
    if ("refused" in item) lines.push(item.refused);
    else {
      books.push({ ...lookupOf(item.record)!, place: item.record.place });
      lines.push(...item.mended);
    }
    if (books.length + lines.length >= (isSlow ? smallBatchSize : batchSize)) await runThrottled(db, finish);
  }
  if (read > counts.records) await runThrottled(db, finish);
  return counts;
}
