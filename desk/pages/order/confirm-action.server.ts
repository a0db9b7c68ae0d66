import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { confirmOrder } from "#shop/sales/orders/confirm-order.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";

/** Confirms an order that is paid on delivery, after the reader was asked. */
export const confirmFromDesk = deskAction({
  name: "orders.confirm",
  does: "confirm an order for its reader",
  cannotUndo: "the reader gets a letter; the order can be cancelled",
  needs: "orders",
  proof: "passkey",
  read: (form) => readForm(form, z.object({ order: orderField })),
  async run({ services, session }, { order: number }) {
    const confirmed = await confirmOrder(services, number, { actor: session.staff.name });
    if (!confirmed.ok)
      throw new ActionRefused(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-on-delivery": `Order ${number} is not paid on delivery, so there is nothing to confirm.`,
          "is-over": `Order ${number} has ended: it was cancelled, or not confirmed in time.`,
        }[confirmed.reason],
      );
    return {
      answer: `Order ${number} is confirmed and waits to be packed. The reader gets an e-mail.`,
      entry: {
        action: "orders.confirm",
        words: `Confirmed order ${number} for its reader.`,
        subject: `order ${number}`,
      },
    };
  },
});
