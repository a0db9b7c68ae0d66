/** The states of an order: labels, allowed moves and the properties that rules depend on. */
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { Arrival } from "#shop/kernel/regions/delivery-promise.ts";

/** The state of an order. */
export type OrderState =
  | "pending_payment"
  | "paid"
  | "shipped"
  | "delivered"
  | "expired"
  | "superseded"
  | "cancelled"
  | "refund_pending"
  | "refunded";

interface OrderStateFacts {
  /** Label for readers. */
  label: string;
  /** The states to which it can move; the database rejects all others. */
  next: readonly OrderState[];
  /**
   * Whether a captured payment makes the order paid. Only true for states of orders that were never paid, and only
   * these may lead to `paid`, because that move sells the copies and sets `paid_at`. A new state for paused paid
   * orders must lead to the later states itself, not back to `paid`.
   */
  canBePaid: boolean;
  /** Whether the order is paid for, and neither cancelled nor refunded in full. */
  isPaid: boolean;
  /** Whether a parcel has left the shop. */
  isSent: boolean;
  /**
   * Whether the shop waits for the payment, or must still send a parcel or a refund. An order in transit is not open.
   */
  isOpen: boolean;
}

/** The facts about each state. */
export const orderStates: Record<OrderState, OrderStateFacts> = {
  pending_payment: {
    label: "Waiting for payment",
    next: ["paid", "expired", "superseded", "cancelled"],
    canBePaid: true,
    isPaid: false,
    isSent: false,
    isOpen: true,
  },
  paid: {
    label: "Paid",
    // Cancelled only if there is nothing to refund; otherwise the order waits for the refund.
    next: ["shipped", "refund_pending", "cancelled"],
    canBePaid: false,
    isPaid: true,
    isSent: false,
    isOpen: true,
  },
  shipped: {
    label: "On its way",
    next: ["delivered", "refund_pending"],
    canBePaid: false,
    isPaid: true,
    isSent: true,
    isOpen: false,
  },
  delivered: {
    label: "Delivered",
    // Back to `shipped` if the arrival was recorded by mistake: `takeBackArrival`.
    next: ["shipped", "refund_pending"],
    canBePaid: false,
    isPaid: true,
    isSent: true,
    isOpen: false,
  },
  expired: {
    label: "Payment expired",
    next: ["paid", "refund_pending"],
    canBePaid: true,
    isPaid: false,
    isSent: false,
    isOpen: false,
  },
  superseded: {
    label: "Restarted as another order",
    next: ["paid", "refund_pending"],
    canBePaid: true,
    isPaid: false,
    isSent: false,
    isOpen: false,
  },
  cancelled: {
    label: "Cancelled",
    next: ["refund_pending"],
    canBePaid: false,
    isPaid: false,
    isSent: false,
    isOpen: false,
  },
  refund_pending: {
    label: "Refund on its way",
    next: ["refunded"],
    canBePaid: false,
    isPaid: false,
    isSent: false,
    isOpen: true,
  },
  refunded: { label: "Refunded", next: [], canBePaid: false, isPaid: false, isSent: false, isOpen: false },
};

/**
 * The label of an order's state. An order sent in part still waits to be packed; `isBack`: all parcels so far came back
 * or were lost, so it is not on its way.
 */
export function describeOrderState({
  state,
  isSentInPart,
  isBack = false,
}: {
  state: OrderState;
  isSentInPart: boolean;
  isBack?: boolean;
}): string {
  if (state === "shipped" && isBack) return "Not delivered";
  return state === "paid" && isSentInPart && !isBack ? "Partly on its way" : orderStates[state].label;
}

/**
 * Whether an order has probably arrived: its arrival was recorded, or the first day of the promised `arrival` of its
 * last parcel has begun. Without a promise a sent order counts as arrived.
 */
export function isProbablyHere({ state, arrival }: { state: OrderState; arrival: Arrival | null }, now: Date): boolean {
  if (!orderStates[state].isSent) return false;
  return state === "delivered" || arrival === null || isoDay(now) >= arrival.from;
}

function isOrderState(word: string): word is OrderState {
  return Object.hasOwn(orderStates, word);
}

/** The states with facts that match a condition. */
export function listStates(holds: (facts: OrderStateFacts) => boolean): OrderState[] {
  return Object.keys(orderStates)
    .filter(isOrderState)
    .filter((state) => holds(orderStates[state]));
}

/** States in which a captured payment makes the order paid, if its copies are available. */
export const payableStates = listStates(({ canBePaid }) => canBePaid);
/** States in which a full refund can begin. */
export const refundableStates = listStates(({ next }) => next.includes("refund_pending"));
/** States of paid orders that are neither cancelled nor refunded in full. */
export const paidStates = listStates(({ isPaid }) => isPaid);

/** States of orders with books to send or in transit, whose parcels have a label. */
export const parcelStates: OrderState[] = ["paid", "shipped"];

/** Cause of a move, as stored in the order's history. */
export type MoveCause =
  | "checkout"
  | "reader"
  // Reported by the payment window in the browser, or found by the open page.
  | "browser"
  // The payment provider's page redirected to the shop.
  | "return"
  | "webhook"
  // The job that queries payment providers about unreported payments.
  | "reconciler"
  | "bookseller"
  // The time to pay is over.
  | "clock";
