import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { keepDiscount } from "#shop/catalogue/fields/check/amount.ts";
import { lotsSql } from "#shop/catalogue/stock/lots-sql.ts";
import type { MrpOnHand, TillBook } from "./till-book.ts";

/** The books with these codes (ISBN-13, or id of a book without one) or ids, as a till shows them; hidden ones too. */
export async function readTillBooks(db: Db, codes: string[]): Promise<TillBook[]> {
  const { rows } = await db.execute<TillBook>(sql`
    select b.id as book_id, coalesce(b.isbn13, '') as isbn, w.title, ${authorNamesSql} as author, b.price_paise, b.mrp_paise,
      coalesce(s.on_hand - s.reserved, 0) as free, coalesce(s.reserved, 0) as held
    from (select id from books where isbn13 = any(${codes}::text[]) union select id from books where id = any(${codes}::text[])) named
    join books b on b.id = named.id join works w on w.id = b.work_id left join stock s on s.book_id = b.id
    order by array_position(${codes}::text[], b.id)`);
  const several = await readMrpsOnHand(
    db,
    rows.map(({ bookId }) => bookId),
  );
  // The oldest copies are sold first, so their price is the one that a till begins with.
  return rows.map((book) => {
    const mrps = several.get(book.bookId);
    const [oldest] = mrps ?? [];
    return mrps && oldest ? { ...book, mrpPaise: oldest.mrpPaise, pricePaise: oldest.pricePaise, mrps } : book;
  });
}

/**
 * The MRPs of books with copies of several MRPs on hand, oldest copies first. Copies whose MRP is unknown have that of the
 * book. Copies with another one have its planned price, or else keep the discount off the MRP.
 */
export async function readMrpsOnHand(db: Db, bookIds: string[]): Promise<Map<string, MrpOnHand[]>> {
  if (bookIds.length === 0) return new Map();
  const ids = sql`${bookIds}::text[]`;
  const { rows } = await db.execute<{
    bookId: string;
    mrpPaise: number;
    copies: number;
    ownMrpPaise: number;
    ownPricePaise: number;
    plannedPricePaise: number | null;
  }>(sql`
    with lots as (select m.* from (${lotsSql(ids)}) m where m.left_copies > 0),
    parts as (
      select book_id, mrp_paise, left_copies as copies, arrived_at from lots
      union all
      select s.book_id, null, s.on_hand - coalesce((select sum(l.left_copies)::int from lots l where l.book_id = s.book_id), 0), '-infinity'
      from stock s where s.book_id = any(${ids})),
    mrps as (
      select b.id as book_id, coalesce(p.mrp_paise, b.mrp_paise) as mrp_paise, sum(p.copies)::int as copies,
        min(p.arrived_at) as arrived_at
      from parts p join books b on b.id = p.book_id where p.copies > 0 group by b.id, coalesce(p.mrp_paise, b.mrp_paise))
    select m.book_id, m.mrp_paise, m.copies, b.mrp_paise as own_mrp_paise, b.price_paise as own_price_paise,
      n.price_paise as planned_price_paise
    from mrps m join books b on b.id = m.book_id
      left join planned_mrps n on n.book_id = m.book_id and n.mrp_paise = m.mrp_paise
    order by m.arrived_at`);
  const mrps = Map.groupBy(rows, ({ bookId }) => bookId);
  return new Map(
    [...mrps]
      .filter(([, ofBook]) => ofBook.length > 1)
      .map(([bookId, ofBook]) => [
        bookId,
        ofBook.map(({ mrpPaise, copies, ownMrpPaise, ownPricePaise, plannedPricePaise }) => ({
          mrpPaise,
          copies,
          pricePaise: plannedPricePaise ?? keepDiscount({ mrpPaise: ownMrpPaise, pricePaise: ownPricePaise }, mrpPaise),
        })),
      ]),
  );
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
