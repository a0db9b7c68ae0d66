import { sql } from "#db/sql.ts";

import { authorNamesSql, coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import { worksOfTitle } from "#shop/catalogue/books/translations.server.ts";
import { arrivalJson, isCollectionSql, parcelsJson } from "#shop/sales/orders/find-order.server.ts";
import { confirmedStates } from "#shop/sales/orders/order-state.ts";
import { listArrivedLines, type SentOrder } from "#shop/sales/orders/parcels/arrived-lines.ts";
import type { Services } from "#shop/services.ts";
import { isKept } from "./bought.server.ts";
import type { OwnReview } from "./review.ts";

/** A book that a reader got from the shop or reviewed. */
export interface ReviewableBook {
  book: { id: string; title: string; author: string; language: string; coverKey: string };
  /** Null if the reader has not reviewed it. */
  own: Pick<OwnReview, "rating" | "title" | "body" | "state"> | null;
}

const maxListed = 200;

type DbPoliciesAndClock = Pick<Services, "db" | "settings" | "now">;

/**
 * The books of a reader's orders that have arrived, and those that they reviewed, each title once: reviewed ones first,
 * then the latest purchase. Nobody is asked about a book that is still on its way.
 */
export async function listOwnReviews(services: DbPoliciesAndClock, readerId: number): Promise<ReviewableBook[]> {
  const { db } = services;
  const arrived = await listArrivedInPart(services, readerId);
  const { rows } = await db.execute<{ found: ReviewableBook }>(sql`
    with mine as (
      select b.work_id, b.id as book_id, o.id as bought
      from orders o join order_lines l on l.order_id = o.id join books b on b.id = l.book_id
      where o.reader_id = ${readerId} and ${isKept} and (o.state = 'delivered' or (o.id, l.position) in (
        select * from unnest(${arrived.map(({ orderId }) => orderId)}::bigint[], ${arrived.map(({ position }) => position)}::int[])))
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

/** The lines that have arrived of a reader's newest orders that are not recorded as delivered. */
async function listArrivedInPart(
  { db, settings, now }: DbPoliciesAndClock,
  readerId: number,
): Promise<{ orderId: string; position: number }[]> {
  const { rows } = await db.execute<SentOrder & { id: string }>(sql`
    select o.id, o.state, o.pin, ${isCollectionSql} as is_collection, ${arrivalJson} as arrival, ${parcelsJson} as parcels,
      (select coalesce(json_agg(json_build_object('quantity', l.quantity, 'cancelled', l.cancelled_quantity) order by l.position), '[]')
        from order_lines l where l.order_id = o.id) as lines
    from orders o
    where o.reader_id = ${readerId} and o.state = any(${confirmedStates}::text[]) and o.state <> 'delivered'
      and exists (select from shipments s where s.order_id = o.id)
    order by o.id desc limit ${maxListed}`);
  return rows.flatMap((order) =>
    listArrivedLines(order, settings.policies.delivery, now()).map((position) => ({ orderId: order.id, position })),
  );
}
