/**
 * Asks a carrier to book a parcel, to cancel it, and for its pickup. A booking without an answer is looked up by its
 * reference and never simply repeated, so that there is one parcel.
 */
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { nextSendingDay } from "#shop/kernel/regions/delivery-promise.ts";
import type { Services } from "#shop/services.ts";
import {
  CarrierError,
  isCarrierError,
  nameCarrier,
  type Carrier,
  type CarrierBooking,
  type CarrierId,
} from "./carrier.ts";
import { settleMinutes } from "./parcel-bookings.server.ts";
import { readParcelToBook } from "./read-parcel-to-book.server.ts";

export type BookingServices = Pick<Services, "db" | "now" | "carriers" | "settings">;

/** Longer than a carrier may take for all requests of a booking. */
const claimSeconds = 90;

interface KnownBooking {
  carrier: CarrierId;
  ids: Record<string, string>;
  trackingNumber: string;
  courier: string;
}

interface Claimed extends KnownBooking {
  id: number;
  reference: string;
  state: string;
  tries: number;
  wantsPickup: boolean;
}

const time = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** The carrier of a booking. Throws CarrierError if the shop has no account with it any more. */
export function carrierOf(carriers: Carrier[], id: CarrierId): Carrier {
  const found = carriers.find((carrier) => carrier.id === id);
  if (found) return found;
  throw new CarrierError("unanswered", `The shop has no account with ${nameCarrier(id)} any more. See Go live.`);
}

/** Takes a booking for this process, unless another one asks about it. */
async function claim(
  { db, now }: BookingServices,
  id: number,
  condition: SQL,
  change = sql``,
): Promise<Claimed | null> {
  const at = now();
  const { rows } = await db.execute<Claimed>(sql`
    update parcel_bookings set claimed_until = ${time(at)} + make_interval(secs => ${claimSeconds}) ${change}
    where id = ${id} and (claimed_until is null or claimed_until < ${time(at)}) and ${condition}
    returning id::int as id, carrier, reference, state, tries, wants_pickup, carrier_ids as ids, tracking_number, courier`);
  return rows[0] ?? null;
}

/** Asks the carrier to book a parcel whose row was written before. Safe to call twice, or in two processes. */
export async function placeBooking(services: BookingServices, id: number): Promise<void> {
  const { db, carriers } = services;
  const isWaiting = sql`state in ('asked', 'unknown') and cancel_asked_at is null`;
  const at = time(services.now());
  const claimed = await claim(services, id, isWaiting, sql`, tries = tries + 1, asked_at = ${at}`);
  if (!claimed) return;
  try {
    const carrier = carrierOf(carriers, claimed.carrier);
    const begun = claimed.tries > 1 ? await findEarlierTry(carrier, claimed.reference) : null;
    const parcel = await readParcelToBook(services, id);
    const booked = await carrier.book(parcel, begun?.isCancelled ? null : begun);
    await storeBooked(services, claimed.id, booked);
    if (claimed.wantsPickup) await requestPickup(services, id);
  } catch (error) {
    const { kind, message } = knownFailure(error);
    const state = kind === "refused" ? "refused" : "unknown";
    const nextLook = kind === "refused" ? sql`null` : sql`${time(services.now())} + interval '1 minute'`;
    await db.execute(sql`
      update parcel_bookings set state = ${state}, trouble = ${message}, claimed_until = null, check_at = ${nextLook}
      where id = ${id} and state in ('asked', 'unknown')`);
  }
}

/** What an earlier try has booked. A failed look-up leaves that unknown, even if the carrier refuses to answer. */
function findEarlierTry(carrier: Carrier, reference: string): Promise<CarrierBooking | null> {
  return carrier.find(reference).catch((error: unknown) => {
    throw new CarrierError("unanswered", knownFailure(error).message);
  });
}

function knownFailure(error: unknown): CarrierError {
  if (isCarrierError(error)) return error;
  throw error;
}

async function storeBooked({ db, now }: BookingServices, id: number, booked: CarrierBooking): Promise<void> {
  const { ids, trackingNumber, courier } = booked;
  await db.execute(sql`
    update parcel_bookings set state = 'booked', carrier_ids = ${JSON.stringify(ids)}::jsonb,
      tracking_number = ${trackingNumber}, courier = ${courier}, trouble = '', claimed_until = null,
      check_at = ${time(now())} + interval '1 hour'
    where id = ${id} and state in ('asked', 'unknown')`);
}

