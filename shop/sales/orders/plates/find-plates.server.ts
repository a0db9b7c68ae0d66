import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import type { PlateBook, PlateWords } from "./plate-words.ts";

/** The bookplates of an order: one for each of its titles. */
export interface OrderPlates {
  number: string;
  words: PlateWords;
  /** The year of the order in India. */
  year: string;
  books: PlateBook[];
}

/** SQL: a line of an order as a `PlateBook`; `l` is the line, `b` the edition. */
export const plateBookJson = sql`json_build_object('id', b.id, 'workId', b.work_id, 'title', l.title,
  'coverKey', ${coverKeySql},
  'series', (select json_build_object('id', r.id) from series_works sw join series r on r.id = sw.series_id
    where sw.work_id = b.work_id order by r.id limit 1),
  'authors', (select coalesce(json_agg(json_build_object('id', c.author_id) order by c.position), '[]')
    from work_contributors c where c.work_id = b.work_id and c.role = coalesce((
      select 'author' from work_contributors a where a.work_id = b.work_id and a.role = 'author' limit 1), 'editor')))`;

/** Finds the bookplates of orders, in the order of `numbers`; an order without bookplates is left out. */
export async function findPlates(db: Db, numbers: string[]): Promise<OrderPlates[]> {
  const { rows } = await db.execute<OrderPlates>(sql`
    select o.number, o.bookplate as words, to_char(o.created_at at time zone 'Asia/Kolkata', 'YYYY') as year,
      (select coalesce(json_agg(${plateBookJson} order by l.position), '[]')
        from order_lines l join books b on b.id = l.book_id
        where l.order_id = o.id and l.quantity > l.cancelled_quantity) as books
    from orders o where o.number = any(${numbers}::text[]) and o.bookplate is not null
    order by array_position(${numbers}::text[], o.number)`);
  return rows;
}
