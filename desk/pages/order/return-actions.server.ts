import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { formatPaise } from "#shop/money/money.ts";
import { acceptReturn, receiveReturn, refuseReturn, type AnsweredReturn } from "#shop/returns/answer-return.server.ts";
import { may } from "#shop/staff/roles.ts";
import { ActionRefused, deskAction, type ActionContext } from "#shop/staff/run-action.server.ts";

const ofReturns = { needs: "refunds", proof: "fresh passkey" } as const;
const returnField = z.string().regex(/^[1-9]\d{0,14}$/, "Choose a return.");
const answerField = z.string().trim().max(1000, "Write at most 1,000 letters.");
const asked = z.object({ order: orderField, return: returnField });

/** Says yes to a return: the money goes back when the book is here, or at once when the reader keeps the book. */
export const acceptReturnFromDesk = deskAction({
  name: "returns.accept",
  does: "accept a return",
  ...ofReturns,
  read: (form) => readForm(form, asked.extend({ answer: answerField, kept: z.enum(["yes"]).optional() })),
  async run(context, { order, return: id, answer, kept }) {
    const isKept = kept === "yes";
    const paise = done(context, order, await acceptReturn(context.services, Number(id), { isKept, answer }));
    const what = isKept ? `; the reader keeps the book, and ${money(paise)}` : "";
    return {
      answer: isKept
        ? `The reader keeps the book, and ${money(paise)}.`
        : "The reader is told where to send the book. The money goes back when it is here.",
      entry: entryOf("accept", order, `Accepted return ${id}${what}.`, paise, answer),
    };
  },
});

/** Says no to a return, and why. */
export const refuseReturnFromDesk = deskAction({
  name: "returns.refuse",
  does: "refuse a return",
  ...ofReturns,
  read: (form) => readForm(form, asked.extend({ answer: answerField.min(1, "Say why: the reader reads it.") })),
  async run(context, { order, return: id, answer }) {
    done(context, order, await refuseReturn(context.services, Number(id), answer));
    return {
      answer: "The return is refused. The reader gets an e-mail with the reason.",
      entry: entryOf("refuse", order, `Refused return ${id}.`, 0, answer),
    };
  },
});

/** A returned book is here: its price goes back, and it is in stock again when it is fit for that. */
export const receiveReturnFromDesk = deskAction({
  name: "returns.receive",
  does: "note that a returned book is here",
  ...ofReturns,
  read: (form) => readForm(form, asked.extend({ unfit: z.enum(["yes"]).optional() })),
  async run(context, { order, return: id, unfit }) {
    const isFit = unfit === undefined;
    const paise = done(context, order, await receiveReturn(context.services, Number(id), { isFit }));
    const stock = isFit ? "is in stock again" : "cannot be sold again";
    return {
      answer: `The book ${stock}, and ${money(paise)}.`,
      entry: entryOf("receive", order, `Return ${id} has arrived and ${stock}.`, paise, ""),
    };
  },
});

function done({ services, session }: ActionContext, order: string, answered: AnsweredReturn): number {
  if (!answered.ok)
    throw new ActionRefused(
      answered.reason === "no-such-return"
        ? "There is no such return."
        : "Nothing was done: somebody answered this return meanwhile. The page shows how it stands now.",
    );
  if (answered.orderNumber !== order) throw new ActionRefused(`Order ${order} has no such return.`);
  const { refundPaise } = answered;
  const { refundLimitPaise } = services.settings;
  if (refundPaise > refundLimitPaise && !may(session.staff.role, "refunds-above-limit"))
    throw new ActionRefused(
      `${formatPaise(refundPaise)} would go back, and an owner refunds more than ${formatPaise(refundLimitPaise)} at once. Ask one.`,
    );
  return refundPaise;
}

function money(paise: number): string {
  return paise > 0 ? `${formatPaise(paise)} goes back` : "nothing was left to refund";
}

function entryOf(act: string, order: string, words: string, refundPaise: number, why: string) {
  return { action: `orders.${act}-return`, words, subject: `order ${order}`, after: { refundPaise }, why };
}
