import { orderStates, type OrderState } from "./order-state.ts";

/** A parcel of an order, as the carrier knows it. */
export interface OrderParcel {
  /** Which one of the order's, from 1. */
  place: number;
  carrier: string;
  trackingNumber: string;
  /** Empty when there is none. */
  trackingUrl: string;
  /** ISO time. */
  shippedAt: string;
  /** ISO time at which a part of the order came; null before, and for a parcel that has all of its order. */
  deliveredAt: string | null;
  /** The copies of a part, by the line; null when the parcel has all of its order that was not cancelled. */
  copies: { position: number; quantity: number }[] | null;
}

/** What of an order tells which copies are where. */
interface ParcelledOrder {
  state: OrderState;
  lines: { quantity: number; cancelled: number }[];
  parcels: Pick<OrderParcel, "copies">[];
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

/** The copies of an order that the carriers have or had. */
export function copiesSent(order: ParcelledOrder): LineCopies[] {
  const sent = new Map<number, number>();
  for (const parcel of order.parcels)
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
