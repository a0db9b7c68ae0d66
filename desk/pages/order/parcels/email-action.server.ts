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

/** Corrects the e-mail address of a guest's order. The addresses are not written to the audit log. */
export const correctOrderEmail = deskAction({
  name: "orders.correct-email",
  does: "correct an e-mail address",
  cannotUndo: "letters are sent to the new address; it can be corrected again on the same page",
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
          "of-a-reader": "This order belongs to an account. The reader can change the address in the account.",
          erased: "The reader’s data was erased, so there is no e-mail address.",
          "changed-meanwhile":
            "Nothing was saved: somebody changed the address meanwhile. The form now shows the current address. Check it, and decide again.",
        }[done.reason],
      );
    if (!done.isChanged) return { answer: "Nothing changed: it was already like this.", entry: null };
    const sent = done.isConfirmed ? " The confirmation is sent there within a minute." : "";
    return {
      answer: `Corrected the e-mail address. Links in earlier e-mails no longer open the order.${sent}`,
      entry: {
        action: "orders.correct-email",
        words: `Corrected the e-mail address of order ${number}. Links in earlier e-mails have ended.`,
        subject: `order ${number}`,
      },
    };
  },
});
