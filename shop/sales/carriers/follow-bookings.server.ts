/**
 * Asks carriers where booked parcels are, and moves the parcels by the same functions as the desk: on its way, arrived.
 * What the shop cannot decide by itself is listed for the bookseller (`list-bookings.server.ts`).
 */
import { sql } from "#db/sql.ts";

import { formatPaise } from "#shop/kernel/money/money.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { carrierIds, maxTracked, type Carrier, type ParcelNews, type Tracking } from "./carrier.ts";
import { noteSent } from "./parcel-bookings.server.ts";
import { cancelBooking, carrierOf, lookForBooking, type BookingServices } from "./place-booking.server.ts";

/** How long until the carrier is asked again, in minutes, by the last news; null for never. */
const minutesToNext: Record<ParcelNews, number | null> = {
  booked: 60,
  "pickup-problem": 240,
  "picked-up": 120,
  moving: 120,
  "out-for-delivery": 30,
  delivered: null,
  "not-delivered": 120,
  "coming-back": 360,
  "came-back": null,
  lost: null,
  cancelled: null,
  unknown: 240,
};

/** How far a parcel is. News of an earlier step come late and change nothing. */
const steps: Partial<Record<ParcelNews, number>> = {
  booked: 0,
  "pickup-problem": 0,
  "picked-up": 1,
  moving: 2,
  "not-delivered": 3,
  "out-for-delivery": 3,
  delivered: 5,
  "coming-back": 4,
  "came-back": 5,
  lost: 5,
};

/** The news that say that the carrier has the parcel. */
const hasIt: ParcelNews[] = [
  "picked-up",
  "moving",
  "out-for-delivery",
  "delivered",
  "not-delivered",
  "coming-back",
  "came-back",
];

interface FollowedBooking {
  id: number;
  orderId: number;
  number: string;
  trackingNumber: string;
  courier: string;
  contents: { bookId: string; quantity: number }[];
  collectPaise: number;
  news: ParcelNews;
  newsWords: string;
}

const time = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/**
 * Settles bookings and cancellations without an answer, and reads the news of the parcels that are due. Safe to run in
 * several processes. Throws the first failure of a carrier at the end.
 */
