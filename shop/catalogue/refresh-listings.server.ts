import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import { addUpCounts, refreshStaleAuthors } from "./refresh-authors.server.ts";

const worksAtOnce = 1_000;
const namesAtOnce = 10_000;
/** Whoever reads the counts adds up what is noted beside them, so that must not become much. */
const batchesBetweenCounts = 20;

/**
 * Makes the rows of lists (`listings`) anew for works that changed in bulk or whose copies came or went, a batch at a
 * time; then the authors', the counts and the names that are suggested (`name_starts`). Returns how many notes it finished,
 * 0 when none are left. Pages hear of works with the last batch. Other changes of a work need none: triggers make their
 * rows at once.
 */
export async function refreshStaleListings(db: Db): Promise<number> {
  for (const refresh of [refreshStaleWorks, refreshStaleAuthors, addUpCounts, refreshStaleNames]) {
    const finished = await refresh(db);
    if (finished > 0) return finished;
  }
  return 0;
}

/**
 * Works are found by keys also while the tables are new and the planner takes them for small. A commit does not wait for the
 * disk: a note that comes back is done again.
 */
function refreshStaleWorks(db: Db, announces = true): Promise<number> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`
      select set_config('endpaper.announcement', 'later', true), set_config('enable_seqscan', 'off', true),
        set_config('synchronous_commit', 'off', true)`);
    const { rows } = await tx.execute<{ workId: string }>(sql`
      delete from stale_listings where id in (
        select id from stale_listings order by id limit ${worksAtOnce} for update skip locked)
      returning work_id`);
    if (rows.length > 0) {
      const works = [...new Set(rows.map(({ workId }) => workId))];
      await tx.execute(sql`select refresh_listings(${works}::text[])`);
      if (announces)
        await tx.execute(sql`
          select pg_notify('catalogue_changed', '') where not exists (select from stale_listings)`);
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
      if ((await refreshStaleWorks(db, false)) === 0) await more.promise;
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

async function refreshStaleNames(db: Db): Promise<number> {
  const { rows } = await db.execute<{ notes: number }>(
    sql`select coalesce(refresh_stale_names(${namesAtOnce}), 0) as notes`,
  );
  return rows[0]!.notes;
}

/** Makes all of them anew; `onProgress` hears after each batch of works how many are left. */
export async function refreshAllStaleListings(db: Db, onProgress: (left: number) => void = () => {}): Promise<void> {
  let left = await countStaleListings(db);
  for (let done = await refreshStaleWorks(db); done > 0; done = await refreshStaleWorks(db)) {
    left = Math.max(0, left - done);
    onProgress(left);
  }
  await Promise.all([drain(refreshStaleAuthors), drain(refreshStaleNames)]);
  await drain(refreshStaleListings);

  async function drain(refresh: (db: Db) => Promise<number>) {
    while ((await refresh(db)) > 0);
  }
}

/** How many notes of works wait whose rows of lists are to be made anew. */
export async function countStaleListings(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from stale_listings`);
  return rows[0]!.count;
}
