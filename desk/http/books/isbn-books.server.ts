import { findBooksByIsbns } from "#shop/catalogue/editing/form/start-book.server.ts";
import { parseTypedIsbn } from "#shop/catalogue/editing/form/typed-isbn.ts";
import type { Services } from "#shop/services.ts";
import type { BookChoice } from "./book-choice.ts";

/** Finds the books with a typed ISBN; for an invalid ISBN, the books with an ISBN that is probably meant. */
export async function findIsbnBooks(db: Services["db"], typed: string): Promise<BookChoice[]> {
  const read = parseTypedIsbn(typed);
  const isbns = "isbn13" in read ? [read.isbn13] : read.meant.map(({ isbn13 }) => isbn13);
  if (isbns.length === 0) return [];
  const books = await findBooksByIsbns(db, isbns);
  return books.map(({ id, title, isbn13 }) => ({ id, name: isbn13, title, about: isbn13 }));
}
