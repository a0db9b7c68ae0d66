/** The actions on an order that is ready at the shop: hand it over, with its payment, and keep it longer. */
import { z } from "zod";

import { openAgainMessage, orderField, readForm } from "#desk/http/read-form.ts";
import { findLastDayError, lastDayField } from "#desk/pages/parcels/last-day-field.ts";
import { singleLine, typedField, writeAtMost } from "#shop/kernel/forms/line-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import { handOver } from "#shop/sales/orders/collection/hand-over.server.ts";
import { keepLonger } from "#shop/sales/orders/collection/keep-longer.server.ts";
import { namePaidAtShop, paidAtShop } from "#shop/sales/orders/collection/paid-at-shop.ts";
import { ActionRefused, deskAction, refuseFields } from "#shop/people/staff/run-action.server.ts";

const maxReference = 60;

const handing = z
  .object({
    order: orderField,
    /** What is due as the page showed it, in paise. */
    due: z
      .string()
      .regex(/^\d{1,12}$/, openAgainMessage)
      .transform(Number),
    paidBy: z.enum(["", ...paidAtShop], { error: "Choose how it was paid." }).default(""),
    reference: typedField("", maxReference, writeAtMost(maxReference))
      .pipe(singleLine("the reference", maxReference, writeAtMost(maxReference)))
      .default(""),
  })
  .refine(({ due, paidBy }) => due === 0 || paidBy !== "", { path: ["paidBy"], error: "Choose how it was paid." })
  .refine(({ paidBy, reference }) => paidBy === "" || paidBy === "cash" || reference !== "", {
    path: ["reference"],
    error: "Write the reference of the payment, so that it can be found.",
  });

/** Hands an order to its reader, who pays what is due. */
export const handOverAtDesk = deskAction({
  name: "orders.hand-over",
  does: "hand an order over",
  cannotUndo: "a payment stays; the order’s page can undo the handing over for an hour",
  needs: "orders",
  proof: "passkey",
  read: (form) => readForm(form, handing),
  async run({ services, session }, { order: number, due: duePaise, paidBy, reference }) {
    const payment = paidBy === "" ? null : { by: paidBy, reference };
    const done = await handOver(services, number, { duePaise, payment, actor: session.staff.name });
    if (!done.ok) {
      if (done.reason === "changed")
        throw new ActionRefused(
          `Nothing was recorded: ${formatPaise(done.duePaise)} is due now. Take that sum, and press the button again.`,
        );
      throw new ActionRefused(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-ready": `Order ${number} does not wait at the shop: it was handed over already, was ended, or is not ready.`,
          "not-paid": "Choose how it was paid.",
        }[done.reason],
      );
    }
    const money =
      payment && done.paidPaise > 0 ? `${formatPaise(done.paidPaise)} paid ${namePaidAtShop(payment.by)}` : "";
    return {
      answer: `${number} is handed over${money && `, ${money}`}.`,
      entry: {
        action: "orders.hand-over",
        words: `Handed order ${number} over${money && `, ${money}`}.`,
        subject: `order ${number}`,
        ...(payment && { after: { paidPaise: done.paidPaise, paidBy: payment.by, reference } }),
      },
    };
  },
});

/** Keeps an order at the shop until a later day. */
export const keepLongerAtDesk = deskAction({
  name: "orders.keep-longer",
  does: "keep an order longer",
  cannotUndo: "the reader gets a letter",
  needs: "orders",
  proof: "passkey",
  read: (form) => readForm(form, z.object({ order: orderField, until: lastDayField })),
  async run({ services }, { order: number, until }) {
    refuseFields(findLastDayError(until, services.now()));
    const kept = await keepLonger(services, number, until);
    if (!kept.ok) {
      if (kept.reason === "not-later")
        refuseFields({ until: `It is kept until ${nameDay(kept.was)} already. Choose a later day.` });
      throw new ActionRefused(
        kept.reason === "no-such-order"
          ? `There is no order ${number}.`
          : `Order ${number} does not wait at the shop any more.`,
      );
    }
    return {
      answer: `${number} is kept until ${nameDay(until)}. The reader gets an e-mail.`,
      entry: {
        action: "orders.keep-longer",
        words: `Order ${number} is kept at the shop longer.`,
        subject: `order ${number}`,
        before: { keptUntil: kept.was },
        after: { keptUntil: until },
      },
    };
  },
});
