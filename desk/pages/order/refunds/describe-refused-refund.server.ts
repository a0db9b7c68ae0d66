import type { ApprovedRefund, AskedRefund, DeclinedRefund } from "#shop/office/approvals/refund-requests.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";

type Refused = Extract<ApprovedRefund | AskedRefund | DeclinedRefund, { ok: false }>;

/** The message of a refused refund, request for approval, or decision. */
export function describeRefusedRefund(refused: Refused, number: string): string {
  if (refused.reason === "waits-already")
    return `A refund of ${formatPaise(refused.waitingPaise)} of this payment waits for an owner already. It is answered first.`;
  return {
    "no-such-order": `There is no order ${number}.`,
    "not-paid": "This order was not paid.",
    "no-such-payment": "This order has no such payment that came in.",
    "not-captured": "This payment was not captured, so there is nothing to give back.",
    "nothing-left": "Everything paid with it has been refunded already.",
    "too-much-of-book":
      refused.leftPaise > 0
        ? `At most ${formatPaise(refused.leftPaise)} is left of what was paid for this book. For more, choose all of the order.`
        : "Everything that was paid for this book went back already.",
    "too-much": `Between ₹1.00 and ${formatPaise(refused.leftPaise)} of it can still be refunded.`,
    "no-such-request": `There is no such refund request for order ${number}.`,
    "answered-already": "Nothing was done: somebody answered this meanwhile. The page shows how it stands now.",
    "too-late": "It was sent or cancelled meanwhile, so nothing of it can be cancelled. Decline this, and say so.",
    "not-in-order":
      "The order does not have these copies any more: they were sent or cancelled meanwhile, or never ordered.",
    "parcel-changed": "Somebody changed the parcel meanwhile, so this cannot be done. Decline it, and say so.",
    "own-request":
      "You cannot approve your own request. Another owner can; or decline it, and refund the money with the form.",
  }[refused.reason];
}
