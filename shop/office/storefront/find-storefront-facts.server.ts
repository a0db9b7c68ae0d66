import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { authorNamesSql, coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import { parseReviewNumber } from "#shop/people/reviews/review.ts";
import type { Storefront } from "./storefront.ts";
import type { StorefrontFacts } from "./storefront-facts.ts";

const asReview = sql`json_build_object('id', r.id, 'version', r.version, 'name', r.name, 'book', w.title, 'rating', r.rating,
  'words', left(r.body, 160), 'length', length(r.body), 'isShown', r.state = 'published')`;

/** Reads the data about a window at a moment, in one statement. A work without an edition is left out. */
export async function findStorefrontFacts(db: Db, window: Storefront, at: Date): Promise<StorefrontFacts> {
  const works = [...window.featured, ...window.recommended];
  const reviews = window.testimonials.flatMap((number) => parseReviewNumber(number)?.id ?? []);
  const moment = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await db.execute<StorefrontFacts>(sql`
    select
      (select coalesce(json_agg(json_build_object('workId', w.id, 'id', b.id, 'isbn13', b.isbn13, 'title', w.title,
          'authors', ${authorNamesSql}, 'format', b.format, 'coverKey', ${coverKeySql}, 'pricePaise', b.price_paise,
          'isListed', b.is_listed, 'available', coalesce(s.on_hand - s.reserved, 0), 'canBeHad', b.is_listed and coalesce(s.on_hand > s.reserved, false))), '[]')
        from works w join books b on b.work_id = w.id and b.is_main left join stock s on s.book_id = b.id
        where w.id = any(${works}::text[])) as books,
      (select coalesce(json_agg(json_build_object('code', p.code, 'name', p.name, 'isStarted', p.starts_at <= ${moment},
          'isOver', coalesce(p.ends_at <= ${moment}, false)) order by p.starts_at desc, p.code), '[]')
        from (select * from promotions where code = any(${window.codes}::text[]) or ends_at is null or ends_at > ${moment}
          order by code = any(${window.codes}::text[]) desc, starts_at desc, code limit 40) p) as codes,
      (select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'shown',
          (select count(*) from reading_list_books lb join books b on b.id = lb.book_id and b.is_listed
            where lb.reading_list_id = l.id)) order by l.position, l.id), '[]')
        from (select * from reading_lists order by position, id limit 200) l) as lists,
      (select coalesce(json_agg(${asReview}), '[]') from reviews r left join works w on w.id = r.work_id
        where r.id = any(${reviews}::bigint[])) as reviews,
      (select coalesce(json_agg(${asReview} order by r.number), '[]')
        from (select newest.*, row_number() over (order by newest.created_at desc, newest.id desc) as number
          from (select * from reviews where reader_id is not null order by coalesce(changed_at, created_at) desc, id desc
            limit 50) newest
          where newest.state = 'published' and newest.rating >= 4) r
        left join works w on w.id = r.work_id where r.number <= 20) as pickable`);
  return oneRow(rows);
}
