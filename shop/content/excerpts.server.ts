import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { Excerpt } from "./excerpt.ts";

/** The pages of a book that may be looked into, or null. Every edition of a work has the same. */
export async function findExcerpt(db: Db, bookId: string): Promise<Excerpt | null> {
  const { rows } = await db.execute<{ place: string; chapters: Excerpt["chapters"] }>(sql`
    select e.place, e.chapters from books b join excerpts e on e.work_id = b.work_id where b.id = ${bookId}`);
  const found = rows[0];
  return found ? { from: found.place, chapters: found.chapters } : null;
}

/** Whether there are pages of the book to look into. */
export async function hasExcerpt(db: Db, bookId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select 1 from books b join excerpts e on e.work_id = b.work_id where b.id = ${bookId}`);
  return rowCount > 0;
}
