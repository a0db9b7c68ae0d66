/** Lists booked parcels that a person should look at, and those that wait for their pickup. */
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";
import { bookingColumns, type Booking } from "./parcel-bookings.server.ts";

/** A booking in the list, with its order. */
export interface ListedBooking extends Booking {
  number: string;
  name: string;
  city: string;
  /** ISO time of the last news, or of the booking. */
  since: string;
  needsLook: boolean;
}

const maxListed = 100;

/** Whether the order of the booking `b` still waits, and is still to be paid as it was booked. */
const waitsSql = sql`exists (select from orders o
  where o.id = b.order_id and o.fulfilment_state = 'to_pack' and ${collectSql} = b.collect_paise)`;

/**
 * SQL: whether a person should look at the booking `b`: it has no answer; something went wrong; its order was sent,
 * cancelled or paid otherwise; or its parcel does not reach the reader, and was neither dealt with nor dismissed since.
 */
const needsLookSql = sql`(
  b.state = 'unknown' and b.sent_place is null
  or b.state = 'booked' and (
    b.trouble <> '' or b.sent_place is null and not ${waitsSql}
    or b.news in ('pickup-problem', 'not-delivered', 'coming-back', 'came-back', 'lost', 'cancelled', 'unknown')
      and (b.seen_at is null or b.seen_at < b.news_at)
      and not exists (select from shipments s where s.order_id = b.order_id and s.place = b.sent_place
        and (s.failed_at is not null or s.delivered_at is not null))))`;

/** The bookings that can be in the list, as the index `parcel_bookings_to_look_at` has them. */
const listedSql = sql`b.state in ('asked', 'unknown', 'booked') and b.asked_at > now_at - interval '120 days'
  and (b.sent_place is null or b.trouble <> '' or b.news in ('pickup-problem', 'not-delivered', 'coming-back', 'came-back',
    'lost', 'cancelled', 'unknown'))`;

/** SQL: a row with its time `at` for each booking to look at. */
export function bookingsToLookAtSql(at: Date): SQL {
  return sql`
    select coalesce(b.news_at, b.asked_at) as at
    from parcel_bookings b, (select ${at.toISOString()}::timestamptz as now_at) clock where ${listedSql} and ${needsLookSql}`;
}

/** The bookings to look at, and those whose parcel waits for its pickup, newest first. */
export async function listBookings(db: Db, at: Date): Promise<ListedBooking[]> {
  const { rows } = await db.execute<ListedBooking>(sql`
    select ${bookingColumns}, o.number, o.name, o.city, coalesce(b.news_at, b.asked_at)::text as since,
      coalesce(${needsLookSql}, false) as needs_look
    from (select ${at.toISOString()}::timestamptz as now_at) clock, parcel_bookings b join orders o on o.id = b.order_id
    where ${listedSql} and (${needsLookSql} or b.sent_place is null)
    order by ${needsLookSql} desc, b.id desc limit ${maxListed}`);
  return rows;
}
