/** The actions for returns: accept, refuse and receive. */
import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { doOrRequestApproval } from "#shop/office/approvals/do-or-request-approval.server.ts";
import type { ReturnAnswer } from "#shop/office/approvals/refund-requests.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { auditReason } from "#shop/sales/orders/audit-reason.ts";
import type { RefundLimits } from "#shop/sales/payments/refund-limit.server.ts";
import {
  acceptReturn,
  receiveReturn,
  refuseReturn,
  type AnsweredReturn,
} from "#shop/sales/returns/answer-return.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import {
  ActionRefused,
  deskAction,
  type ActionContext,
  type ActionDone,
} from "#shop/people/staff/run-action.server.ts";
import { deskTextField } from "#shop/kernel/forms/line-field.ts";
import { approvalRequested, refundLimitsOf } from "./ask-owners.server.ts";

const ofReturns = { needs: "refunds", proof: "fresh passkey" } as const;
const returnField = z.string().regex(/^[1-9]\d{0,14}$/, "Choose a return.");
const answerField = deskTextField(1000);
const asked = z.object({ order: orderField, return: returnField });

/** Accepts a return. It is refunded when the book arrives, or at once if the reader keeps the book. */
export const acceptReturnFromDesk = deskAction({
  name: "returns.accept",
  does: "accept a return",
  cannotUndo: "the reader gets a letter",
  ...ofReturns,
  read: (form) => readForm(form, asked.extend({ answer: answerField, kept: z.enum(["yes"]).optional() })),
  async run(context, { order, return: id, answer, kept }) {
    const isKept = kept === "yes";
    const outcome = await giveBack(
      context,
      order,
      { returnId: Number(id), choice: "kept", answer },
      (services, giver) => acceptReturn(services, Number(id), { isKept, answer, giver }),
    );
    if ("asked" in outcome) return outcome.asked;
    const { paise, title } = outcome;
    const what = isKept ? `; the reader keeps the book, and ${money(paise)}` : "";
    return {
      answer: isKept
        ? `The reader keeps the book, and ${money(paise)}.`
        : "The reader gets an e-mail with the address for the book. Refund it when the book has arrived.",
      entry: entryOf("accept", order, `Accepted the return of “${title}” of order ${order}${what}.`, paise, answer),
    };
  },
});

/** Refuses a return, with a reason. */
export const refuseReturnFromDesk = deskAction({
  name: "returns.refuse",
  does: "refuse a return",
  cannotUndo: "the reader gets a letter",
  ...ofReturns,
  read: (form) => readForm(form, asked.extend({ answer: deskTextField(1000, "Enter a reason. The reader sees it.") })),
  async run(context, { order, return: id, answer }) {
    const { title } = done(order, await refuseReturn(context.services, Number(id), answer));
    return {
      answer: "The return is refused. The reader gets an e-mail with the reason.",
      entry: entryOf("refuse", order, `Refused the return of “${title}” of order ${order}.`, 0, answer),
    };
  },
});

/** Records that a returned book has arrived: refunds its price, and puts it back into stock if it can be sold again. */
export const receiveReturnFromDesk = deskAction({
  name: "returns.receive",
  does: "record that a returned book has arrived",
  cannotUndo: "money is refunded",
  ...ofReturns,
  read: (form) => readForm(form, asked.extend({ unfit: z.enum(["yes"]).optional() })),
  async run(context, { order, return: id, unfit }) {
    const isFit = unfit === undefined;
    const answer: ReturnAnswer = { returnId: Number(id), choice: isFit ? "fit" : "unfit", answer: "" };
    const outcome = await giveBack(context, order, answer, (services, giver) =>
      receiveReturn(services, Number(id), { isFit, giver }),
    );
    if ("asked" in outcome) return outcome.asked;
    const { paise, title } = outcome;
    const stock = isFit ? "is in stock again" : "cannot be sold again";
    return {
      answer: `The book ${stock}, and ${money(paise)}.`,
      entry: entryOf("receive", order, `“${title}” of order ${order} came back and ${stock}.`, paise, ""),
    };
  },
});

/** Answers a return. A refund above the person's limit is requested from the owners instead. */
async function giveBack(
  { services, session }: ActionContext,
  order: string,
  answer: ReturnAnswer,
  run: (services: DbAndClock, giver: RefundLimits | undefined) => Promise<AnsweredReturn>,
): Promise<{ asked: ActionDone<string> } | { paise: number; title: string }> {
  const act = { kind: "return", ...answer } as const;
  const outcome = await doOrRequestApproval(
    services,
    { number: order, note: null, act },
    refundLimitsOf(session, services),
    async (...with_) => done(order, await run(...with_)),
  );
  if (!outcome.isAsked) return outcome.done;
  const what = `for a return of order ${order}`;
  return { asked: approvalRequested(outcome, { number: order, what, why: answer.answer }) };
}

function done(order: string, answered: AnsweredReturn): { paise: number; title: string } {
  if (!answered.ok)
    throw new ActionRefused(
      {
        "no-such-return": "There is no such return.",
        "waits-for-owner": "Nothing was done: the refund of this return is waiting for an owner’s decision.",
        "wrong-state": "Nothing was done: somebody answered this return meanwhile. The page shows the current state.",
      }[answered.reason],
    );
  ofOrder(answered.orderNumber, order);
  return { paise: answered.refundPaise, title: answered.title };
}

function ofOrder(found: string, order: string): void {
  if (found !== order) throw new ActionRefused(`Order ${order} has no such return.`);
}

function money(paise: number): string {
  return paise > 0 ? `${formatPaise(paise)} is refunded` : "nothing was left to refund";
}

function entryOf(act: string, order: string, words: string, refundPaise: number, why: string) {
  return {
    action: `orders.${act}-return`,
    words,
    subject: `order ${order}`,
    after: { refundPaise },
    why: auditReason(why),
  };
}
