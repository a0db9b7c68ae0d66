import { formatPaise } from "#shop/money/money.ts";
import type { OrderPage } from "#shop/orders/find-order.server.ts";
import { accountOf } from "#shop/orders/payment-words.ts";
import { nameCopies } from "./history.ts";

/** What has just happened, told once on top of the order's page. */
export type OrderNote = "cancelled" | "nothing-back" | "too-late" | "not-in-order" | "paper-soon";

/** The words for a note, as the order stands now; null for what is no note of ours. */
export function sayNote(note: string | null, order: OrderPage): string | null {
  switch (note as OrderNote) {
    case "cancelled":
      return sayCancelled(order);
    case "nothing-back":
      return order.paidPaise === 0
        ? "Your order is cancelled. No money was taken for it."
        : "It is cancelled. What you paid for it was sent back to you before. We are writing you a letter about it.";
    case "too-late":
      return order.state === "shipped" || order.state === "delivered"
        ? "This order has left the shop, so it can no longer be cancelled. If something is wrong with it, write to us."
        : "There is nothing left to cancel in this order.";
    case "not-in-order":
      return "There are not that many copies left to cancel.";
    case "paper-soon":
      return "That paper is not written yet. It will be here, under Papers, usually within a minute.";
    default:
      return null;
  }
}

function sayCancelled(order: OrderPage): string | null {
  const refund = order.refunds.findLast(({ reason, isOfBill }) => reason === "cancelled" && isOfBill);
  if (!refund) return null;
  const isWhole = order.lines.every((line) => line.cancelled === line.quantity);
  const copies = refund.copies.reduce((sum, { quantity }) => sum + quantity, 0);
  const what = isWhole
    ? "Your order is cancelled."
    : `${nameCopies(order, refund.copies)} ${copies === 1 ? "is" : "are"} cancelled.`;
  const account = accountOf(refund.payment);
  return `${what} ${formatPaise(refund.amountPaise)} goes back to ${account}, usually within 5 to 7 working days. We are writing you a letter about it.`;
}
