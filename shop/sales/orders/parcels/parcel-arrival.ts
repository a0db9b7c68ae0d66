import { arrivalOfSent, promiseDelivery, type Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";

/** The data of an order that determines when its parcels arrive. */
interface PromisedOrder {
  pin: string;
  arrival: Arrival | null;
}

/** When the parts of an order arrive; null without a promise. */
export interface OrderArrivals {
  /** Its parcels that have left, oldest first. */
  parcels: (Arrival | null)[];
  /** The copies that have not left. */
  rest: Arrival | null;
}

/**
 * When a parcel of an order arrives. The days of a sent parcel count from the day it left. A parcel that was not sent
 * yet keeps the order's promise while this is still possible; after that its days count from now. Null if the order has
 * no promise.
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

/** When the sent parcels of an order and the rest arrive. */
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

/** When the last sent parcel arrives; if none was sent yet, when the order arrives. */
export function lastArrival({ parcels, rest }: OrderArrivals): Arrival | null {
  return parcels.length > 0 ? (parcels.at(-1) ?? null) : rest;
}
