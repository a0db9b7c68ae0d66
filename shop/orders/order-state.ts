import type { orderStates } from "#db/schema.ts";

/** Where an order stands. */
export type OrderState = (typeof orderStates)[number];

/** Every move an order can make; the database refuses the others too. */
export const orderMoves: Record<OrderState, readonly OrderState[]> = {
  pending_payment: ["paid", "expired", "superseded", "cancelled"],
  expired: ["paid", "refund_pending"],
  superseded: ["paid", "refund_pending"],
  cancelled: ["refund_pending"],
  paid: ["packing", "shipped", "refund_pending", "partially_refunded"],
  packing: ["shipped", "refund_pending", "partially_refunded"],
  shipped: ["delivered", "refund_pending", "partially_refunded"],
  delivered: ["refund_pending", "partially_refunded"],
  partially_refunded: ["refund_pending", "refunded"],
  refund_pending: ["refunded", "partially_refunded"],
  refunded: [],
};

/** Who or what moved an order. */
export type MoveCause =
  "checkout" | "reader" | "browser" | "return" | "webhook" | "reconciler" | "bookseller" | "clock";

/** What a reader is told about where an order stands. */
export const stateWords: Record<OrderState, string> = {
  pending_payment: "Waiting for payment",
  paid: "Paid",
  packing: "Being packed",
  shipped: "On its way",
  delivered: "Delivered",
  expired: "Not paid in time",
  superseded: "Replaced by a newer order",
  cancelled: "Cancelled",
  refund_pending: "Refund on its way",
  partially_refunded: "Partly refunded",
  refunded: "Refunded",
};
