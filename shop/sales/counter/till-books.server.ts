import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import type { TillBook } from "./till-book.ts";

/** The books with these codes (ISBN-13, or id of a book without one) or ids, as a till shows them; hidden ones too. */
export async function readTillBooks(db: Db, codes: string[]): Promise<TillBook[]> {
  const { rows } = await db.execute<TillBook>(sql`
    select b.id as book_id, coalesce(b.isbn13, '') as isbn, w.title, ${authorNamesSql} as author, b.price_paise, b.mrp_paise,
      coalesce(s.on_hand - s.reserved, 0) as free, coalesce(s.reserved, 0) as held
    from (select id from books where isbn13 = any(${codes}::text[]) union select id from books where id = any(${codes}::text[])) named
    join books b on b.id = named.id join works w on w.id = b.work_id left join stock s on s.book_id = b.id
    order by array_position(${codes}::text[], b.id)`);
  return rows;
}

/** Most books that a till keeps for sales without a connection. */
const mostKept = 20_000;

/** Books on hand, for sales without a connection. Authors are left out, to keep the list small. */
export async function listBooksOnHand(db: Db): Promise<TillBook[]> {
  const { rows } = await db.execute<TillBook>(sql`
    select b.id as book_id, coalesce(b.isbn13, '') as isbn, w.title, '' as author, b.price_paise, b.mrp_paise,
      s.on_hand - s.reserved as free, s.reserved as held
    from (select * from stock where on_hand > 0 limit ${mostKept}) s
    join books b on b.id = s.book_id join works w on w.id = b.work_id`);
  return rows;
}
