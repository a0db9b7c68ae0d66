import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { refundLimitsOf } from "#desk/pages/order/refunds/ask-owners.server.ts";
import { deskLineField, deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { countTill } from "#shop/sales/counter/count-till.server.ts";
import { takeBack } from "#shop/sales/counter/return-at-counter.server.ts";
import { tillCodePattern } from "#shop/sales/documents/document-number.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import { AboveRefundLimit } from "#shop/sales/payments/refund-limit.server.ts";
import { notes } from "./notes.ts";

const till = z.string().regex(tillCodePattern, "Choose a till.");

const pieces = z
  .string()
  .trim()
  .regex(/^\d{0,5}$/, "Write a number.")
  .transform(Number);

const countFields = z.object({
  till,
  ...Object.fromEntries(notes.map(({ field }) => [field, pieces.default(0)])),
  coins: rupeesField({ empty: { means: 0 } }),
  left: rupeesField({ empty: { means: 0 } }),
  note: deskOptionalLine("a note", 300),
});

function readCount(form: FormData) {
  const read = readForm(form, countFields);
  if (!read.ok) return read;
  const { till: code, coins, left, note, ...rest } = read.input;
  const given: Record<string, unknown> = rest;
  const countedPaise = notes.reduce((sum, { rupees, field }) => sum + Number(given[field]) * rupees * 100, coins);
  if (left > countedPaise)
    return { ok: false as const, errors: { left: `Only ${formatPaise(countedPaise)} was counted.` } };
  return { ok: true as const, input: { till: code, countedPaise, leftPaise: left, note } };
}

/** Records the cash that was counted in a till. */
export const countTillFromDesk = deskAction({
  name: "counter.count",
  does: "count the cash of a till",
  needs: "counter",
  cannotUndo: "a count stays as it was; count again if it was wrong",
  proof: "passkey",
  read: readCount,
  async run({ services, session }, counted) {
    const done = await countTill(services, { ...counted, staffId: session.staff.id });
    if (!done) throw new ActionRefused("There is no such till.");
    const off = counted.countedPaise - done.expectedPaise;
    const how = off === 0 ? "as expected" : `${formatPaise(Math.abs(off))} ${off < 0 ? "short" : "over"}`;
    const words = `Counted ${formatPaise(counted.countedPaise)} in the till ${counted.till}, ${how}.`;
    return {
      answer: words,
      entry: {
        action: "counter.count",
        words,
        subject: `till ${counted.till}`,
        after: { ...counted, expectedPaise: done.expectedPaise },
        ...(counted.note && { why: counted.note }),
      },
    };
  },
});

const returnFields = z.object({
  order: z.string().regex(orderNumberPattern, openAgainMessage),
  till,
  fit: z.enum(["yes", "no"], "Say whether they can be sold again."),
  why: deskLineField("why they come back", 200),
  paidBy: z.enum(["cash", "upi"], "Say how you gave the money back."),
  reference: deskOptionalLine("the reference", 60),
});

function readReturn(form: FormData) {
  const read = readForm(form, returnFields);
  if (!read.ok) return read;
  const lines = [...form].flatMap(([name, value]) => {
    const [, position] = /^copies(\d{1,3})$/.exec(name) ?? [];
    const copies = typeof value === "string" && /^\d{1,2}$/.test(value.trim()) ? Number(value) : 0;
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
  read: readReturn,
  async run({ services, session }, { order, till: code, fit, why, paidBy, reference, lines }) {
    const limits = refundLimitsOf(session, services) ?? undefined;
    const asked = { orderNumber: order, lines, isFit: fit === "yes", why, paidBy, reference };
    const taken = await takeBack(services, asked, { staffId: session.staff.id, till: code, limits }).catch(
      (error: unknown) => {
        if (!(error instanceof AboveRefundLimit)) throw error;
        throw new ActionRefused(
          `You may refund up to ${formatPaise(error.limitPaise)} ${error.of === "day" ? "a day" : "of a sale"}. Ask an owner to take these books back.`,
        );
      },
    );
    if (!taken.ok) {
      const problem = refusals[taken.reason];
      throw new ActionRefused(problem, taken.reason === "no-such-sale" ? {} : { copies: problem });
    }
    const copies = lines.reduce((sum, line) => sum + line.copies, 0);
    const back = formatCount(copies, "copy", "copies");
    const how = paidBy === "cash" ? "in cash" : "by UPI";
    return {
      answer: `Took ${back} back. Give ${formatPaise(taken.refundPaise)} ${how}. ${taken.notes.length === 1 ? "Credit note" : "Credit notes"} ${taken.notes.join(", ")}.`,
      entry: {
        action: "counter.take-back",
        words: `Took ${back} of order ${order} back at the till ${code}, and gave ${formatPaise(taken.refundPaise)} ${how}.`,
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
