/** The rows of parcels booked with a carrier. A row is written before the carrier is asked. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { readCopiesLeft, type LineLeft } from "#shop/sales/orders/parcels/copies-left.server.ts";
import { formatCopiesLeft } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { amountToCollect } from "./amount-to-collect.server.ts";
import type { CarrierId, ParcelNews } from "./carrier.ts";
import type { ParcelSize } from "./parcel-size.ts";

export type BookingState = "asked" | "unknown" | "booked" | "refused" | "cancelled";

/** A booking, as the desk shows it. */
export interface Booking {
  id: number;
  reference: string;
  carrier: CarrierId;
  state: BookingState;
  trackingNumber: string;
  courier: string;
  chargePaise: number | null;
  collectPaise: number;
  pickup: string;
  trouble: string;
  /** ISO time at which the carrier was last asked to book it. */
  askedAt: string;
  isCancelAsked: boolean;
  /** What is to be collected at the door by now, if the parcel was not sent yet; else what was booked. */
  owedPaise: number;
  news: ParcelNews;
  newsWords: string;
}

export const bookingColumns = sql`b.id::int as id, b.reference, b.carrier, b.state, b.tracking_number, b.courier,
  b.charge_paise::int as charge_paise, b.collect_paise::int as collect_paise, b.pickup, b.trouble,
  b.asked_at::text as asked_at, b.cancel_asked_at is not null as is_cancel_asked,
  case when b.sent_place is null then coalesce((select ${collectSql} from orders o where o.id = b.order_id), 0)
    else b.collect_paise end::int as owed_paise, b.news, b.news_words`;

interface NewBooking extends ParcelSize {
  number: string;
  carrier: CarrierId;
  option: string;
  chargePaise: number | null;
  wantsPickup: boolean;
  /** The copies that wait to be sent, as the page showed them (optimistic lock). */
  left: string;
}

export type BegunBooking =
  | { ok: true; id: number }
  | { ok: false; reason: "no-such-order" | "not-to-pack" | "changed" | "booked-already" };

/**
 * Writes the row of a booking that the carrier is about to be asked for: of the packed copies, or of all that wait if
 * none is packed. Locks the order's row; of two people who book the same parcel, the second is refused.
 */
export function beginBooking({ db, now }: DbAndClock, input: NewBooking): Promise<BegunBooking> {
  return inTransaction(db, async (tx): Promise<BegunBooking> => {
    const { rows } = await tx.execute<{ id: string; isToPack: boolean }>(sql`
      select id, coalesce(fulfilment_state = 'to_pack', false) and delivery_method = 'parcel' as is_to_pack from orders where number = ${input.number} for update`);
    const [order] = rows;
    if (!order) return { ok: false, reason: "no-such-order" };
    if (!order.isToPack) return { ok: false, reason: "not-to-pack" };
    const orderId = Number(order.id);
    const left = await readCopiesLeft(tx, orderId);
    if (input.left !== formatCopiesLeft(left)) return { ok: false, reason: "changed" };
    await noteSent(tx, orderId);
    const { grams, lengthMm, widthMm, heightMm } = input;
    const collectPaise = await amountToCollect(tx, orderId);
    const contents = await chooseContents(tx, orderId, left, collectPaise);
    const { rows: made } = await tx.execute<{ id: number }>(sql`
      insert into parcel_bookings (order_id, reference, carrier, state, option, contents, grams, length_mm, width_mm,
        height_mm, collect_paise, charge_paise, wants_pickup, asked_at)
      select ${orderId}, ${input.number} || '-P' || (select count(*) + 1 from parcel_bookings where order_id = ${orderId}),
        ${input.carrier}, 'asked', ${input.option}, ${JSON.stringify(contents)}::jsonb, ${grams}, ${lengthMm}, ${widthMm},
        ${heightMm}, ${collectPaise}, ${input.chargePaise}, ${input.wantsPickup}, ${now().toISOString()}::timestamptz
      on conflict (order_id) where sent_place is null and state in ('asked', 'unknown', 'booked') do nothing
      returning id::int as id`);
    return made[0] ? { ok: true, id: made[0].id } : { ok: false, reason: "booked-already" };
  });
}

