import { arrivalOfSent, promiseDelivery, type Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";

/** What of an order decides when its parcels arrive. */
interface PromisedOrder {
  pin: string;
  arrival: Arrival | null;
}

/** When what an order is made of arrives; null where nothing was promised. */
export interface OrderArrivals {
  /** Its parcels that have left, oldest first. */
  parcels: (Arrival | null)[];
  /** What has not left. */
  rest: Arrival | null;
}

/**
 * When one parcel of an order arrives, the only one or one of several. One that has left counts from the day on which it left;
 * one that has not keeps the order's promise until the books could no longer be there in time, and then counts from now. Null
 * when nothing was promised.
 */
export function arrivalOfParcel(
  { pin, arrival }: PromisedOrder,
  parcel: { shippedAt: string } | "not-sent",
  times: DeliveryTimes,
  now: Date,
): Arrival | null {
  if (arrival === null) return null;
  if (parcel !== "not-sent") return arrivalOfSent(times, pin, new Date(parcel.shippedAt)) ?? arrival;
  const counted = promiseDelivery(times, { pin, now, publishedOn: null });
  return counted.arrival !== null && counted.arrival.by > arrival.by ? counted.arrival : arrival;
}

/** When the parcels of an order arrive, those that have left and what has not. */
export function arrivalsOfOrder(
  order: PromisedOrder & { parcels: { shippedAt: string }[] },
  times: DeliveryTimes,
  now: Date,
): OrderArrivals {
  return {
    parcels: order.parcels.map((parcel) => arrivalOfParcel(order, parcel, times, now)),
    rest: arrivalOfParcel(order, "not-sent", times, now),
  };
}

/** When the last that an order has to wait for arrives: its newest parcel, or, before one has left, the whole of it. */
export function lastArrival({ parcels, rest }: OrderArrivals): Arrival | null {
  return parcels.length > 0 ? (parcels.at(-1) ?? null) : rest;
}
