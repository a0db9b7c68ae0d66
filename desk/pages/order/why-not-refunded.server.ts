import type { ApprovedRefund, AskedRefund, DeclinedRefund } from "#shop/approvals/refund-requests.server.ts";
import { formatPaise } from "#shop/money/money.ts";

type Refused = Extract<ApprovedRefund | AskedRefund | DeclinedRefund, { ok: false }>;

/** Why a refund was not made, asked for or answered, for whoever tried. */
export function whyNotRefunded(refused: Refused, number: string): string {
  if (refused.reason === "waits-already")
    return `A refund of ${formatPaise(refused.waitingPaise)} of this payment waits for an owner already. It is answered first.`;
  return {
    "no-such-order": `There is no order ${number}.`,
    "not-paid": "This order was not paid.",
    "no-such-payment": "This order has no such payment that came in.",
    "not-captured": "This payment was not captured, so there is nothing to give back.",
    "nothing-left": "Everything paid with it has been refunded already.",
    "too-much": `Between ₹1.00 and ${formatPaise(refused.leftPaise)} of it can still be refunded.`,
    "no-such-request": `Nobody asked for such a refund of order ${number}.`,
    "answered-already": "Nothing was done: somebody answered this meanwhile. The page shows how it stands now.",
    "own-request":
      "Nobody approves what they asked for themselves. Another owner can; or decline it, and refund the money with the form.",
  }[refused.reason];
}
