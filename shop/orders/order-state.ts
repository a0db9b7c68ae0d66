/** Where an order can stand. */
export const orderStates = [
  "pending_payment",
  "paid",
  "shipped",
  "delivered",
  "expired",
  "superseded",
  "cancelled",
  "refund_pending",
  "refunded",
] as const;

/** Where an order stands. */
export type OrderState = (typeof orderStates)[number];

/** Every move an order can make; the database refuses the others too. */
export const orderMoves: Record<OrderState, readonly OrderState[]> = {
  pending_payment: ["paid", "expired", "superseded", "cancelled"],
  expired: ["paid", "refund_pending"],
  superseded: ["paid", "refund_pending"],
  cancelled: ["refund_pending"],
  // Cancelled only when nothing is left that could go back; else it waits for the refund.
  paid: ["shipped", "refund_pending", "cancelled"],
  shipped: ["delivered", "refund_pending"],
  delivered: ["refund_pending"],
  refund_pending: ["refunded"],
  refunded: [],
};

/** Who or what moved an order. */
export type MoveCause =
  "checkout" | "reader" | "browser" | "return" | "webhook" | "reconciler" | "bookseller" | "clock";

/** What a reader is told about where an order stands. */
export const orderStateLabels: Record<OrderState, string> = {
  pending_payment: "Waiting for payment",
  paid: "Paid",
  shipped: "On its way",
  delivered: "Delivered",
  expired: "Not paid in time",
  superseded: "Replaced by a newer order",
  cancelled: "Cancelled",
  refund_pending: "Refund on its way",
  refunded: "Refunded",
};
