/**
 * The states of an order: what is known of its money, where its copies are, and the one word that stands for both.
 * The database has the same moves and pairs (`orders_move_forward`, `orders_states_check`, `order_state_of`).
 */
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import type { Arrival } from "#shop/kernel/regions/delivery-promise.ts";

/**
 * What is known of an order's money. `none`: nothing was paid, and nothing is owed. `on_delivery`: the reader pays the
 * carrier. `collected`: the carrier has the money and owes it to the shop. `owed`: the buyer has it on credit.
 */
export type PaymentState =
  | "awaited"
  | "none"
  | "on_delivery"
  | "collected"
  | "owed"
  | "paid"
  | "refund_pending"
  | "refunded";

/** Where an order's copies are. `held`: reserved until it is confirmed. `returned`: no parcel reached the reader. */
export type FulfilmentState =
  | "held"
  | "to_pack"
  | "shipped"
  | "delivered"
  | "returned"
  | "expired"
  | "superseded"
  | "cancelled";

/**
 * The payment states that each one can become. `paid` is reached while the copies are to be packed, when the carrier has
 * paid what it collected, or when a buyer has paid what was owed.
 */
export const paymentMoves: Record<PaymentState, readonly PaymentState[]> = {
  awaited: ["paid", "owed", "none"],
  // A late payment, which is accepted or refunded.
  none: ["paid", "refund_pending"],
  on_delivery: ["paid", "collected", "none"],
  // Back to `on_delivery` if the arrival was recorded by mistake: `takeBackArrival`.
  collected: ["paid", "on_delivery", "refund_pending"],
  owed: ["paid", "none", "refund_pending"],
  paid: ["refund_pending"],
  refund_pending: ["refunded"],
  refunded: [],
};

/** The fulfilment states that each one can become. */
export const fulfilmentMoves: Record<FulfilmentState, readonly FulfilmentState[]> = {
  held: ["to_pack", "expired", "superseded", "cancelled"],
  // By a late payment, if the copies are still there.
  expired: ["to_pack"],
  superseded: ["to_pack"],
  to_pack: ["shipped", "cancelled"],
  shipped: ["delivered", "returned"],
  // Back to `shipped` if the arrival was recorded by mistake: `takeBackArrival`.
  delivered: ["shipped"],
  returned: [],
  cancelled: [],
};

/** The one move of both states at once that only a sale at the counter makes: it is handed over when its QR code is paid. */
export const moveAtCounter = {
  from: ["awaited", "held"],
  to: ["paid", "delivered"],
} as const satisfies Record<string, readonly [PaymentState, FulfilmentState]>;

/** The fulfilment states that an order of each payment state may have. */
export const statePairs: Record<PaymentState, readonly FulfilmentState[]> = {
  awaited: ["held"],
  none: ["expired", "superseded", "cancelled", "returned"],
  on_delivery: ["held", "to_pack", "shipped"],
  collected: ["delivered"],
  owed: ["to_pack", "shipped", "delivered"],
  // Paid and cancelled: a part of the money could not be refunded yet.
  paid: ["to_pack", "shipped", "delivered", "cancelled"],
  refund_pending: ["shipped", "delivered", "returned", "cancelled", "expired", "superseded"],
  refunded: ["shipped", "delivered", "returned", "cancelled", "expired", "superseded"],
};

/** One word for both states of an order, for readers, the API and the history. */
export type OrderState =
  | "pending_payment"
  | "to_confirm"
  | "paid"
  | "to_pack"
  | "shipped"
  | "delivered"
  | "returned"
  | "expired"
  | "superseded"
  | "cancelled"
  | "refund_pending"
  | "refunded";

/** The one word for both states of an order. */
export function summariseStates(payment: PaymentState, fulfilment: FulfilmentState): OrderState {
  if (payment === "refund_pending" || payment === "refunded") return payment;
  const isOnDelivery = payment === "on_delivery";
  if (fulfilment === "held") return isOnDelivery ? "to_confirm" : "pending_payment";
  return fulfilment === "to_pack" && !isOnDelivery && payment !== "owed" ? "paid" : fulfilment;
}

interface OrderStateFacts {
  /** Label for readers. */
  label: string;
  /** Whether the order is paid for or is paid on delivery, and is not cancelled, returned or refunded in full. */
  isConfirmed: boolean;
  /** Whether a parcel has left the shop. */
  isSent: boolean;
  /**
   * Whether the shop waits for the payment or confirmation, or must still send a parcel or a refund. An order in
   * transit is not open.
   */
  isOpen: boolean;
}

