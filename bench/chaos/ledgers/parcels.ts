/** Compares the parcels that carriers have with the shop's bookings and orders. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { orderOfReference } from "#bench/chaos/carriers/carry-parcels.ts";
import type { ParcelClaims } from "./parcel-claims.ts";
import type { StandInParcel } from "#stand-ins/carriers/parcels.ts";

/** The parcels in the books of both stand-ins. */
export interface CarrierBooks {
  shiprocket: readonly StandInParcel[];
  delhivery: readonly StandInParcel[];
}

/** Finds parcels that were booked twice or that the shop does not know, and orders that say what did not happen. */
export async function findParcelBreaches(db: Db, books: CarrierBooks, { parcels }: ParcelClaims): Promise<string[]> {
  const live = [...books.shiprocket, ...books.delhivery].filter(({ awb, isCancelled }) => awb !== "" && !isCancelled);
  const { rows: booked } = await db.execute<{ trackingNumber: string }>(
    sql`select tracking_number from parcel_bookings where state = 'booked' and tracking_number <> ''`,
  );
  const known = new Set(booked.map(({ trackingNumber }) => trackingNumber));
  const byOrder = Map.groupBy(live, ({ reference }) => orderOfReference(reference));
  const awbs = new Set(live.map(({ awb }) => awb));
  const { rows: orders } = await db.execute<{ number: string; state: string }>(
    sql`select number, coalesce(fulfilment_state, '') as state from orders
      where confirmed_at is not null and payment_method <> 'counter' and delivery_method = 'parcel'`,
  );
  return [
    ...[...byOrder]
      .filter(([, of]) => of.length > 1)
      .map(
        ([number, of]) =>
          `The parcel of ${number} is booked ${of.length} times: ${of.map(({ awb }) => awb).join(", ")}.`,
      ),
    ...live
      .filter(({ awb }) => !known.has(awb))
      .map(({ awb, reference }) => `The carrier has the parcel ${awb} (${reference}), but the shop does not know it.`),
    ...booked
      .filter(({ trackingNumber }) => !awbs.has(trackingNumber))
      .map(({ trackingNumber }) => `The shop has booked ${trackingNumber}, but the carrier does not have it.`),
    ...orders.flatMap(({ number, state }) => {
      const fate = parcels.get(number)?.fate;
      const isDelivered = state === "delivered";
      if (isDelivered === (fate === "delivered")) return [];
      return [`${number} is ${state} in the shop, but its parcel is ${fate ?? "nowhere"}.`];
    }),
  ];
}
