import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

const batchSize = 1_000;

/**
 * Makes the rows of lists (`listings`) anew for works that changed in bulk or whose copies came or went, a batch at a
 * time; returns how many notes it finished, 0 when none are left. Other changes need none: triggers make their rows at once.
 * Then the names that are suggested (`name_starts`), a batch of those too.
 */
export function refreshStaleListings(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ workId: string }>(sql`
      delete from stale_listings where id in (
        select id from stale_listings order by id limit ${batchSize} for update skip locked)
      returning work_id`);
    if (rows.length > 0) {
      const works = [...new Set(rows.map(({ workId }) => workId))];
      await tx.execute(sql`select refresh_listings(${works}::text[])`);
    }
    const { rows: named } = await tx.execute<{ notes: number }>(
      sql`select coalesce(refresh_stale_names(${batchSize}), 0) as notes`,
    );
    return rows.length + named[0]!.notes;
  });
}

/** Makes all of them anew; `onProgress` hears after each batch how many are left. */
export async function refreshAllStaleListings(db: Db, onProgress: (left: number) => void = () => {}): Promise<void> {
  let left = await countStaleListings(db);
  for (let done = await refreshStaleListings(db); done > 0; done = await refreshStaleListings(db)) {
    left = Math.max(0, left - done);
    onProgress(left);
  }
}

/** How many notes of works wait whose rows of lists are to be made anew. */
export async function countStaleListings(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from stale_listings`);
  return rows[0]!.count;
}
