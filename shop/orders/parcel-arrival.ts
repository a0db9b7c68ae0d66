import { promiseDelivery, type Arrival } from "#shop/places/delivery-promise.ts";
import type { DeliveryTimes } from "#shop/places/delivery-regions.ts";

/** What of an order decides when one of its parcels arrives. */
interface PromisedOrder {
  pin: string;
  arrival: Arrival | null;
}

/**
 * When one parcel of an order that goes in several arrives. One that has left counts from the day on which it left; one that has
 * not keeps the order's promise until the books could no longer be there in time, and then counts from now. Null when
 * nothing was promised.
 */
export function arrivalOfParcel(
  { pin, arrival }: PromisedOrder,
  parcel: { shippedAt: string } | "not-sent",
  times: DeliveryTimes,
  now: Date,
): Arrival | null {
  if (arrival === null) return null;
  const isSent = parcel !== "not-sent";
  const counted = promiseDelivery(isSent ? { ...times, packingDays: 0 } : times, {
    pin,
    now: isSent ? new Date(parcel.shippedAt) : now,
    publishedOn: null,
  });
  if (counted.arrival === null) return arrival;
  return isSent || counted.arrival.by > arrival.by ? counted.arrival : arrival;
}
