import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { isHeld, processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import { areReadersServed, givingWay } from "#shop/kernel/throttle/give-way.server.ts";
import { addUpCounts, noteShelfChanges, refreshStaleAuthors } from "./refresh-authors.server.ts";
import { refreshShelfBits } from "#shop/catalogue/shelves/shelf-bits.server.ts";

const worksAtOnce = 1_000;
/** Names of people and series with many works cost more: batches grow while they are quick. */
const namesAtOnce = { first: 500, most: 10_000 };
const quickMs = 500;
const bitsAtOnce = 10_000;
/** While readers are served: each of them waits for less. */
const fewWorks = 100;
const fewNames = 500;
/** Whoever reads the counts adds up what is noted beside them, so that must not become much. */
const batchesBetweenCounts = 20;

/**
 * Makes the rows of lists (`listings`) anew for works that changed in bulk or whose copies came or went, a batch at a
 * time; then their bits, the authors', the counts, the dates of shelves and the names that are suggested (`name_starts`). Returns how
 * many notes it finished, 0 when none are left. Pages hear of works with the last batch; while an import runs, when it
 * tells of its books. Other changes of a work need none: triggers make their rows at once. It gives way to readers.
 */
export function refreshStaleListings(db: Db): Promise<number> {
  return givingWay(db, async (isGivingWay) => {
    for (const refresh of [
      refreshStaleWorks,
      refreshBits,
      refreshStaleAuthors,
      addUpCounts,
      noteShelfChanges,
      refreshStaleNames,
    ]) {
      const finished = await refresh(db, isGivingWay);
      if (finished > 0) return finished;
    }
    return 0;
  });
}

/**
 * Works are found by keys also while the tables are new and the planner takes them for small. A commit does not wait for the
 * disk: a note that comes back is done again.
 */
function refreshStaleWorks(db: Db, isGivingWay: boolean): Promise<number> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`
      select set_config('endpaper.announcement', 'later', true), set_config('enable_seqscan', 'off', true),
        set_config('synchronous_commit', 'off', true)`);
    const { rows } = await tx.execute<{ workId: string }>(sql`
      delete from stale_listings where id = any(array(
        select id from stale_listings order by id limit ${isGivingWay ? fewWorks : worksAtOnce} for update skip locked))
      returning work_id`);
    if (rows.length > 0) {
      const works = [...new Set(rows.map(({ workId }) => workId))];
      await tx.execute(sql`select refresh_listings(${works}::text[])`);
      await tx.execute(sql`
        select pg_notify('catalogue_changed', '')
        where not exists (select from stale_listings) and not ${isHeld(processLocks.importing)}`);
    }
    return rows.length;
  });
}

/** Rows of lists that are made while works are written. */
export interface ListingsBeside {
  /** More works are written. */
  wake: () => void;
  /** Waits for the batch that is being made. What is left, also where a batch failed, `refreshAllStaleListings` makes. */
  stop: () => Promise<void>;
}

/**
 * Makes the rows of lists while somebody writes many works, on a connection of its own: a second core does it, and readers
 * find the works before the last is written. Authors, names and announcements are left to whoever writes.
 */
export function refreshListingsBeside(db: Db): ListingsBeside {
  let isOver = false;
  let more = Promise.withResolvers<void>();
  const wake = () => more.resolve();
  async function work() {
    for (let batch = 1; !isOver; batch += 1) {
      more = Promise.withResolvers();
      // Where readers are served the shop's own job makes them.
      const made = (await areReadersServed(db)) ? 0 : await refreshStaleWorks(db, false);
      if (made === 0) await more.promise;
      else if (batch % batchesBetweenCounts === 0) await addUpCounts(db);
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

function refreshBits(db: Db, isGivingWay: boolean): Promise<number> {
  return refreshShelfBits(db, isGivingWay ? fewNames : bitsAtOnce);
}

function refreshStaleNames(db: Db, isGivingWay: boolean): Promise<number> {
  return refreshNames(db, isGivingWay ? fewNames : namesAtOnce.first);
}

/** Refreshes names in batches that grow while they are quick and shrink when they are not, for one worker. */
function namesInGrowingBatches(): typeof refreshStaleNames {
  let size = namesAtOnce.first;
  return async (db, isGivingWay) => {
    const begun = performance.now();
    const finished = await refreshNames(db, isGivingWay ? fewNames : size);
    size = performance.now() - begun < quickMs ? Math.min(size * 2, namesAtOnce.most) : Math.ceil(size / 2);
    return finished;
  };
}

async function refreshNames(db: Db, limit: number): Promise<number> {
  const { rows } = await db.execute<{ notes: number }>(sql`select coalesce(refresh_stale_names(${limit}), 0) as notes`);
  return oneRow(rows).notes;
}

/** Makes all of them anew; `onProgress` hears after each batch of works how many are left. */
export async function refreshAllStaleListings(db: Db, onProgress: (left: number) => void = () => {}): Promise<void> {
  let left = await countStaleListings(db);
  await drain(refreshStaleWorks, (done) => {
    left = Math.max(0, left - done);
    onProgress(left);
  });
  await Promise.all([drain(refreshStaleAuthors), drain(namesInGrowingBatches())]);
  while ((await refreshStaleListings(db)) > 0);

  async function drain(
    refresh: (db: Db, isGivingWay: boolean) => Promise<number>,
    onBatch: (done: number) => void = () => {},
  ) {
    const part = () => givingWay(db, (isGivingWay) => refresh(db, isGivingWay));
    for (let done = await part(); done > 0; done = await part()) onBatch(done);
  }
}

/** How many notes of works wait whose rows of lists are to be made anew. */
export async function countStaleListings(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from stale_listings`);
  return oneRow(rows).count;
}
