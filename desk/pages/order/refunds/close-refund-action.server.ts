import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { singleLine, typedField, writeAtMost } from "#shop/kernel/forms/line-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { isPaidByHand } from "#shop/sales/orders/paid-by-hand.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import { namePaidOtherwise } from "#shop/sales/orders/refund-labels.ts";
import { closeRefund } from "#shop/sales/payments/close-refund.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";

const maxReference = 60;
const closing = z
  .object({
    order: orderField,
    refund: z.string().regex(/^[1-9]\d{0,14}$/, "Choose a refund."),
    by: z.enum(["bank-transfer", "upi", "cash"], { error: "Choose how it was paid." }),
    on: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, "Enter the day on which it was paid.")
      .refine((given) => Number.isFinite(Date.parse(given)) && isoDay(new Date(`${given}T12:00:00Z`)) === given, {
        error: "There is no such day.",
      }),
    reference: typedField("Write the reference of the bank.", maxReference, writeAtMost(maxReference)).pipe(
      singleLine("the reference", maxReference, writeAtMost(maxReference)),
    ),
  })
  .refine(({ by, reference }) => by === "cash" || reference !== "", {
    path: ["reference"],
    error: "Write the bank’s reference (UTR), so that the payment can be found.",
  });

/** Closes a refund that the shop has paid itself, because the provider could not or the order was paid on delivery. */
export const closeRefundFromDesk = deskAction({
  name: "orders.close-refund",
  does: "close a refund that was paid in another way",
  cannotUndo: "the money was paid in another way",
  needs: "refunds-above-limit",
  proof: "fresh passkey",
  read: (form) => readForm(form, closing),
  async run({ services, session }, { order: number, refund, by, on, reference }) {
    const paid = { by, on, reference };
    const done = await closeRefund(services, number, { refundId: Number(refund), closedBy: session.staff.id, paid });
    if (!done.ok) {
      if (done.reason === "future") refuseDay("The day of the payment must not be in the future.");
      if (done.reason === "too-early")
        refuseDay("The day of the payment must not be before the request for the refund.");
      throw new ActionRefused(
        {
          "no-such-order": `There is no order ${number}.`,
          "no-such-refund": `Order ${number} has no such refund.`,
          "not-failed": "This refund has not failed: it is being paid, was paid, or is already closed.",
          "not-captured": "The payment was never received, so it cannot be refunded.",
          "nothing-left": "Another refund has since refunded the whole payment.",
          "too-much":
            "Another refund has since refunded a part of the payment, so the rest is smaller than this amount.",
          future: "",
          "too-early": "",
        }[done.reason],
      );
    }
    const sum = formatPaise(done.amountPaise);
    return {
      answer: `Closed: ${sum} was paid back ${namePaidOtherwise(paid)}. The reader gets an e-mail, and a credit note follows.`,
      entry: {
        action: "orders.close-refund",
        words: `Closed a refund of ${sum} of order ${number}${isPaidByHand(done.provider) ? "" : ` that had failed at ${nameProvider(done.provider)}`}: it was paid back ${namePaidOtherwise(paid)}.`,
        subject: `order ${number}`,
        after: { refund: Number(refund), amountPaise: done.amountPaise, paidBy: by, paidOn: on, reference },
      },
    };
  },
});

function refuseDay(problem: string): never {
  throw new ActionRefused(problem, { on: problem });
}
