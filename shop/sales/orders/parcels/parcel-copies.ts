import { orderStates, type OrderState } from "#shop/sales/orders/order-state.ts";

/** How a parcel did not reach the reader. */
export type ParcelFailure = "came-back" | "lost";

/** A parcel of an order, as the carrier knows it. */
export interface OrderParcel {
  /** Which one of the order's, from 1. */
  place: number;
  carrier: string;
  /** Empty when there is none, as with ordinary post. */
  trackingNumber: string;
  /** Empty when there is none. */
  trackingUrl: string;
  /** ISO time. */
  shippedAt: string;
  /** ISO time at which a part of the order came; null before, and for a parcel that has all of its order. */
  deliveredAt: string | null;
  /** The parcel in whose place it was sent, with copies that were in that one; null for all others. */
  replaces: number | null;
  /** It was sent for copies that had arrived damaged: the order stays delivered. */
  isExtra: boolean;
  failure: ParcelFailure | null;
  /** ISO time at which the shop noted the failure. */
  failedAt: string | null;
  /** The copies of a part, by the line; null when the parcel has all of its order that was not cancelled. */
  copies: { position: number; quantity: number }[] | null;
}

/** A carrier and its number, such as `India Post, EK123456789IN`; the carrier alone where there is no number. */
export function nameTracking({ carrier, trackingNumber }: Pick<OrderParcel, "carrier" | "trackingNumber">): string {
  return trackingNumber === "" ? carrier : `${carrier}, ${trackingNumber}`;
}

/** What of an order tells which copies are where. */
interface ParcelledOrder {
  state: OrderState;
  lines: { quantity: number; cancelled: number }[];
  parcels: Pick<OrderParcel, "copies" | "replaces">[];
}

/** Copies of a line, by its position. */
export interface LineCopies {
  position: number;
  quantity: number;
}

/** The copies in a parcel of an order. */
export function copiesIn(
  { lines }: Pick<ParcelledOrder, "lines">,
  { copies }: Pick<OrderParcel, "copies">,
): LineCopies[] {
  if (copies) return copies;
  return lines
    .map(({ quantity, cancelled }, position) => ({ position, quantity: quantity - cancelled }))
    .filter(({ quantity }) => quantity > 0);
}

/** The copies of an order that the carriers have or had; those that were sent once more count once. */
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

/** Whether an order goes in more parcels than one: there are several, or one and something that still waits. */
export function goesInParts(order: ParcelledOrder): boolean {
  return order.parcels.length > 1 || (order.parcels.length === 1 && copiesToSend(order).length > 0);
}

/** Whether parcels of an order were sent, and every one of them came back or was lost. */
export function hasComeBack(parcels: Pick<OrderParcel, "failure">[]): boolean {
  return parcels.length > 0 && parcels.every(({ failure }) => failure !== null);
}

/** Whether the carrier has a parcel of an order: it has neither arrived nor failed. */
export function isTravelling(
  { state }: { state: OrderState },
  { copies, deliveredAt, failure, isExtra }: Pick<OrderParcel, "copies" | "deliveredAt" | "failure" | "isExtra">,
): boolean {
  if (!orderStates[state].isPaid || failure !== null || deliveredAt !== null) return false;
  return state !== "delivered" || (isExtra && copies !== null);
}

function isStillToSend(state: OrderState): boolean {
  return orderStates[state].isPaid && !orderStates[state].isSent;
}

/** What waits of an order's books, as a form carries it to say what it was filled from: the books in the order's own order. */
export function sayLeft(books: { bookId: string; left: number }[]): string {
  return books
    .filter(({ left }) => left > 0)
    .map(({ bookId, left }) => `${bookId}:${left}`)
    .join(" ");
}
