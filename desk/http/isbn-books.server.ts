import { findBooksByIsbns } from "#shop/catalogue/editing/form/start-book.server.ts";
import { readIsbnForDesk } from "#shop/catalogue/editing/form/typed-isbn.ts";
import type { Services } from "#shop/services.ts";
import type { BookChoice } from "./book-choice.ts";

/** The books of the shop that a typed ISBN is of; of a wrong one those that it may mean. */
export async function findIsbnBooks(db: Services["db"], typed: string): Promise<BookChoice[]> {
  const read = readIsbnForDesk(typed);
  const isbns = "isbn13" in read ? [read.isbn13] : read.meant.map(({ isbn13 }) => isbn13);
  if (isbns.length === 0) return [];
  const books = await findBooksByIsbns(db, isbns);
  return books.map(({ id, title, isbn13 }) => ({ id, name: isbn13, title, about: isbn13 }));
}
