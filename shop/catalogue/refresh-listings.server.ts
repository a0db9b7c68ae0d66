import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import { addUpCounts, noteShelfChanges, refreshStaleAuthors } from "./refresh-authors.server.ts";

const batchSize = 500;

/**
 * Makes the rows of lists (`listings`) anew for works that changed in bulk or whose copies came or went, a batch at a
 * time; then the authors', the counts, the dates of shelves and the names that are suggested (`name_starts`). Returns how many notes it finished,
 * 0 when none are left. Pages hear of works with the last batch. Other changes of a work need none: triggers make their
 * rows at once.
 */
export async function refreshStaleListings(db: Db): Promise<number> {
  for (const refresh of [refreshStaleWorks, refreshStaleAuthors, addUpCounts, noteShelfChanges, refreshStaleNames]) {
    const finished = await refresh(db);
    if (finished > 0) return finished;
  }
  return 0;
}

function refreshStaleWorks(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('endpaper.announcement', 'later', true)`);
    const { rows } = await tx.execute<{ workId: string }>(sql`
      delete from stale_listings where id in (
        select id from stale_listings order by id limit ${batchSize} for update skip locked)
      returning work_id`);
    if (rows.length > 0) {
      const works = [...new Set(rows.map(({ workId }) => workId))];
      await tx.execute(sql`select refresh_listings(${works}::text[])`);
      await tx.execute(sql`
        select pg_notify('catalogue_changed', '') where not exists (select from stale_listings)`);
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
  for (let done = await refreshStaleWorks(db); done > 0; done = await refreshStaleWorks(db)) {
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