/** The packed copies if only a part is packed, else all that wait. An order on delivery goes in one parcel. */
export async function chooseContents(tx: Db, orderId: number, left: LineLeft[], collectPaise: number) {
  const { rows } = await tx.execute<{ position: number; packed: number }>(sql`
    select line_position as position, count(*)::int as packed from packed_copies where order_id = ${orderId} group by 1`);
  const packed = new Map(rows.map((row) => [row.position, row.packed]));
  const chosen = left.map((line) => ({
    bookId: line.bookId,
    quantity: rows.length === 0 || collectPaise > 0 ? line.left : Math.min(packed.get(line.position) ?? 0, line.left),
  }));
  return chosen.filter(({ quantity }) => quantity > 0);
}

/** Notes which bookings of an order were sent: a parcel of it has their tracking number. */
export async function noteSent(tx: Db, orderId: number): Promise<void> {
  await tx.execute(sql`
    update parcel_bookings b set sent_place = s.place
    from (select tracking_number, max(place) as place from shipments
      where order_id = ${orderId} and tracking_number <> '' group by 1) s
    where b.order_id = ${orderId} and b.sent_place is null and b.tracking_number = s.tracking_number`);
}

/** The last booking of an order, unless a parcel was sent with it or since; null without one. */
export async function findOpenBooking(db: Db, number: string): Promise<Booking | null> {
  const { rows } = await db.execute<Booking>(sql`
    select ${bookingColumns} from parcel_bookings b join orders o on o.id = b.order_id
    where o.number = ${number} and b.sent_place is null and not exists (select from shipments s
      where s.order_id = b.order_id and (s.tracking_number = b.tracking_number and b.tracking_number <> ''
        or s.shipped_at > b.asked_at and b.state in ('refused', 'cancelled')))
    order by b.id desc limit 1`);
  return rows[0] ?? null;
}

export async function findBooking(db: Db, id: number): Promise<Booking> {
  const { rows } = await db.execute<Booking>(sql`select ${bookingColumns} from parcel_bookings b where b.id = ${id}`);
  return oneRow(rows);
}

/** How long a booking without an answer is looked for before a person may try it again or give it up. */
export const settleMinutes = 5;

/** Asks for a cancellation of a booking whose parcel has not left; false if there is none. */
export async function askCancellation(tx: Db, id: number, at: Date): Promise<boolean> {
  const time = sql`${at.toISOString()}::timestamptz`;
  const { rowCount } = await tx.execute(sql`
    update parcel_bookings set cancel_asked_at = ${time}, trouble = ''
    where id = ${id} and sent_place is null and (state = 'booked'
      or state = 'unknown' and asked_at < ${time} - make_interval(mins => ${settleMinutes}))`);
  return rowCount > 0;
}

/** Marks a booking without an answer to be tried again; false if it is too early or not needed. */
export async function askAgain(tx: Db, id: number, at: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update parcel_bookings set trouble = '', claimed_until = null
    where id = ${id} and state = 'unknown' and cancel_asked_at is null
      and asked_at < ${at.toISOString()}::timestamptz - make_interval(mins => ${settleMinutes})`);
  return rowCount > 0;
}

/** Dismisses the news about a parcel, until there are others. */
export async function seeNews(tx: Db, id: number, at: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update parcel_bookings set seen_at = ${at.toISOString()}::timestamptz, trouble = ''
    where id = ${id} and state in ('booked', 'cancelled')`);
  return rowCount > 0;
}

/** Whether the carrier has confirmed the booking. */
export async function isBooked(tx: Db, id: number): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (select from parcel_bookings where id = ${id} and state = 'booked') as found`);
  return oneRow(rows).found;
}
