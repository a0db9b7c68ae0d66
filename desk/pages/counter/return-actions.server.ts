/** The actions that take books back at a till: those of a sale at the counter, and those of an order from online. */
import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { refundLimitsOf } from "#desk/pages/order/refunds/ask-owners.server.ts";
import { deskLineField, deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { takeBack, type CopiesBack } from "#shop/sales/counter/return-at-counter.server.ts";
import { takeOnlineBack } from "#shop/sales/counter/return-from-online.server.ts";
import { tillCodePattern } from "#shop/sales/documents/document-number.ts";
import { auditReason } from "#shop/sales/orders/audit-reason.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import { askedReasonLabels, type AskedReason } from "#shop/sales/orders/return-labels.ts";
import { AboveRefundLimit } from "#shop/sales/payments/refund-limit.server.ts";

const returnFields = z.object({
  order: z.string().regex(orderNumberPattern, openAgainMessage),
  till: z.string().regex(tillCodePattern, "Choose a till."),
  fit: z.enum(["yes", "no"], "Say whether they can be sold again."),
  paidBy: z.enum(["cash", "upi"], "Say how you gave the money back."),
  reference: deskOptionalLine("the reference", 60),
});

/** Reads a form with the copies of each line that come back, in fields such as `copies0`. */
function readReturn<Fields>(form: FormData, fields: z.ZodType<Fields>): ReadAction<Fields & { lines: CopiesBack[] }> {
  const read = readForm(form, fields);
  if (!read.ok) return read;
  const lines = [...form].flatMap(([name, value]) => {
    const [, position] = /^copies(\d{1,3})$/.exec(name) ?? [];
    const copies = typeof value === "string" && /^\d{1,4}$/.test(value.trim()) ? Number(value) : 0;
    return position !== undefined && copies > 0 ? [{ position: Number(position), copies }] : [];
  });
  return { ok: true as const, input: { ...read.input, lines } };
}

/** Takes books of a sale at the counter back. */
export const takeBackFromDesk = deskAction({
  name: "counter.take-back",
  does: "take books back at the counter",
  needs: "refunds",
  cannotUndo: "the money was given back",
  proof: "fresh passkey",
  read: (form) => readReturn(form, returnFields.extend({ why: deskLineField("why they come back", 200) })),
  async run({ services, session }, { order, till: code, fit, why, paidBy, reference, lines }) {
    const limits = refundLimitsOf(session, services) ?? undefined;
    const asked = { orderNumber: order, lines, isFit: fit === "yes", why, paidBy, reference };
    const taken = await withinLimits(takeBack(services, asked, { staffId: session.staff.id, till: code, limits }));
    if (!taken.ok) {
      const problem = refusals[taken.reason];
      throw new ActionRefused(problem, taken.reason === "no-such-sale" ? {} : { copies: problem });
    }
    const copies = lines.reduce((sum, line) => sum + line.copies, 0);
    const back = formatCount(copies, "copy", "copies");
    const sum = formatPaise(taken.refundPaise);
    const how = taken.isByProvider ? "through Razorpay" : paidBy === "cash" ? "in cash" : "by UPI";
    return {
      answer: taken.isByProvider
        ? `Took ${back} back. ${sum} goes back through Razorpay, and the credit note follows.`
        : `Took ${back} back. Give ${sum} ${how}. ${taken.notes.length === 1 ? "Credit note" : "Credit notes"} ${taken.notes.join(", ")}.`,
      entry: {
        action: "counter.take-back",
        words: `Took ${back} of order ${order} back at the till ${code}, and gave ${sum} ${how}.`,
        subject: `order ${order}`,
        after: { refundPaise: taken.refundPaise, isFit: fit === "yes", creditNotes: taken.notes },
        why,
      },
    };
  },
});

const refusals = {
  "no-such-sale": "No till has made this sale.",
  "too-many": "More copies than were sold, or than came back already. Look at the numbers again.",
  nothing: "Write how many copies come back.",
};

const onlineFields = returnFields.extend({
  reason: z.enum(Object.keys(askedReasonLabels) as AskedReason[], "Choose why they come back."),
  words: deskOptionalLine("a note", 200),
});

/** Takes books of an order from online back at the counter. */
export const takeOnlineBackFromDesk = deskAction({
  name: "counter.take-online-back",
  does: "take books of an online order back at the counter",
  needs: "refunds",
  cannotUndo: "money is refunded",
  proof: "fresh passkey",
  read(form) {
    const read = readReturn(form, onlineFields);
    const asked = [...form.keys()].flatMap((name) => (/^return\d{1,15}$/.test(name) ? [Number(name.slice(6))] : []));
    return read.ok ? { ok: true, input: { ...read.input, asked } } : read;
  },
  async run({ services, session }, { order, till, fit, ...given }) {
    const limits = refundLimitsOf(session, services) ?? undefined;
    const isFit = fit === "yes";
    const input = { ...given, orderNumber: order, isFit };
    const taken = await withinLimits(takeOnlineBack(services, input, { staffId: session.staff.id, till, limits }));
    if (!taken.ok) {
      const problem = onlineRefusals[taken.reason];
      throw new ActionRefused(
        problem,
        taken.reason === "too-many" || taken.reason === "nothing" ? { copies: problem } : {},
      );
    }
    const { copies, refundPaise, atTillPaise } = taken;
    const back = formatCount(copies, "copy", "copies");
    const how = given.paidBy === "cash" ? "in cash" : "by UPI";
    const rest = refundPaise - atTillPaise;
    const money = [
      atTillPaise > 0 && `Give ${formatPaise(atTillPaise)} ${how}.`,
      rest > 0 && `${formatPaise(rest)} goes back the way it was paid, or is not owed any more.`,
      refundPaise === 0 && "Nothing was left to refund.",
    ].filter(Boolean);
    return {
      answer: `Took ${back} back. ${money.join(" ")}`,
      entry: {
        action: "counter.take-online-back",
        words: `Took ${back} of order ${order} back at the till ${till}, and refunded ${formatPaise(refundPaise)}${atTillPaise > 0 ? ` ${how}` : ""}.`,
        subject: `order ${order}`,
        after: { refundPaise, atTillPaise, isFit, reason: askedReasonLabels[given.reason].toLowerCase() },
        why: auditReason(given.words),
      },
    };
  },
});

const onlineRefusals = {
  "no-such-order": "There is no such order, or its reader has deleted the account.",
  "too-many": "More copies than can come back. Look at the numbers again.",
  nothing: "Write how many copies come back.",
  "not-sent": "Nothing of this order was handed over, so nothing can come back.",
  late: "The days to return are over.",
  "waits-for-owner": "A refund of this order waits for an owner’s decision.",
  "all-back": "All books of this order came back.",
};

async function withinLimits<Taken>(taking: Promise<Taken>): Promise<Taken> {
  return taking.catch((error: unknown) => {
    if (!(error instanceof AboveRefundLimit)) throw error;
    throw new ActionRefused(
      `You may refund up to ${formatPaise(error.limitPaise)} ${error.of === "day" ? "a day" : "of a sale"}. Ask an owner to take these books back.`,
    );
  });
}
