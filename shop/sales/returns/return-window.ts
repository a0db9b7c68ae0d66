import { addDays, dayInIndia, indiaAheadMs, isTransitDay } from "#shop/kernel/regions/working-days.ts";
import { copiesSent, type LineCopies, type OrderParcel } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { orderStates, type OrderState } from "#shop/sales/orders/order-state.ts";
import type { OrderReturn } from "#shop/sales/orders/return-labels.ts";
import type { StorePolicies } from "#shop/services.ts";

/** The data of an order that determines which returns are possible. */
interface SentOrder {
  state: OrderState;
  isCollection: boolean;
  lines: { quantity: number; cancelled: number }[];
  moves: { state: OrderState; at: string }[];
  returns: Pick<OrderReturn, "position" | "quantity" | "state">[];
  parcels: Pick<OrderParcel, "copies" | "replaces" | "shippedAt" | "deliveredAt">[];
}

type Times = Pick<StorePolicies, "returnDays" | "delivery">;

/**
 * The end of the return window: the end of the last of `returnDays` days (in India) after the day of delivery, or for
 * several parcels the latest such time. Without a recorded delivery the longest transit time is added. Null if nothing
 * was sent.
 */
export function returnsEnd(
  { moves, parcels }: Pick<SentOrder, "moves" | "parcels">,
  { returnDays, delivery }: Times,
): Date | null {
  const at = (state: string) => moves.find((move) => move.state === state)?.at ?? null;
  const parts = parcels.filter(({ copies }) => copies !== null);
  const journeys = parts.length > 0 ? parts : [{ shippedAt: at("shipped"), deliveredAt: at("delivered") }];
  const ends = journeys.flatMap(({ shippedAt, deliveredAt }) => {
    if (shippedAt === null) return [];
    const came =
      deliveredAt === null
        ? addDays(dayInIndia(new Date(shippedAt)), delivery.far[1], (at) => isTransitDay(at, delivery))
        : dayInIndia(new Date(deliveredAt));
    return [addDays(came, returnDays + 1, () => true) - indiaAheadMs];
  });
  return ends.length > 0 ? new Date(Math.max(...ends)) : null;
}

/** The copies that can be returned now, by line; empty if the return window has ended or nothing was sent. */
export function listReturnable(order: SentOrder, times: Times, now: Date): LineCopies[] {
  const end = returnsEnd(order, times);
  if (!orderStates[order.state].isConfirmed || end === null || now >= end) return [];
  if (order.isCollection && order.state !== "delivered") return [];
  return copiesSent(order).flatMap(({ position, quantity }) => {
    const ofLine = order.returns.filter((orderReturn) => orderReturn.position === position);
    if (ofLine.some(({ state }) => state === "asked")) return [];
    const back = ofLine.reduce((sum, { state, quantity }) => (state === "refused" ? sum : sum + quantity), 0);
    return quantity > back ? [{ position, quantity: quantity - back }] : [];
  });
}
