import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { authorNamesSql, coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import { worksOfTitle } from "#shop/catalogue/books/translations.server.ts";
import { isKept } from "./bought.server.ts";
import type { OwnReview } from "./review.ts";

/** A book that a reader got from the shop or reviewed. */
export interface ReviewableBook {
  book: { id: string; title: string; author: string; language: string; coverKey: string };
  /** Null if the reader has not reviewed it. */
  own: Pick<OwnReview, "rating" | "title" | "body" | "state"> | null;
}

const maxListed = 200;

/**
 * The books of a reader's delivered orders, and those that they reviewed, each title once: reviewed ones first, then the
 * latest purchase. Nobody is asked about a book that is still on its way.
 */
export async function listOwnReviews(db: Db, readerId: number): Promise<ReviewableBook[]> {
  const { rows } = await db.execute<{ found: ReviewableBook }>(sql`
    with mine as (
      select b.work_id, b.id as book_id, o.id as bought
      from orders o join order_lines l on l.order_id = o.id join books b on b.id = l.book_id
      where o.reader_id = ${readerId} and o.state = 'delivered' and ${isKept}
      union all
      select b.work_id, b.id, 0 from reviews r join books b on b.work_id = r.work_id and b.is_main
      where r.reader_id = ${readerId}),
    once as (
      select distinct on (title) mine.* from mine left join translations t using (work_id)
        cross join lateral (select coalesce('title ' || t.title_id, mine.work_id) as title) of_title
      order by title, mine.bought desc, mine.book_id)
    select json_build_object(
      'book', json_build_object('id', b.id, 'title', w.title, 'language', b.language, 'coverKey', ${coverKeySql},
        'author', ${authorNamesSql}),
      'own', case when r.id is not null then json_build_object('rating', r.rating, 'title', r.title, 'body', r.body,
        'state', r.state) end) as found
    from once join books b on b.id = once.book_id join works w on w.id = once.work_id
    left join lateral (
      select * from reviews v where v.reader_id = ${readerId} and v.work_id = any(${worksOfTitle(sql`once.work_id`)})
      order by v.work_id = once.work_id desc, v.id limit 1) r on true
    order by r.id is null, once.bought desc, b.id limit ${maxListed}`);
  return rows.map((row) => row.found);
}
