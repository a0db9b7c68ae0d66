import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import { findOpening, removeOpening, saveOpening, type WrittenOpening } from "./opening-pages.server.ts";

/** The fields of a book with an opening page, as the audit log entry needs them. */
export interface OpenedBook {
  id: string;
  workId: string;
  title: string;
}

/** Finds a book by its id; null if it does not exist. */
export async function findOpenedBook(tx: Db, id: string): Promise<OpenedBook | null> {
  const { rows } = await tx.execute<OpenedBook>(sql`
    select b.id, b.work_id, w.title from books b join works w on w.id = b.work_id where b.id = ${id}`);
  return rows[0] ?? null;
}

/**
 * Writes or replaces the opening page of a book in one language; returns the audit log entry, null if nothing changed.
 */
export async function writeOpening(
  tx: Db,
  book: OpenedBook,
  language: string,
  opening: WrittenOpening,
  at: Date,
): Promise<Entry | null> {
  const key = { workId: book.workId, language };
  if (!changedFields(await findOpening(tx, key), opening)) return null;
  await saveOpening(tx, key, opening, at);
  const words = `Wrote the opening page of “${book.title}” (${language}).`;
  return { action: "catalogue.set-opening", words, subject: `book ${book.id}` };
}

/** Removes the opening page of a book in one language; returns the audit log entry, null if there was no page. */
export async function clearOpening(tx: Db, book: OpenedBook, language: string): Promise<Entry | null> {
  if (!(await removeOpening(tx, { workId: book.workId, language }))) return null;
  const words = `Removed the opening page of “${book.title}” (${language}).`;
  return { action: "catalogue.remove-opening", words, subject: `book ${book.id}` };
}