/** The facts about each state. */
export const orderStates: Record<OrderState, OrderStateFacts> = {
  pending_payment: { label: "Waiting for payment", isConfirmed: false, isSent: false, isOpen: true },
  to_confirm: { label: "Not confirmed yet", isConfirmed: false, isSent: false, isOpen: true },
  paid: { label: "Paid", isConfirmed: true, isSent: false, isOpen: true },
  to_pack: { label: "Confirmed", isConfirmed: true, isSent: false, isOpen: true },
  shipped: { label: "On its way", isConfirmed: true, isSent: true, isOpen: false },
  delivered: { label: "Delivered", isConfirmed: true, isSent: true, isOpen: false },
  returned: { label: "Not delivered", isConfirmed: false, isSent: false, isOpen: false },
  expired: { label: "Payment expired", isConfirmed: false, isSent: false, isOpen: false },
  superseded: { label: "Restarted as another order", isConfirmed: false, isSent: false, isOpen: false },
  cancelled: { label: "Cancelled", isConfirmed: false, isSent: false, isOpen: false },
  refund_pending: { label: "Refund on its way", isConfirmed: false, isSent: false, isOpen: true },
  refunded: { label: "Refunded", isConfirmed: false, isSent: false, isOpen: false },
};

/** Labels of an order that is collected at the shop: `shipped` is that it is ready there. */
const collectionLabels: Partial<Record<OrderState, string>> = {
  shipped: "Ready to collect",
  delivered: "Collected",
  returned: "Not collected",
};

/** The label of an order's state. */
export function labelState(state: OrderState, isCollection: boolean): string {
  return (isCollection && collectionLabels[state]) || orderStates[state].label;
}

/**
 * The label of an order's state and its parcels. An order sent in part still waits to be packed; `isBack`: all parcels
 * so far came back or were lost, so it is not on its way.
 */
export function describeOrderState({
  state,
  isSentInPart,
  isBack = false,
  isCollection = false,
  isAtCounter = false,
}: {
  state: OrderState;
  isSentInPart: boolean;
  isBack?: boolean;
  isCollection?: boolean;
  isAtCounter?: boolean;
}): string {
  if (isAtCounter && state === "delivered") return "Sold at the counter";
  if (state === "shipped" && isBack) return labelState("returned", isCollection);
  return isToPack(state) && isSentInPart && !isBack ? "Partly on its way" : labelState(state, isCollection);
}

/**
 * Whether an order has probably arrived: its arrival was recorded, or the first day of the promised `arrival` of its
 * last parcel has begun. Without a promise a sent order counts as arrived, but one that is collected is not.
 */
export function isProbablyHere(
  { state, isCollection, arrival }: { state: OrderState; isCollection: boolean; arrival: Arrival | null },
  now: Date,
): boolean {
  if (!orderStates[state].isSent) return false;
  if (isCollection) return state === "delivered";
  return state === "delivered" || arrival === null || isoDay(now) >= arrival.from;
}

/** The states of confirmed orders that wait for a parcel. */
export const toPackStates: readonly OrderState[] = ["paid", "to_pack"];

/** Whether an order of this state waits for a parcel. */
export function isToPack(state: OrderState): boolean {
  return toPackStates.includes(state);
}

/** The states of orders that are not confirmed yet and reserve their copies. */
export const heldStates: readonly OrderState[] = ["pending_payment", "to_confirm"];

/** The states with facts that match a condition. */
export function listStates(holds: (facts: OrderStateFacts) => boolean): OrderState[] {
  return typedKeys(orderStates).filter((state) => holds(orderStates[state]));
}

/** The states whose pair of payment and fulfilment states matches a condition. */
function listSummaries(holds: (payment: PaymentState, fulfilment: FulfilmentState) => boolean): OrderState[] {
  const pairs = typedKeys(statePairs).flatMap((payment) =>
    statePairs[payment]
      .filter((fulfilment) => holds(payment, fulfilment))
      .map((fulfilment) => summariseStates(payment, fulfilment)),
  );
  return [...new Set(pairs)];
}

/** States in which a captured payment makes the order paid, if its copies are available. */
export const payableStates = listSummaries(
  (payment, fulfilment) =>
    paymentMoves[payment].includes("paid") &&
    (fulfilment === "to_pack" || fulfilmentMoves[fulfilment].includes("to_pack")),
);
/** States in which a full refund can begin: money was paid, or arrives too late. */
export const refundableStates = listSummaries((payment) => paymentMoves[payment].includes("refund_pending"));
/** States of orders whose money was refunded in full, or is about to be. */
export const refundedStates: readonly OrderState[] = ["refund_pending", "refunded"];
/** States of confirmed orders that are not cancelled, returned or refunded in full. */
export const confirmedStates = listStates(({ isConfirmed }) => isConfirmed);

/** States of orders with books to send or in transit, whose parcels have a label. */
export const parcelStates: readonly OrderState[] = [...toPackStates, "shipped"];

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
  // The time to pay or to confirm is over.
  | "clock";
