import type { Db } from "#db/connect.ts";
import { readBooksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import type { Change } from "#shop/kernel/audit-log/change.ts";
import { takeTurn } from "#shop/catalogue/editing/take-turn.server.ts";
import { writeEntities } from "./write-changes.server.ts";

/** Shows a book to readers or hides it; null when there is no such book, no changes when it was so before. */
export async function setListed(tx: Db, bookId: string, isListed: boolean): Promise<Change[] | null> {
  await takeTurn(tx);
  const books = await readBooksByIds(tx, [bookId]);
  const book = books.get(bookId);
  if (!book) return null;
  book.now.is_listed = isListed;
  return writeEntities(tx, [book], []);
}
