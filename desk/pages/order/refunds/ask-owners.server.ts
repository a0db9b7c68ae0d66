import type { DoneOrAsked } from "#shop/office/approvals/do-or-request-approval.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { auditReason } from "#shop/sales/orders/audit-reason.ts";
import type { RefundLimits } from "#shop/sales/payments/refund-limit.server.ts";
import type { Services } from "#shop/services.ts";
import { may } from "#shop/people/staff/roles.ts";
import { ActionRefused, type ActionDone } from "#shop/people/staff/run-action.server.ts";
import type { StaffSession } from "#shop/people/staff/sessions.server.ts";
import { describeRefusedRefund } from "./describe-refused-refund.server.ts";

/** The refund limits of the signed-in person; null for owners, who have none. */
export function refundLimitsOf({ staff }: StaffSession, { settings }: Pick<Services, "settings">): RefundLimits | null {
  if (may(staff.role, "refunds-above-limit")) return null;
  return { staffId: staff.id, ofOrderPaise: settings.refundLimitPaise, ofDayPaise: settings.refundDayLimitPaise };
}

/** The answer of an action that has sent a request for approval. Throws if the request was refused too. */
export function approvalRequested(
  { asked, above }: Extract<DoneOrAsked<unknown>, { isAsked: true }>,
  { number, what, why }: { number: string; what?: string; why: string },
): ActionDone<string> {
  if (!asked.ok) throw new ActionRefused(describeRefusedRefund(asked, number));
  const sum = formatPaise(above.amountPaise);
  const limit = formatPaise(above.limitPaise);
  const reason =
    above.of === "order"
      ? `an owner must approve refunds of more than ${limit} per order, including earlier ones`
      : `an owner must approve refunds of more than ${limit} per day`;
  return {
    answer: `Nothing has been done yet: ${sum} would be refunded, and ${reason}. The owners get an e-mail, and you get one when an owner has decided.`,
    entry: {
      action: "orders.ask-refund",
      words: `Asked the owners to refund ${sum} ${what ?? `of order ${number}`}.`,
      subject: `order ${number}`,
      after: { amountPaise: above.amountPaise },
      why: auditReason(why),
    },
  };
}