/** Looks for a booking without an answer at the carrier; returns whether it was found there. */
export async function lookForBooking(services: BookingServices, id: number): Promise<boolean> {
  const { db, carriers, now } = services;
  const claimed = await claim(services, id, sql`state in ('asked', 'unknown') and cancel_asked_at is null`);
  if (!claimed) return false;
  try {
    const carrier = carrierOf(carriers, claimed.carrier);
    const found = await carrier.find(claimed.reference);
    if (found && !found.isCancelled && found.trackingNumber !== "") {
      await storeBooked(services, id, found);
      if (claimed.wantsPickup) await requestPickup(services, id);
      return true;
    }
    await waitForAnswer(db, id, now(), `${carrier.name} has not answered, and does not know this booking yet.`);
  } catch (error) {
    await waitForAnswer(db, id, now(), knownFailure(error).message);
  }
  return false;
}

/** Looks again each minute for a while; then a person decides. */
async function waitForAnswer(db: Db, id: number, at: Date, trouble: string): Promise<void> {
  await db.execute(sql`
    update parcel_bookings set state = 'unknown', trouble = ${trouble}, claimed_until = null,
      check_at = case when asked_at > ${time(at)} - make_interval(mins => ${2 * settleMinutes})
        then ${time(at)} + interval '1 minute' end
    where id = ${id} and state in ('asked', 'unknown')`);
}

/** Cancels a booking for which that was asked. A booking without an answer is looked for first. */
export async function cancelBooking(services: BookingServices, id: number): Promise<void> {
  const { db, carriers, now } = services;
  const claimed = await claim(services, id, sql`cancel_asked_at is not null and state in ('booked', 'unknown')`);
  if (!claimed) return;
  const { ids, trackingNumber, courier } = claimed;
  try {
    const carrier = carrierOf(carriers, claimed.carrier);
    const known =
      claimed.state === "unknown"
        ? await carrier.find(claimed.reference)
        : { ids, trackingNumber, courier, isCancelled: false };
    if (known && !known.isCancelled) await carrier.cancel(known);
    await db.execute(sql`
      update parcel_bookings set state = 'cancelled', trouble = '', claimed_until = null, check_at = null where id = ${id}`);
  } catch (error) {
    const { kind, message } = knownFailure(error);
    // A cancellation without an answer is repeated by the job; a refused one is over.
    const asked = kind === "refused" ? sql`null` : sql`cancel_asked_at`;
    await db.execute(sql`
      update parcel_bookings set trouble = ${message}, claimed_until = null, cancel_asked_at = ${asked},
        check_at = ${time(now())} + interval '2 minutes' where id = ${id}`);
  }
}

/** Asks for the pickup of a booked parcel, and keeps the carrier's words. */
export async function requestPickup({ db, carriers, settings, now }: BookingServices, id: number): Promise<void> {
  const { rows } = await db.execute<KnownBooking>(sql`
    select carrier, carrier_ids as ids, tracking_number, courier from parcel_bookings
    where id = ${id} and state = 'booked'`);
  const { carrier, ids, trackingNumber, courier } = oneRow(rows);
  const day = nextSendingDay(settings.policies.delivery, now());
  try {
    const booking = { ids, trackingNumber, courier, isCancelled: false };
    const words = await carrierOf(carriers, carrier).requestPickup(booking, day);
    await db.execute(sql`update parcel_bookings set pickup = ${words}, trouble = '' where id = ${id}`);
  } catch (error) {
    const trouble = `No pickup: ${knownFailure(error).message}`;
    await db.execute(sql`update parcel_bookings set trouble = ${trouble} where id = ${id}`);
  }
}

/** The address of the label as PDF, and the tracking number. Throws CarrierError. */
export async function findLabel({ db, carriers }: BookingServices, id: number): Promise<string> {
  const { rows } = await db.execute<KnownBooking>(sql`
    select carrier, carrier_ids as ids, tracking_number, courier from parcel_bookings where id = ${id} and state = 'booked'`);
  const [booking] = rows;
  if (!booking) throw new CarrierError("refused", "This parcel is not booked.");
  const { ids, trackingNumber, courier } = booking;
  return carrierOf(carriers, booking.carrier).findLabel({ ids, trackingNumber, courier, isCancelled: false });
}
