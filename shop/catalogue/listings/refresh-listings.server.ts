/**
 * Refreshes what lists and searches read (`listings`, bitmaps, authors, counts, names) after bulk changes, in small
 * batches.
 */

import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { isLockHeld, processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";
import { inRepeatableTransaction } from "#db/transaction.ts";

import { areReadersServed, runThrottled } from "#shop/kernel/throttle/throttle.server.ts";
import { catalogueTotals } from "#shop/catalogue/books/catalogue-totals.server.ts";
import { mergeCounts, saveShelfChanges, refreshStaleAuthors } from "./refresh-authors.server.ts";
import { refreshDeskBooks } from "./refresh-desk-books.server.ts";
import { refreshShelfBits } from "#shop/catalogue/shelves/shelf-bitmaps.server.ts";

const worksAtOnce = 1_000;
/**
 * Names of people and series with many works take longer, so batches start at `first` and grow up to `most` while they
 * are fast.
 */
const namesAtOnce = { first: 500, most: 10_000 };
const quickMs = 500;
const bitsAtOnce = 10_000;
/** A smaller catalogue is read fast with any plan. */
const fewestForAnalysis = 1_000;
/** Batch sizes while readers are served, so that a reader's query waits less. */
const fewWorks = 100;
const fewNames = 500;
/**
 * The number of batches between two merges of the counts. Every query of the counts also adds up the queued changes, so
 * the queue must stay short.
 */
const batchesBetweenCounts = 20;

/**
 * Processes one batch of queued changes: first the rows of `listings` for works that changed in bulk or whose stock ran
 * out or came back, then the bitmaps of shelves, the desk's table of books, authors, counts, change times of shelves
 * and the names for suggestions (`name_starts`). Returns the number of queue rows processed, 0 when none are left.
 * Cached pages are invalidated with the last batch of works, or by an import when it ends. Other changes of works are
 * not queued: triggers update their rows at once. Throttles itself while readers are served.
 */
export function refreshStaleListings(db: Db): Promise<number> {
  return runThrottled(db, async (isThrottled) => {
    for (const refresh of [
      refreshStaleWorks,
      refreshBits,
      refreshRows,
      refreshStaleAuthors,
      mergeCounts,
      saveShelfChanges,
      refreshStaleNames,
    ]) {
      const finished = await refresh(db, isThrottled);
      if (finished > 0) return finished;
    }
    return 0;
  });
}

/**
 * `enable_seqscan` is off because the planner assumes that new tables are small and would scan them. An asynchronous
 * commit is safe: a queue row that reappears after a crash is processed again.
 */
function refreshStaleWorks(db: Db, isThrottled: boolean): Promise<number> {
  return inRepeatableTransaction(db, async (tx) => {
    await tx.execute(sql`
      select set_config('endpaper.announcement', 'later', true), set_config('enable_seqscan', 'off', true),
        set_config('synchronous_commit', 'off', true)`);
    const { rows } = await tx.execute<{ workId: string }>(sql`
      delete from stale_listings where id = any(array(
        select id from stale_listings order by id limit ${isThrottled ? fewWorks : worksAtOnce} for update skip locked))
      returning work_id`);
    if (rows.length > 0) {
      const works = [...new Set(rows.map(({ workId }) => workId))];
      await tx.execute(sql`select refresh_listings(${works}::text[])`);
      await tx.execute(sql`
        select pg_notify('catalogue_changed', '')
        where not exists (select from stale_listings) and not ${isLockHeld(processLocks.importing)}`);
    }
    return rows.length;
  });
}

/** A refresh of `listings` that runs while works are written. */
export interface ParallelRefresh {
  /** Tells the refresh that more works were written. */
  wake: () => void;
  /** Waits for the running batch. `refreshAllStaleListings` processes the rest, also after a failed batch. */
  stop: () => Promise<void>;
}

/**
 * Refreshes `listings` on a separate connection while many works are written: this uses a second core, and readers find
 * the first works before the last one is written. Authors, names and the invalidation of pages are left to the caller.
 */
export function refreshListingsInParallel(db: Db): ParallelRefresh {
  let isOver = false;
  let more = Promise.withResolvers<void>();
  const wake = () => more.resolve();
  async function work() {
    for (let batch = 1; !isOver; batch += 1) {
      more = Promise.withResolvers();
      // While readers are served, the shop's own job refreshes the rows.
      const made = (await areReadersServed(db)) ? 0 : await refreshStaleWorks(db, false);
      if (made === 0) await more.promise;
      else if (batch % batchesBetweenCounts === 0) await mergeCounts(db);
    }
  }
  const working = work().catch(() => {});
  return {
    wake,
    async stop() {
      isOver = true;
      wake();
      await working;
    },
  };
}

function refreshBits(db: Db, isThrottled: boolean): Promise<number> {
  return refreshShelfBits(db, isThrottled ? fewNames : bitsAtOnce);
}

async function refreshRows(db: Db, isThrottled: boolean): Promise<number> {
  return (await refreshDeskBooks(db, isThrottled ? fewWorks : worksAtOnce)).notes;
}

function refreshStaleNames(db: Db, isThrottled: boolean): Promise<number> {
  return refreshNames(db, isThrottled ? fewNames : namesAtOnce.first);
}

/** Refreshes names in batches whose size doubles while they are faster than `quickMs`, else halves. */
function namesInGrowingBatches(): typeof refreshStaleNames {
  let size = namesAtOnce.first;
  return async (db, isThrottled) => {
    const begun = performance.now();
    const finished = await refreshNames(db, isThrottled ? fewNames : size);
    size = performance.now() - begun < quickMs ? Math.min(size * 2, namesAtOnce.most) : Math.ceil(size / 2);
    return finished;
  };
}

async function refreshNames(db: Db, limit: number): Promise<number> {
  const { rows } = await db.execute<{ notes: number }>(sql`select coalesce(refresh_stale_names(${limit}), 0) as notes`);
  return oneRow(rows).notes;
}

/**
 * Renews the planner's statistics when they are of far fewer or more works than are listed. Autovacuum would do so within
 * minutes, but until then home and shelves are planned for the catalogue of before and take ten times as long.
 */
async function analyzeIfGrown(db: Db): Promise<void> {
  await db.execute(sql`
    select analyze_catalogue() from pg_class analyzed cross join ${catalogueTotals} listed
    where analyzed.oid = 'listings'::regclass and listed.name = 'books'
      and listed.number >= ${fewestForAnalysis} and abs(listed.number - analyzed.reltuples) > listed.number / 5`);
}

/** Processes the whole queue; calls `onProgress` with the number of works left after each batch. */
export async function refreshAllStaleListings(db: Db, onProgress: (left: number) => void = () => {}): Promise<void> {
  let left = await countStaleListings(db);
  await drain(refreshStaleWorks, (done) => {
    left = Math.max(0, left - done);
    onProgress(left);
  });
  await Promise.all([drain(refreshStaleAuthors), drain(namesInGrowingBatches())]);
  while ((await refreshStaleListings(db)) > 0);
  await analyzeIfGrown(db);

  async function drain(
    refresh: (db: Db, isThrottled: boolean) => Promise<number>,
    onBatch: (done: number) => void = () => {},
  ) {
    const part = () => runThrottled(db, (isThrottled) => refresh(db, isThrottled));
    for (let done = await part(); done > 0; done = await part()) onBatch(done);
  }
}

/** The number of queued works. */
export async function countStaleListings(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from stale_listings`);
  return oneRow(rows).count;
}
