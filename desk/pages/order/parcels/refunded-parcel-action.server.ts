import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { endRefundedParcel, type RefundedParcelEnd } from "#shop/sales/returns/end-refunded-parcel.server.ts";

const ended = z.object({
  order: orderField,
  parcel: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "Choose a parcel.")
    .transform(Number),
  end: z.enum(["came-back", "lost", "ask", "write-off"], { error: "Choose what happened to it." }),
  unfit: z.enum(["yes"]).optional(),
});

/** Records what became of a parcel whose order was refunded in full while it was on its way. */
export const endRefundedParcelAtDesk = deskAction({
  name: "orders.end-refunded-parcel",
  does: "record what became of a parcel whose order was refunded in full",
  cannotUndo: "copies are put back into stock, or the reader gets a letter",
  needs: "orders",
  proof: "passkey",
  read: (form) => readForm(form, ended),
  async run({ services, session }, { order: number, parcel: place, end, unfit }) {
    const isFit = unfit === undefined;
    const done = await endRefundedParcel(services, { number, place, end, isFit, actor: session.staff.name });
    if (!done.ok) throw new ActionRefused(refusals[done.reason]);
    const copies = formatCount(done.copies, "copy is", "copies are");
    const price = formatPaise(done.booksPaise);
    const back = done.isCollection ? "was not collected" : "came back";
    const there = done.isCollection ? "was handed over" : "arrived";
    const words: Record<RefundedParcelEnd, string> = {
      "came-back": `${back}; ${copies} ${isFit ? "in stock again" : "not fit to be sold again"}.`,
      lost: `was lost; ${copies} written off.`,
      ask: `${there}; the reader is asked for ${price}, or for the books.`,
      "write-off": `${there}; ${copies} written off, worth ${price}.`,
    };
    return {
      answer: `Recorded that parcel ${place} ${words[end]}`,
      entry: {
        action: "orders.end-refunded-parcel",
        words: `Parcel ${place} of order ${number}, which was refunded in full, ${words[end]}`,
        subject: `order ${number}`,
        after: { end, isFit, booksPaise: done.booksPaise },
      },
    };
  },
});

const refusals = {
  "no-such-order": "This order was not refunded in full. The page shows its current state.",
  "no-such-parcel": "This parcel was already dealt with. The page shows its current state.",
  "asked-back": "The books of this parcel were already returned.",
};
