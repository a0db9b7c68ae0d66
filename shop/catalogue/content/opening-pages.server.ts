import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { OpeningPage } from "./opening-page.ts";

/** A saved opening page. */
export interface SavedOpening extends OpeningPage {
  /** The author of the last change, such as `staff 3` or `demonstration`. */
  setBy: string;
}

/**
 * The opening page of a book, preferably in the language of the edition; null if the book has none. All editions of a
 * work share their opening pages.
 */
export async function findOpeningPage(db: Db, bookId: string): Promise<OpeningPage | null> {
  const [first] = await listOpeningPages(db, bookId);
  if (!first) return null;
  const { setBy: _, ...page } = first;
  return page;
}

/** All opening pages of a book’s work, the one in the language of this edition first. */
export async function listOpeningPages(db: Db, bookId: string): Promise<SavedOpening[]> {
  const { rows } = await db.execute<SavedOpening>(sql`
    select o.language, o.kind, o.paragraphs, o.source, o.written_by, o.set_by
    from books b join opening_pages o on o.work_id = b.work_id
    where b.id = ${bookId} order by o.language = b.language desc, o.language`);
  return rows;
}

/** The key of an opening page: work and language. */
export interface OpeningKey {
  workId: string;
  language: string;
}

/** An opening page without its language. */
export type WrittenOpening = Omit<SavedOpening, "language">;

/** Reads and locks an opening page until the transaction ends; null if there is none. */
export async function findOpening(tx: Db, { workId, language }: OpeningKey): Promise<WrittenOpening | null> {
  const { rows } = await tx.execute<WrittenOpening>(sql`
    select kind, paragraphs, source, written_by, set_by from opening_pages
    where work_id = ${workId} and language = ${language} for update`);
  const row = rows[0];
  if (!row) return null;
  const { kind, paragraphs, source, writtenBy, setBy } = row;
  return { kind, paragraphs, source, writtenBy, setBy };
}

/** Saves an opening page; replaces the previous one in this language. */
export async function saveOpening(
  tx: Db,
  { workId, language }: OpeningKey,
  { kind, paragraphs, source, writtenBy, setBy }: WrittenOpening,
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into opening_pages (work_id, language, kind, paragraphs, source, written_by, set_by, set_at)
    values (${workId}, ${language}, ${kind}, ${paragraphs}::text[], ${source}, ${writtenBy}, ${setBy}, ${at})
    on conflict (work_id, language) do update set kind = excluded.kind, paragraphs = excluded.paragraphs,
      source = excluded.source, written_by = excluded.written_by, set_by = excluded.set_by, set_at = excluded.set_at`);
}

/** Deletes an opening page; false if there was none. */
export async function removeOpening(tx: Db, { workId, language }: OpeningKey): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`delete from opening_pages where work_id = ${workId} and language = ${language}`,
  );
  return rowCount > 0;
}
