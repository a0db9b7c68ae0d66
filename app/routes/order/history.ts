import { formatPaise } from "#shop/money/money.ts";
import type { OrderPage } from "#shop/orders/find-order.server.ts";
import { stateWords } from "#shop/orders/order-state.ts";
import { accountOf } from "#shop/orders/payment-words.ts";
import { refundReason, type OrderRefund } from "#shop/orders/refund-words.ts";

/** One thing that happened to an order. */
export interface Happening {
  /** ISO time. */
  at: string;
  words: string;
  /** Empty when the words say it all. */
  detail: string;
}

/** What happened to an order, oldest first: its moves, and the money that went back. */
export function tellHistory(order: OrderPage): Happening[] {
  const moves = order.moves
    .filter((move) => !isToldByRefund(move, order.refunds))
    .map(({ state, at }) => ({ at, words: state === "refund_pending" ? "Cancelled" : stateWords[state], detail: "" }));
  const refunds = order.refunds.flatMap((refund) => [
    ...(isFoundAfterwards(refund) ? [] : [tellAsked(order, refund)]),
    ...tellEnd(refund),
  ]);
  return [...moves, ...refunds].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/** `1 copy of Gora, 2 copies of Persuasion`. */
export function nameCopies(order: OrderPage, copies: OrderRefund["copies"]): string {
  return copies
    .map(({ position, quantity }) => {
      return `${quantity} ${quantity === 1 ? "copy" : "copies"} of ${order.lines[position]?.title ?? "a book"}`;
    })
    .join(", ");
}

/** The moves into and out of a refund happen in the moment of the refund, which says more. */
function isToldByRefund({ state, at }: OrderPage["moves"][number], refunds: OrderRefund[]): boolean {
  if (state === "refund_pending") return refunds.some(({ askedAt, endedAt }) => askedAt === at || endedAt === at);
  return state === "refunded" && refunds.some(({ endedAt }) => endedAt === at);
}

/** Made at Razorpay, and known here only when it was over. */
function isFoundAfterwards({ reason, state }: OrderRefund): boolean {
  return reason === "elsewhere" && state === "processed";
}

function tellAsked(order: OrderPage, refund: OrderRefund): Happening {
  const { askedAt: at, amountPaise, copies, payment } = refund;
  const goesBack = `${formatPaise(amountPaise)} goes back to ${accountOf(payment)}`;
  if (copies.length === 0) return { at, words: refundReason(refund), detail: goesBack };
  const isWhole = order.moves.some((move) => move.state === "refund_pending" && move.at === at);
  return { at, words: isWhole ? "Cancelled" : `${nameCopies(order, copies)} cancelled`, detail: goesBack };
}

function tellEnd(refund: OrderRefund): Happening[] {
  const amount = formatPaise(refund.amountPaise);
  const account = accountOf(refund.payment);
  const detail = isFoundAfterwards(refund) ? refundReason(refund) : "";
  if (refund.state === "processed") {
    return [{ at: refund.endedAt, words: `${amount} has gone back to ${account}`, detail }];
  }
  if (refund.state === "failed") {
    return [{ at: refund.endedAt, words: `${amount} could not be sent back`, detail: "We are on it" }];
  }
  return [];
}
