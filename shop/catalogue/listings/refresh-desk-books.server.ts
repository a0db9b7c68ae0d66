import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

/** How many queued works a page makes current before it counts. A job does the others. */
const notesOfPage = 500;

/** What a refresh did. */
export interface DeskBooksRefresh {
  /** The number of queued works that it processed. */
  notes: number;
  /** Whether `desk_books` still lacks changes, because more works are queued or another process refreshes them. */
  isBehind: boolean;
}

/** Processes queued changes of `desk_books`, at most `atMost`. */
export async function refreshDeskBooks(db: Db, atMost = notesOfPage): Promise<DeskBooksRefresh> {
  // The other columns see the queues as they were before the refresh. A work in `stale_listings` comes into
  // `desk_book_notes` later.
  const { rows } = await db.execute<{ notes: number; queued: number; isStale: boolean }>(sql`
    select coalesce(refresh_desk_books(${atMost}), 0) as notes,
      (select count(*)::int from (select from desk_book_notes limit ${atMost + 1}) queued) as queued,
      exists (select from stale_listings) as is_stale`);
  const { notes, queued, isStale } = oneRow(rows);
  return { notes, isBehind: isStale || queued > notes };
}