export async function followBookings(services: BookingServices): Promise<void> {
  const failures: unknown[] = [];
  for (const { id, isCancelAsked } of await listUnsettled(services))
    await (isCancelAsked ? cancelBooking(services, id) : lookForBooking(services, id));
  for (const id of carrierIds) {
    try {
      await followCarrier(services, id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function listUnsettled({ db, now }: BookingServices) {
  const at = time(now());
  const { rows } = await db.execute<{ id: number; isCancelAsked: boolean }>(sql`
    select id::int as id, cancel_asked_at is not null as is_cancel_asked from parcel_bookings
    where (claimed_until is null or claimed_until < ${at}) and (
      -- The process that asked has ended without storing the answer.
      state = 'asked' and sent_place is null and asked_at < ${at} - interval '2 minutes'
      or state = 'unknown' and sent_place is null and check_at <= ${at}
      or state in ('booked', 'unknown') and sent_place is null and cancel_asked_at < ${at} - interval '2 minutes')
    order by id limit 20`);
  return rows;
}

async function followCarrier(services: BookingServices, id: Carrier["id"]): Promise<void> {
  const { db, carriers, now } = services;
  const at = now();
  const { rows } = await db.execute<FollowedBooking>(sql`
    update parcel_bookings b set checked_at = ${time(at)}, check_at = ${time(at)} + interval '10 minutes'
    from orders o
    where o.id = b.order_id and b.id in (select id from parcel_bookings
      where carrier = ${id} and state = 'booked' and check_at <= ${time(at)} order by check_at limit ${maxTracked}
      for update skip locked)
    returning b.id::int as id, b.order_id::int as order_id, o.number, b.tracking_number, b.courier, b.contents,
      b.collect_paise::int as collect_paise, b.news, b.news_words`);
  if (rows.length === 0) return;
  const carrier = carrierOf(carriers, id);
  const tracked = await carrier.track(rows.map(({ trackingNumber }) => trackingNumber));
  const byNumber = new Map(tracked.map((one) => [one.trackingNumber, one]));
  for (const booking of rows) await followParcel(services, carrier, booking, byNumber.get(booking.trackingNumber));
}

async function followParcel(
  services: BookingServices,
  carrier: Carrier,
  booking: FollowedBooking,
  tracking: Tracking | undefined,
): Promise<void> {
  const { db, now } = services;
  const { id, orderId, number, trackingNumber } = booking;
  const isLate = tracking && (steps[tracking.news] ?? Infinity) < (steps[booking.news] ?? -1);
  const { news, words } = tracking && !isLate ? tracking : { news: booking.news, words: booking.newsWords };
  await noteSent(db, orderId);
  const trouble = hasIt.includes(news) ? await moveParcel(services, carrier, booking, news) : "";
  const next = minutesToNext[news];
  await db.execute(sql`
    update parcel_bookings set news = ${news}, news_words = ${words},
      news_at = case when news <> ${news} or news_words <> ${words} then ${time(now())} else news_at end,
      trouble = case when ${trouble} <> '' or ${news} <> 'booked' then ${trouble} else trouble end,
      check_at = ${next === null ? sql`null` : sql`${time(now())} + make_interval(mins => ${next})`}
    where id = ${id} and tracking_number = ${trackingNumber}`);
  if (trouble !== "") console.warn(`Order ${number}: ${trouble}`);
}

/**
 * Ships the parcel, and marks it as arrived, unless that was done. Returns what a person must do: it could not be
 * shipped, or its carrier collects a wrong sum; else "".
 */
async function moveParcel(
  services: BookingServices,
  carrier: Carrier,
  booking: FollowedBooking,
  news: ParcelNews,
): Promise<string> {
  const { db } = services;
  const { id, orderId, number, trackingNumber, courier, contents } = booking;
  let place = await findSentPlace(services, id);
  if (place === null) {
    const sent = await shipOrder(
      services,
      number,
      { carrier: courier || carrier.name, trackingNumber, trackingUrl: carrier.trackingUrl(trackingNumber) },
      carrier.name,
      { copies: contents },
    );
    if (!sent.ok)
      return `${carrier.name} has this parcel, but the shop could not mark it as sent: ${unsent[sent.reason]}.`;
    await noteSent(db, orderId);
    place = await findSentPlace(services, id);
  }
  const trouble = await describeWrongSum(db, carrier, booking);
  // A parcel that was marked as arrived, or as failed, by hand stays as it is.
  if (news === "delivered" && place !== null) await deliverOrder(services, number, carrier.name, place);
  return trouble;
}

/** Says that an order was paid or got cheaper after its booking; "" if the carrier collects the right sum. */
async function describeWrongSum(
  db: BookingServices["db"],
  { name }: Carrier,
  { orderId, collectPaise }: FollowedBooking,
): Promise<string> {
  const { rows } = await db.execute<{ duePaise: number }>(sql`
    select ${collectSql} as due_paise from orders o where o.id = ${orderId} and o.fulfilment_state = 'shipped'`);
  const [order] = rows;
  if (!order || order.duePaise === collectPaise) return "";
  const due = order.duePaise === 0 ? "nothing is owed" : `${formatPaise(order.duePaise)} is owed`;
  return `${name} was asked to collect ${formatPaise(collectPaise)}, but ${due} by now. Ask it to correct the sum before the delivery.`;
}

const unsent = {
  "no-such-order": "there is no such order",
  "not-paid": "the order does not wait to be packed any more",
  "nothing-to-ship": "all its copies were cancelled",
  refunded: "the whole payment is being refunded",
  "not-in-order": "copies in it were cancelled or sent otherwise",
  changed: "the order was changed in the meantime",
  "cancel-waits": "its cancellation waits for the approval of an owner",
  "one-parcel": "the reader pays on delivery, so all copies go in one parcel",
  "other-method": "the reader collects it at the shop",
} as const;

async function findSentPlace({ db }: BookingServices, id: number): Promise<number | null> {
  const { rows } = await db.execute<{ sentPlace: number | null }>(sql`
    select sent_place from parcel_bookings where id = ${id}`);
  return rows[0]?.sentPlace ?? null;
}

/** The pause between two questions about the same parcel because of webhooks, in seconds. */
const hintPauseSeconds = 60;
/** How long after its booking a parcel is asked about because of a webhook. */
const hintDays = 90;

/**
 * Receives a webhook of a carrier. It is not signed, so it moves nothing: the carrier is asked about the parcel soon,
 * at most once a minute.
 */
export async function receiveHint(
  { db, now }: Pick<BookingServices, "db" | "now">,
  carrier: Carrier,
  body: unknown,
): Promise<void> {
  const trackingNumber = carrier.readHint(body);
  if (trackingNumber === null) return;
  const at = time(now());
  await db.execute(sql`
    update parcel_bookings
    set check_at = least(check_at, greatest(${at}, checked_at + make_interval(secs => ${hintPauseSeconds})))
    where tracking_number = ${trackingNumber.slice(0, 60)} and carrier = ${carrier.id} and state = 'booked'
      and asked_at > ${at} - make_interval(days => ${hintDays})`);
}
