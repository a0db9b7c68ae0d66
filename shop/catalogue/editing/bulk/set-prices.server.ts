import type { Db } from "#db/connect.ts";
import { readBooksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import { writeEntities } from "./write-changes.server.ts";

export interface Prices {
  mrpPaise: number;
  pricePaise: number;
}

/**
 * Sets MRP and price of a book, in paise. Optimistic lock: returns "changed" if the prices differ from `was` or the
 * book no longer exists.
 */
export async function setPrices(tx: Db, bookId: string, was: Prices, to: Prices): Promise<"set" | "changed"> {
  await lockBookSaving(tx);
  const books = await readBooksByIds(tx, [bookId]);
  const book = books.get(bookId);
  if (book?.now.mrp_paise !== was.mrpPaise || book.now.price_paise !== was.pricePaise) return "changed";
  book.now.mrp_paise = to.mrpPaise;
  book.now.price_paise = to.pricePaise;
  await writeEntities(tx, [book], []);
  return "set";
}
