import type { Db } from "#db/connect.ts";
import { isHeld, processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import { givingWay } from "./give-way.server.ts";
import { addUpCounts, noteShelfChanges, refreshStaleAuthors } from "./refresh-authors.server.ts";

const batchSize = 500;
/** While readers are served: each of them waits for less. */
const smallBatchSize = 100;

/**
 * Makes the rows of lists (`listings`) anew for works that changed in bulk or whose copies came or went, a batch at a
 * time; then the authors', the counts, the dates of shelves and the names that are suggested (`name_starts`). Returns how
 * many notes it finished, 0 when none are left. Pages hear of works with the last batch; while an import runs, when it
 * tells of its books. Other changes of a work need none: triggers make their rows at once. It gives way to readers.
 */
export function refreshStaleListings(db: Db): Promise<number> {
  return givingWay(db, async (isGivingWay) => {
    for (const refresh of [refreshStaleWorks, refreshStaleAuthors, addUpCounts, noteShelfChanges, refreshStaleNames]) {
      const finished = await refresh(db, isGivingWay);
      if (finished > 0) return finished;
    }
    return 0;
  });
}

function refreshStaleWorks(db: Db, isGivingWay: boolean): Promise<number> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('endpaper.announcement', 'later', true)`);
    const { rows } = await tx.execute<{ workId: string }>(sql`
      delete from stale_listings where id in (
        select id from stale_listings order by id limit ${isGivingWay ? smallBatchSize : batchSize} for update skip locked)
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

async function refreshStaleNames(db: Db): Promise<number> {
  const { rows } = await db.execute<{ notes: number }>(
    sql`select coalesce(refresh_stale_names(${batchSize}), 0) as notes`,
  );
  return rows[0]!.notes;
}

/** Makes all of them anew; `onProgress` hears after each batch of works how many are left. */
export async function refreshAllStaleListings(db: Db, onProgress: (left: number) => void = () => {}): Promise<void> {
  let left = await countStaleListings(db);
  const refresh = () => givingWay(db, (isGivingWay) => refreshStaleWorks(db, isGivingWay));
  for (let done = await refresh(); done > 0; done = await refresh()) {
    left = Math.max(0, left - done);
    onProgress(left);
  }
  while ((await refreshStaleListings(db)) > 0);
}

/** How many notes of works wait whose rows of lists are to be made anew. */
export async function countStaleListings(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from stale_listings`);
  return rows[0]!.count;
}
