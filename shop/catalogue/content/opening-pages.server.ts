import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { OpeningPage } from "./opening-page.ts";

/** An opening page as it is on record. */
export interface RecordedOpening extends OpeningPage {
  /** Who set it, such as `staff 3` or `demonstration`. */
  setBy: string;
}

/**
 * What is written for a book to open with, in its own language before others; null for a book that opens at its title
 * page. Every edition of a work has the same.
 */
export async function findOpeningPage(db: Db, bookId: string): Promise<OpeningPage | null> {
  const [first] = await listOpeningPages(db, bookId);
  if (!first) return null;
  const { setBy: _, ...page } = first;
  return page;
}

/** The opening pages of a book’s work, that in the language of this edition first. */
export async function listOpeningPages(db: Db, bookId: string): Promise<RecordedOpening[]> {
  const { rows } = await db.execute<RecordedOpening>(sql`
    select o.language, o.kind, o.paragraphs, o.source, o.written_by, o.set_by
    from books b join opening_pages o on o.work_id = b.work_id
    where b.id = ${bookId} order by o.language = b.language desc, o.language`);
  return rows;
}

/** What names an opening page: its work and its language. */
export interface OpeningKey {
  workId: string;
  language: string;
}

/** An opening page without its language. */
export type WrittenOpening = Omit<RecordedOpening, "language">;

/** What a work opens with in a language, held against other changes until the transaction ends; null when nothing is written. */
export async function findOpening(tx: Db, { workId, language }: OpeningKey): Promise<WrittenOpening | null> {
  const { rows } = await tx.execute<WrittenOpening>(sql`
    select kind, paragraphs, source, written_by, set_by from opening_pages
    where work_id = ${workId} and language = ${language} for update`);
  const row = rows[0];
  if (!row) return null;
  const { kind, paragraphs, source, writtenBy, setBy } = row;
  return { kind, paragraphs, source, writtenBy, setBy };
}

/** Writes what a work opens with in a language, in place of what was there. */
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

/** Takes away what a work opens with in a language; false when nothing was written. */
export async function removeOpening(tx: Db, { workId, language }: OpeningKey): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`delete from opening_pages where work_id = ${workId} and language = ${language}`,
  );
  return rowCount > 0;
}
