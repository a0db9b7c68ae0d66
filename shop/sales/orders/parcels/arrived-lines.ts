import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";
import { orderStates, type OrderState } from "#shop/sales/orders/order-state.ts";
import { arrivalOfParcel } from "./parcel-arrival.ts";
import { copiesIn, type OrderParcel } from "./parcel-copies.ts";

/** The data of an order that determines which of its books have arrived. */
export interface SentOrder {
  state: OrderState;
  pin: string;
  isCollection: boolean;
  arrival: Arrival | null;
  lines: { quantity: number; cancelled: number }[];
  parcels: Pick<OrderParcel, "copies" | "shippedAt" | "deliveredAt" | "failure">[];
}

/**
 * The positions of the lines with copies in an arrived parcel: its arrival was recorded, or its promised days are over,
 * because not every shop records arrivals. A parcel without a promise counts as arrived.
 */
export function listArrivedLines(order: SentOrder, times: DeliveryTimes, now: Date): number[] {
  if (!orderStates[order.state].isConfirmed) return [];
  if (order.state === "delivered") return order.lines.map((_, position) => position);
  if (order.isCollection) return [];
  const arrived = order.parcels.filter((parcel) => {
    if (parcel.failure !== null) return false;
    if (parcel.deliveredAt !== null) return true;
    const arrival = arrivalOfParcel(order, parcel, times, now);
    return arrival === null || isoDay(now) > arrival.by;
  });
  return [...new Set(arrived.flatMap((parcel) => copiesIn(order, parcel).map(({ position }) => position)))];
}
