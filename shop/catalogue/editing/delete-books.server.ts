import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { codeOf } from "#db/transaction.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import { saveDeletedBooks } from "#shop/catalogue/lookups/lookup-books.server.ts";

/**
 * SQL condition: an order, a bundle or a reader refers to the book `b`. Such a book is never deleted, because readers'
 * data cannot be restored.
 */
export const isNamedSql = sql`(
  exists (select from order_lines l where l.book_id = b.id) or exists (select from bundle_books u where u.book_id = b.id)
  or exists (select from wishes h where h.book_id = b.id)
  or exists (select from stock_requests q where q.book_id = b.id and q.told_at is null)
  or (exists (select from reviews v where v.work_id = b.work_id)
    and not exists (select from books e where e.work_id = b.work_id and e.id <> b.id)))`;

/**
 * Deletes these books, and their works that have no edition left; deleted books can still be looked up by ISBN. Returns
 * the ids of the books it kept because an order, a bundle, a reader or another document of the shop refers to them.
 */
export async function deleteOrKeep(tx: Db, bookIds: string[], at: Date): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string; isNamed: boolean }>(sql`
    select b.id, ${isNamedSql} as is_named from books b
    where b.id = any(${bookIds}::text[]) order by b.id for update`);
  const kept = new Set<string>();
  for (const { id, isNamed } of rows) if (isNamed || !(await deleteBook(tx, id, at))) kept.add(id);
  return kept;
}

/** Deletes a book; false if a foreign key, such as that of a bill, refers to it. */
async function deleteBook(tx: Db, bookId: string, at: Date): Promise<boolean> {
  await tx.execute(sql`savepoint book_deleted`);
  try {
    await saveDeletedBooks(tx, [bookId], { at });
    const { rows } = await tx.execute<{ workId: string }>(
      sql`delete from books where id = ${bookId} returning work_id`,
    );
    const works = rows.map(({ workId }) => workId);
    await tx.execute(sql`
      delete from works w where id = any(${works}::text[]) and not exists (select from books where work_id = w.id)`);
    await chooseMainEditions(tx, works);
  } catch (error) {
    if (codeOf(error) !== "23503") throw error;
    await tx.execute(sql`rollback to savepoint book_deleted`);
    return false;
  }
  await tx.execute(sql`release savepoint book_deleted`);
  return true;
}
