import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { isLockHeld, processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";
import { inRepeatableTransaction } from "#db/transaction.ts";

const authorsAtOnce = 5_000;
/** Batch size while readers are served. */
const fewAuthors = 500;
const changesAtOnce = 10_000;

/**
 * Rebuilds the index rows of authors whose name or books changed; returns the number of queue rows processed. During an
 * import, cached pages are not invalidated here, because the import does that when it ends.
 */
export function refreshStaleAuthors(db: Db, isThrottled: boolean): Promise<number> {
  return inRepeatableTransaction(db, async (tx) => {
    await tx.execute(sql`
      select set_config('endpaper.announcement', 'later', true) where ${isLockHeld(processLocks.importing)}`);
    const { rows } = await tx.execute<{ authorId: string }>(sql`
      delete from stale_authors where id = any(array(
        select id from stale_authors where author_id = any(array(
          select author_id from stale_authors order by id limit ${isThrottled ? fewAuthors : authorsAtOnce}))
        for update skip locked))
      returning author_id`);
    if (rows.length > 0) {
      const authors = [...new Set(rows.map(({ authorId }) => authorId))];
      await tx.execute(sql`select refresh_authors(${authors}::text[])`);
    }
    return rows.length;
  });
}

/**
 * Adds the queued changes to the stored counts; returns the number of queue rows processed. `catalogueTotals` is the
 * same before and after.
 */
export async function mergeCounts(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with noted as (
      delete from catalogue_count_changes where id = any(array(
        select id from catalogue_count_changes order by id limit ${changesAtOnce} for update skip locked))
      returning name, number),
    added as (
      insert into catalogue_counts as known (name, number)
      select name, sum(number) from noted group by name order by name
      on conflict (name) do update set number = known.number + excluded.number)
    select count(*)::int as count from noted`);
  return oneRow(rows).count;
}

/**
 * Moves the queued change times of shelves to `shelf_changes`, from which sitemaps take their dates; returns the number
 * of queue rows processed.
 */
export async function saveShelfChanges(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with noted as (
      delete from shelf_change_notes where id = any(array(
        select id from shelf_change_notes order by id limit ${changesAtOnce} for update skip locked))
      returning shelf, changed_at),
    taken as (
      insert into shelf_changes as known (shelf, changed_at)
      select shelf, max(changed_at) from noted group by shelf order by shelf
      on conflict (shelf) do update set changed_at = greatest(known.changed_at, excluded.changed_at))
    select count(*)::int as count from noted`);
  return oneRow(rows).count;
}
