import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { Arrival } from "#shop/kernel/regions/delivery-promise.ts";

/** Where an order stands: its status. */
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
  /** What a reader is told about where the order stands. */
  label: string;
  /** Every state that it can move to; the database refuses the others too. */
  next: readonly OrderState[];
  /**
   * A captured payment makes the order paid. Only a state of an order that was never paid may say so, and no other state
   * may lead to `paid`: that move sells the copies and writes `paid_at`. A pause of a paid order leads on from itself.
   */
  canBePaid: boolean;
  /** The order is paid for, and not cancelled or refunded in full. */
  isPaid: boolean;
  /** The parcel has left the shop. */
  isSent: boolean;
  /** The shop waits for the payment, or has a parcel or a refund to send. A parcel on its way is not open. */
  isOpen: boolean;
}

/** Everything the rules want to know of a state. */
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
    // Cancelled only when nothing is left that could go back; else it waits for the refund.
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
    // Back on its way when somebody said too early that it had come: `takeBackArrival`.
    next: ["shipped", "refund_pending"],
    canBePaid: false,
    isPaid: true,
    isSent: true,
    isOpen: false,
  },
  expired: {
    label: "Not paid in time",
    next: ["paid", "refund_pending"],
    canBePaid: true,
    isPaid: false,
    isSent: false,
    isOpen: false,
  },
  superseded: {
    label: "Replaced by a newer order",
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
 * What people are told about where an order stands. One of which a part was sent is still to be packed; one of which every
 * parcel so far came back or was lost, `isBack`, is not on its way.
 */
export function sayWhereItStands({
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
 * Whether an order has come, as far as the shop can know: somebody has said so, or it was sent and the first of the days
 * `arrival` on which its last parcel may come has begun. One to which nothing was promised counts from the moment it was sent.
 */
export function isProbablyHere({ state, arrival }: { state: OrderState; arrival: Arrival | null }, now: Date): boolean {
  if (!orderStates[state].isSent) return false;
  return state === "delivered" || arrival === null || isoDay(now) >= arrival.from;
}

/** Whether a word is one of the states. */
function isOrderState(word: string): word is OrderState {
  return Object.hasOwn(orderStates, word);
}

/** Lists the states that a condition holds for. */
export function listStates(holds: (facts: OrderStateFacts) => boolean): OrderState[] {
  return Object.keys(orderStates)
    .filter(isOrderState)
    .filter((state) => holds(orderStates[state]));
}

/** States in which a captured payment makes the order paid, if its copies can still be had. */
export const payableStates = listStates(({ canBePaid }) => canBePaid);
/** States that an order may be in when its money begins to go back in full. */
export const refundableStates = listStates(({ next }) => next.includes("refund_pending"));
/** States of an order whose books the reader has bought. */
export const paidStates = listStates(({ isPaid }) => isPaid);

/** States of an order whose books are still to be sent or to arrive: its parcel has a label. */
export const parcelStates: OrderState[] = ["paid", "shipped"];

/** Who or what moved an order, as its history stores it. */
export type MoveCause =
  | "checkout"
  | "reader"
  // The payment window told the browser, or the open page asked.
  | "browser"
  // The payment provider's own page redirected to the shop.
  | "return"
  | "webhook"
  // The job that asks payment providers about payments nobody reported.
  | "reconciler"
  | "bookseller"
  // The time to pay was over.
  | "clock";
