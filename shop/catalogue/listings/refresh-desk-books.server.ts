import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

/** How many queued works a page makes current before it counts. A job does the others. */
export const notesOfPage = 500;

/** Processes queued changes of `desk_books`, at most `atMost`; returns how many it processed. */
export async function refreshDeskBooks(db: Db, atMost = notesOfPage): Promise<number> {
  const { rows } = await db.execute<{ notes: number }>(sql`select coalesce(refresh_desk_books(${atMost}), 0) as notes`);
  return oneRow(rows).notes;
}
