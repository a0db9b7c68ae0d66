import type { Db } from "#db/connect.ts";
import { escapeLike, sql } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { lockOrCreateStock } from "./book-stock.server.ts";

/** The maximum length of a place in the shop, such as "A3, left", in characters. */
export const maxPlace = 40;

/** The maximum number of books that the search by place shows. */
export const maxAtPlace = 50;

/** A book with its place in the shop. */
export interface PlacedBook {
  bookId: string;
  title: string;
  author: string;
  format: string;
  isbn13: string | null;
  place: string;
  onHand: number;
}

/** Finds books whose place begins with `text`, in any case, by place; at most `maxAtPlace + 1`. */
export async function findAtPlace(db: Db, text: string): Promise<PlacedBook[]> {
  const start = escapeLike(text.toLowerCase());
  const { rows } = await db.execute<PlacedBook>(sql`
    with page as materialized (
      select s.book_id, s.place, s.on_hand from stock s where s.place <> '' and lower(s.place) like ${`${start}%`}
      order by lower(s.place), s.book_id limit ${maxAtPlace + 1})
    select p.book_id, w.title, ${authorNamesSql} as author, b.format, b.isbn13, p.place, p.on_hand
    from page p join books b on b.id = p.book_id join works w on w.id = b.work_id order by lower(p.place), p.book_id`);
  return rows;
}

/**
 * Sets the place of a book's copies, empty for none. Returns the previous place; undefined if the book does not exist.
 */
export async function setPlace(tx: Db, bookId: string, place: string): Promise<string | undefined> {
  const shelf = await lockOrCreateStock(tx, bookId);
  if (!shelf) return undefined;
  await tx.execute(sql`update stock set place = ${place} where book_id = ${bookId}`);
  return shelf.place;
}
