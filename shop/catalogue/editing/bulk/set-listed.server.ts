import type { Db } from "#db/connect.ts";
import { readBooksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import { writeEntities } from "./write-changes.server.ts";

/** Lists a book for readers or hides it; null if the book does not exist, false if nothing changed. */
export async function setListed(tx: Db, bookId: string, isListed: boolean): Promise<boolean | null> {
  await lockBookSaving(tx);
  const books = await readBooksByIds(tx, [bookId]);
  const book = books.get(bookId);
  if (!book) return null;
  book.now.is_listed = isListed;
  return (await writeEntities(tx, [book], [])).length > 0;
}
