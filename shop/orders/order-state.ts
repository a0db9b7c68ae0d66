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
  /** The order is paid for, and not cancelled or refunded in full. */
  isPaid: boolean;
  /** The parcel has left the shop. */
  isSent: boolean;
  /** The order waits for its payment, its parcel or its refund, and needs its reader. */
  isOpen: boolean;
}

/** Everything the rules want to know of a state. */
export const orderStates: Record<OrderState, OrderStateFacts> = {
  pending_payment: {
    label: "Waiting for payment",
    next: ["paid", "expired", "superseded", "cancelled"],
    isPaid: false,
    isSent: false,
    isOpen: true,
  },
  paid: {
    label: "Paid",
    // Cancelled only when nothing is left that could go back; else it waits for the refund.
    next: ["shipped", "refund_pending", "cancelled"],
    isPaid: true,
    isSent: false,
    isOpen: true,
  },
  shipped: {
    label: "On its way",
    next: ["delivered", "refund_pending"],
    isPaid: true,
    isSent: true,
    isOpen: false,
  },
  delivered: { label: "Delivered", next: ["refund_pending"], isPaid: true, isSent: true, isOpen: false },
  expired: {
    label: "Not paid in time",
    next: ["paid", "refund_pending"],
    isPaid: false,
    isSent: false,
    isOpen: false,
  },
  superseded: {
    label: "Replaced by a newer order",
    next: ["paid", "refund_pending"],
    isPaid: false,
    isSent: false,
    isOpen: false,
  },
  cancelled: { label: "Cancelled", next: ["refund_pending"], isPaid: false, isSent: false, isOpen: false },
  refund_pending: { label: "Refund on its way", next: ["refunded"], isPaid: false, isSent: false, isOpen: true },
  refunded: { label: "Refunded", next: [], isPaid: false, isSent: false, isOpen: false },
};

/** Lists the states that a condition holds for. */
export function listStates(holds: (facts: OrderStateFacts) => boolean): OrderState[] {
  return (Object.keys(orderStates) as OrderState[]).filter((state) => holds(orderStates[state]));
}

/** States in which a captured payment makes the order paid, if its copies can still be had. */
export const payableStates = listStates(({ next }) => next.includes("paid"));
/** States that an order may be in when its money begins to go back in full. */
export const refundableStates = listStates(({ next }) => next.includes("refund_pending"));
/** States of an order whose books the reader has bought. */
export const paidStates = listStates(({ isPaid }) => isPaid);

/** Who or what moved an order. */
export type MoveCause =
  "checkout" | "reader" | "browser" | "return" | "webhook" | "reconciler" | "bookseller" | "clock";
