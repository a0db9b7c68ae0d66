import type { ApprovedRefund, AskedRefund, DeclinedRefund } from "#shop/office/approvals/refund-requests.server.ts";
import { ActionRefused } from "#shop/people/staff/run-action.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";

type Refused = Extract<ApprovedRefund | AskedRefund | DeclinedRefund, { ok: false }>;

const problemsOfAmount: ReadonlySet<Refused["reason"]> = new Set(["too-much", "too-much-of-book", "nothing-left"]);

/** Refuses the form for a refund; problems of the amount are shown at its field, far below the top of the page. */
export function refuseRefund(refused: Refused, number: string): ActionRefused {
  const problem = describeRefusedRefund(refused, number);
  return new ActionRefused(problem, problemsOfAmount.has(refused.reason) ? { amount: problem } : {});
}

/** The message of a refused refund, request for approval, or decision. */
export function describeRefusedRefund(refused: Refused, number: string): string {
  if (refused.reason === "waits-already")
    return `A refund of ${formatPaise(refused.waitingPaise)} of this payment is already waiting for an owner’s decision. It must be decided first.`;
  return {
    "no-such-order": `There is no order ${number}.`,
    "not-paid": "This order was not paid.",
    "all-of-due": `Less than ${formatPaise(refused.leftPaise)}, which is to be paid on delivery. To collect nothing, cancel the order.`,
    "no-such-payment": "This order has no such payment.",
    "not-captured": "This payment was not captured, so there is nothing to refund.",
    "nothing-left": "The whole payment is already refunded.",
    "too-much-of-book":
      refused.leftPaise > 0
        ? `At most ${formatPaise(refused.leftPaise)} can still be refunded for this book. To refund more, choose the whole order.`
        : "The full price of this book is already refunded.",
    "too-much": `Between ₹1.00 and ${formatPaise(refused.leftPaise)} of it can still be refunded.`,
    "no-such-request": `There is no such refund request for order ${number}.`,
    "answered-already": "Nothing was done: somebody decided this meanwhile. The page shows the current state.",
    "too-late":
      "The order was sent or cancelled meanwhile, so it can no longer be cancelled. Decline this request with that reason.",
    "not-in-order":
      "The order does not have these copies any more: they were sent or cancelled meanwhile, or never ordered.",
    "parcel-changed":
      "Somebody changed the parcel meanwhile, so this cannot be done. Decline this request with that reason.",
    "own-request":
      "You cannot approve your own request. Ask another owner to approve it, or decline it and refund the money with the form.",
  }[refused.reason];
}
