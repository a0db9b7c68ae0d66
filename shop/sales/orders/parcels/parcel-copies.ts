/** Parcels of an order: their data, and which copies are in which parcel, sent or still to send. */

import { orderStates, refundedStates, type OrderState } from "#shop/sales/orders/order-state.ts";

export type ParcelFailure = "came-back" | "lost";

/** A parcel of an order. */
export interface OrderParcel {
  /** The parcel's number in the order, from 1. */
  place: number;
  carrier: string;
  /** Empty if there is none, as with ordinary post. */
  trackingNumber: string;
  /** Empty if there is none. */
  trackingUrl: string;
  /** ISO time. */
  shippedAt: string;
  /** The last ISO day on which it is kept at the shop; null for a parcel that is sent. */
  keptUntil: string | null;
  /** ISO time of the delivery of a part of the order; null before, and for a parcel with the whole order. */
  deliveredAt: string | null;
  /** The number of the parcel whose copies this parcel sends again; null for all others. */
  replaces: number | null;
  /** Whether it replaces copies of a delivered parcel, such as damaged ones: the order stays delivered. */
  isExtra: boolean;
  failure: ParcelFailure | null;
  /** ISO time at which the shop recorded the failure. */
  failedAt: string | null;
  /** The copies of a part, by line; null for a parcel with the whole order, without cancelled copies. */
  copies: { position: number; quantity: number }[] | null;
}

/** The carrier and tracking number, such as `India Post, EK123456789IN`; only the carrier if there is no number. */
export function nameTracking({ carrier, trackingNumber }: Pick<OrderParcel, "carrier" | "trackingNumber">): string {
  return trackingNumber === "" ? carrier : `${carrier}, ${trackingNumber}`;
}

/** The data of an order that determines where its copies are. */
interface ParcelledOrder {
  state: OrderState;
  lines: { quantity: number; cancelled: number }[];
  parcels: Pick<OrderParcel, "copies" | "replaces">[];
}

export interface LineCopies {
  position: number;
  quantity: number;
}

export function copiesIn(
  { lines }: Pick<ParcelledOrder, "lines">,
  { copies }: Pick<OrderParcel, "copies">,
): LineCopies[] {
  if (copies) return copies;
  return lines
    .map(({ quantity, cancelled }, position) => ({ position, quantity: quantity - cancelled }))
    .filter(({ quantity }) => quantity > 0);
}

/** The copies of an order that were sent; copies that were sent again count once. */
export function copiesSent(order: ParcelledOrder): LineCopies[] {
  const sent = new Map<number, number>();
  for (const parcel of order.parcels.filter(({ replaces }) => replaces === null))
    for (const { position, quantity } of copiesIn(order, parcel))
      sent.set(position, (sent.get(position) ?? 0) + quantity);
  return [...sent].map(([position, quantity]) => ({ position, quantity }));
}

/** The copies of a paid order that were neither cancelled nor sent. */
export function copiesToSend(order: ParcelledOrder): LineCopies[] {
  if (!isStillToSend(order.state)) return [];
  const sent = new Map(copiesSent(order).map(({ position, quantity }) => [position, quantity]));
  return order.lines
    .map(({ quantity, cancelled }, position) => ({
      position,
      quantity: quantity - cancelled - (sent.get(position) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
}

/** Whether an order goes in several parcels: it has more than one, or one and copies still to send. */
export function goesInParts(order: ParcelledOrder): boolean {
  return order.parcels.length > 1 || (order.parcels.length === 1 && copiesToSend(order).length > 0);
}

/** Whether parcels were sent and all of them came back or were lost. */
export function hasComeBack(parcels: Pick<OrderParcel, "failure">[]): boolean {
  return parcels.length > 0 && parcels.every(({ failure }) => failure !== null);
}

/** Whether a parcel is on its way: it has neither arrived nor failed. */
export function isTravelling(
  { state }: { state: OrderState },
  { copies, deliveredAt, failure, isExtra }: Pick<OrderParcel, "copies" | "deliveredAt" | "failure" | "isExtra">,
): boolean {
  if (!orderStates[state].isConfirmed || failure !== null || deliveredAt !== null) return false;
  return state !== "delivered" || (isExtra && copies !== null);
}

/**
 * Where a parcel is whose order was refunded in full: on its way, or with the reader. Null for a parcel that came back or
 * was lost, and for other orders.
 */
export function placeOfRefunded(
  { state, isDelivered }: { state: OrderState; isDelivered: boolean },
  { copies, deliveredAt, failure }: Pick<OrderParcel, "copies" | "deliveredAt" | "failure">,
): "on its way" | "arrived" | null {
  if (!refundedStates.includes(state) || failure !== null) return null;
  return deliveredAt !== null || (copies === null && isDelivered) ? "arrived" : "on its way";
}

/** The subject of the alert that a parcel arrived after its order was refunded in full. */
export const arrivalSubject = (place: number) => `parcel ${place} arrived`;

function isStillToSend(state: OrderState): boolean {
  return orderStates[state].isConfirmed && !orderStates[state].isSent;
}

/** Serialises the copies still to send for a form, as its optimistic lock; the books by position. */
export function formatCopiesLeft(books: { bookId: string; left: number }[]): string {
  return books
    .filter(({ left }) => left > 0)
    .map(({ bookId, left }) => `${bookId}:${left}`)
    .join(" ");
}
