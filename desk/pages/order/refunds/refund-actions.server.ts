/** The actions for refunds of an order: refund, and approve or decline a requested refund. */
import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { auditReason } from "#shop/sales/orders/audit-reason.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { doOrRequestApproval } from "#shop/office/approvals/do-or-request-approval.server.ts";
import { approveRefund, declineRefund } from "#shop/office/approvals/refund-requests.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { approvalRequested, refundLimitsOf } from "./ask-owners.server.ts";
import { refuseIfOrderChanged, versionField } from "#desk/pages/order/refuse-if-order-changed.server.ts";
import { describeRefusedRefund, refuseRefund } from "./describe-refused-refund.server.ts";
import { deskLineField, deskTextField } from "#shop/kernel/forms/line-field.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";

const refund = z.object({
  order: orderField,
  payment: z.string().regex(/^\w{1,80}$/, "Choose a payment."),
  amount: rupeesField(),
  note: deskTextField(300, "Enter a reason. The reader sees it too."),
  /** The id of the book, or `all` for the whole order. Forms of an earlier release do not have this field. */
  book: deskLineField("the book", 200, "Choose a book, or the whole order.").default("all"),
  seen: versionField,
});

/**
 * Refunds a part of a payment; the reader keeps the books. If the sum is above the person's refund limit, an owner must
 * approve it.
 */
export const refundFromDesk = deskAction({
  name: "orders.refund",
  does: "refund money",
  cannotUndo: "money is refunded",
  needs: "refunds",
  proof: "fresh passkey",
  read: (form) => readForm(form, refund),
  async run({ services, session }, { order: number, payment, amount: amountPaise, note, book, seen }) {
    await refuseIfOrderChanged(services.db, number, seen);
    const bookId = book === "all" ? undefined : book;
    const act = bookId === undefined ? undefined : ({ kind: "refund", bookId } as const);
    const outcome = await doOrRequestApproval(
      services,
      { number, note, act },
      refundLimitsOf(session, services),
      (inTx, giver) => refundOrder(inTx, number, amountPaise, note, payment, { giver, bookId }),
    );
    if (outcome.isAsked) {
      if (!outcome.asked.ok) throw refuseRefund(outcome.asked, number);
      return approvalRequested(outcome, { number, why: note });
    }
    const made = outcome.done;
    if (!made.ok) throw refuseRefund(made, number);
    const words = `Refunded ${formatPaise(made.amountPaise)} of order ${number}.`;
    return {
      answer: `${formatPaise(made.amountPaise)} is being refunded to the reader, who gets an e-mail when it is done.`,
      entry: {
        action: "orders.refund",
        words,
        subject: `order ${number}`,
        after: { amountPaise: made.amountPaise },
        why: auditReason(note),
      },
    };
  },
});

const ofOwners = { needs: "refunds-above-limit", proof: "fresh passkey" } as const;
const answered = z.object({
  order: orderField,
  request: z.string().regex(/^[1-9]\d{0,14}$/, "Choose a refund."),
  seen: versionField,
});

/** Approves a refund that another person requested, and makes the refund. */
export const approveRefundFromDesk = deskAction({
  name: "orders.approve-refund",
  does: "approve a refund",
  cannotUndo: "money is refunded",
  ...ofOwners,
  read: (form) => readForm(form, answered),
  async run({ services, session }, { order: number, request, seen }) {
    await refuseIfOrderChanged(services.db, number, seen);
    const made = await approveRefund(services, { number, requestId: Number(request), answeredBy: session.staff.id });
    if (!made.ok) throw new ActionRefused(describeRefusedRefund(made, number));
    const sum = formatPaise(made.amountPaise);
    return {
      answer: `${sum} is being refunded to the reader, who gets an e-mail when it is done.`,
      entry: {
        action: "orders.refund",
        words: `Refunded ${sum} of order ${number}: ${made.askedBy} had requested it, and ${session.staff.name} approved it.`,
        subject: `order ${number}`,
        after: { amountPaise: made.amountPaise, request: Number(request) },
        why: auditReason(made.note),
      },
    };
  },
});

/** Declines a requested refund, with a reason. */
export const declineRefundFromDesk = deskAction({
  name: "orders.decline-refund",
  does: "decline a refund",
  cannotUndo: "the person who requested it gets a letter; the refund can be requested again",
  ...ofOwners,
  read: (form) =>
    readForm(
      form,
      answered.extend({
        answer: deskTextField(300, "Enter a reason. The person who requested the refund sees it."),
      }),
    ),
  async run({ services, session }, { order: number, request, answer }) {
    const answeredBy = session.staff.id;
    const done = await declineRefund(services, { number, requestId: Number(request), answeredBy, answer });
    if (!done.ok) throw new ActionRefused(describeRefusedRefund(done, number));
    const sum = formatPaise(done.amountPaise);
    return {
      answer: `Nothing is refunded. ${done.askedBy} gets an e-mail with the reason.`,
      entry: {
        action: "orders.decline-refund",
        words: `Declined to refund ${sum} of order ${number}, which ${done.askedBy} had requested.`,
        subject: `order ${number}`,
        after: { request: Number(request) },
        why: auditReason(answer),
      },
    };
  },
});
