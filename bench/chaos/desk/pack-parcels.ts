/** The bookseller packs orders: books them with a carrier or sends them by hand, and hands them over. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { CarriedParcels } from "#bench/chaos/carriers/carry-parcels.ts";
import type { ParcelClaims } from "#bench/chaos/ledgers/parcel-claims.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import type { CarrierId } from "#shop/sales/carriers/carrier.ts";
import type { BookingState } from "#shop/sales/carriers/parcel-bookings.server.ts";
import type { Bookseller, DeskPage } from "./bookseller.ts";
import type { PageForm } from "./read-forms.ts";

/** What the bookseller works with. */
export interface DeskWork {
  desk: Bookseller;
  db: Db;
  carried: CarriedParcels;
  parcelClaims: ParcelClaims;
  /** The tracking numbers of booked parcels that were handed over or cancelled. */
  decided: Set<string>;
}

interface OrderToPack {
  number: string;
  bookingState: BookingState | null;
  carrier: CarrierId | null;
  trackingNumber: string | null;
}

const maxCopies = 60;

/** Takes one of the orders that wait one step further: those that are booked first, then those to be paid on delivery. */
export async function packParcel(work: DeskWork, random: SeededRandom): Promise<void> {
  if (random.is(0.2)) return sendFromList(work, random);
  const { rows } = await work.db.execute<OrderToPack>(sql`
    select o.number, b.state as booking_state, b.carrier, b.tracking_number
    from orders o left join parcel_bookings b on b.order_id = o.id and b.sent_place is null
      and b.state in ('asked', 'unknown', 'booked')
    where o.fulfilment_state = 'to_pack' and o.delivery_method = 'parcel' and o.confirmed_at < now() - interval '1 second'
    order by b.state is null, o.payment_method = 'on_delivery' desc, o.id desc limit 40`);
  if (rows.length === 0) return;
  const order = rows[Math.floor(rows.length * random.next() ** 2)]!;
  const page = await work.desk.open(`/parcels/${order.number}`);
  if (!page) return;
  if (order.bookingState === "booked") await handOver(work, page, order, random);
  else if (order.bookingState !== null) await settleBooking(work, page, random);
  else if (random.is(0.65)) await book(work, order.number, random);
  else await sendByHand(work, page, order.number, random);
}

async function book({ desk }: DeskWork, number: string, random: SeededRandom): Promise<void> {
  const page = await desk.open(`/parcels/${number}/book`);
  const form = page?.form("parcels.book");
  if (!page || !form || form.choices.length === 0) return;
  const press = () => desk.press(page, "parcels.book", form, { quote: random.pick(form.choices) });
  await Promise.all(random.is(0.1) ? [press(), press()] : [press()]);
}

/** Asks again for a booking without an answer, or gives it up. */
async function settleBooking({ desk }: DeskWork, page: DeskPage, random: SeededRandom): Promise<void> {
  const intent = random.is(0.6) ? "parcels.book-again" : "parcels.cancel-booking";
  const form = page.form(intent);
  if (form) await desk.press(page, intent, form);
}

/** Hands a booked parcel over: some are marked as sent before, the others by the carrier's first scan. */
async function handOver(work: DeskWork, page: DeskPage, order: OrderToPack, random: SeededRandom): Promise<void> {
  const { desk, carried, decided } = work;
  const { carrier, trackingNumber } = order;
  if (!carrier || !trackingNumber || decided.has(trackingNumber)) return;
  // The two packers agree which of them has the parcel in hand.
  decided.add(trackingNumber);
  const isWrong = page.text.includes("cancel this booking, and book it again");
  if (isWrong || random.is(0.1)) {
    const form = page.form("parcels.cancel-booking");
    const status = form && (await desk.press(page, "parcels.cancel-booking", form));
    if (status !== 303) decided.delete(trackingNumber);
    return;
  }
  if (random.is(0.4)) {
    await send(work, page, {}, random);
    if ((await findSentNumber(work.db, order.number)) !== trackingNumber) return void decided.delete(trackingNumber);
  }
  carried.handOver(carrier, trackingNumber);
}

const byHand = ["India Post", "Blue Dart", "Own delivery"];

/** Sends one of the orders that wait longest, without ticking its books. */
async function sendFromList(work: DeskWork, random: SeededRandom): Promise<void> {
  const { rows } = await work.db.execute<{ number: string }>(sql`
    select number from orders o where fulfilment_state = 'to_pack' and delivery_method = 'parcel' and not exists (select from parcel_bookings b
      where b.order_id = o.id and b.state in ('asked', 'unknown', 'booked')) order by confirmed_at limit 8`);
  if (rows.length === 0) return;
  const { number } = random.pick(rows);
  const page = await work.desk.open(`/parcels?hand=${number}`);
  const form = page?.form("orders.ship", ({ order }) => order === number);
  if (!page || !form) return;
  const parcel = chooseByHand(random);
  await work.desk.press(page, "orders.ship", form, parcel);
  await noteSent(work, number, { ...parcel, form }, random);
}

async function sendByHand(work: DeskWork, page: DeskPage, number: string, random: SeededRandom): Promise<void> {
  const parcel = chooseByHand(random);
  const form = await send(work, page, parcel, random);
  if (form) await noteSent(work, number, { ...parcel, form }, random);
}

function chooseByHand(random: SeededRandom): { carrier: string; trackingNumber: string } {
  const carrier = random.pick(byHand);
  return {
    carrier,
    trackingNumber: carrier === "Own delivery" ? "" : `EM${100_000_000 + random.below(900_000_000)}IN`,
  };
}

/** The parcel leaves, if the shop has it as sent. */
async function noteSent(
  { db, parcelClaims: { parcels } }: DeskWork,
  number: string,
  { carrier, trackingNumber, form }: { carrier: string; trackingNumber: string; form: PageForm },
  random: SeededRandom,
): Promise<void> {
  if ((await findSentNumber(db, number)) !== trackingNumber || parcels.has(number)) return;
  parcels.set(number, {
    carrier,
    orderNumber: number,
    trackingNumber,
    collectPaise: Number(form.fields["collect"]),
    fate: "on its way",
    isFit: random.is(0.7),
    remittedPaise: 0,
    isWaived: false,
  });
}

/** Packs all copies of the order, and marks it as sent. Returns the form; null if it could not be sent. */
async function send({ desk }: DeskWork, first: DeskPage, fields: Record<string, string>, random: SeededRandom) {
  let page: DeskPage | null = first;
  for (let copies = 0; page && copies < maxCopies; copies += 1) {
    const form = page.form("orders.ship");
    const isWhole = form !== null && !Object.keys(form.fields).some((name) => name.startsWith("take-"));
    // The booking was cancelled meanwhile, and the form asks for the carrier now.
    if (isWhole && fields["carrier"] === undefined && form.fields["carrier"] !== undefined) return null;
    if (isWhole) {
      const press = () => desk.press(first, "orders.ship", form, fields);
      await Promise.all(random.is(0.1) ? [press(), press()] : [press()]);
      return form;
    }
    const next = page.form("parcels.scan", ({ position }) => position !== undefined);
    if (!next) return null;
    await desk.press(page, "parcels.scan", next);
    page = await desk.open(first.path);
  }
  return null;
}

/** The tracking number of the order's parcel; null if none was sent. */
async function findSentNumber(db: Db, number: string): Promise<string | null> {
  const { rows } = await db.execute<{ trackingNumber: string }>(sql`
    select s.tracking_number from shipments s join orders o on o.id = s.order_id where o.number = ${number} order by s.place limit 1`);
  return rows[0]?.trackingNumber ?? null;
}
