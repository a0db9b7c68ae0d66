import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { correctEmail } from "#shop/sales/orders/correct-email.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";

const correction = z.object({
  order: orderField,
  "was-email": z.string().max(254),
  email: deskLineField("the e-mail address", 254).pipe(z.email("Write an e-mail address such as name@example.com.")),
});

/** Corrects the e-mail address of a guest's order. The audit log contains neither address. */
export const correctOrderEmail = deskAction({
  name: "orders.correct-email",
  does: "correct an e-mail address",
  cannotUndo: "letters go to the new address; it is corrected again on the same page",
  needs: "orders",
  // The person at the new address can open the order and see the reader's data.
  proof: "fresh passkey",
  read: (form) => readForm(form, correction),
  async run({ services }, { order: number, "was-email": before, email: after }) {
    const done = await correctEmail(services, number, { before, after });
    if (!done.ok)
      throw new ActionRefused(
        {
          "no-such-order": `There is no order ${number}.`,
          "of-a-reader": "This order belongs to an account. Its reader changes the address there.",
          erased: "The reader’s details were erased: there is nobody to write to.",
          "changed-meanwhile":
            "Nothing was saved: somebody changed the address meanwhile. It shows now what holds; look, and decide again.",
        }[done.reason],
      );
    if (!done.isChanged) return { answer: "The address was so already.", entry: null };
    const sent = done.isConfirmed ? " The confirmation goes there within a minute." : "";
    return {
      answer: `Corrected the e-mail address. Links that were sent before do not open the order any more.${sent}`,
      entry: {
        action: "orders.correct-email",
        words: `Corrected the e-mail address of order ${number}. Links sent before have ended.`,
        subject: `order ${number}`,
      },
    };
  },
});
