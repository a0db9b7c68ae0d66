import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { issueChallan } from "#shop/sales/documents/challans/issue-challan.server.ts";

const challan = z.object({
  order: orderField,
  parcel: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "Choose a parcel.")
    .transform(Number),
});

/** Issues the delivery challan of a parcel. */
export const issueChallanAtDesk = deskAction({
  name: "orders.issue-challan",
  does: "make a delivery challan",
  cannotUndo: "its number is used; a challan is kept as bills are",
  needs: "orders",
  proof: "passkey",
  read: (form) => readForm(form, challan),
  async run({ services }, { order, parcel }) {
    const done = await issueChallan(services, order, parcel);
    if (!done.ok)
      throw new ActionRefused(
        {
          "no-such-order": `There is no order ${order}.`,
          "no-such-parcel": `Order ${order} has no parcel ${parcel}.`,
          "not-sent": "A delivery challan is for a parcel that is sent.",
          erased: "The reader’s data was erased, so there is no address.",
        }[done.reason],
      );
    const { number, isNew } = done;
    return {
      answer: isNew
        ? `Made the delivery challan ${number}. Print its three copies, and sign them.`
        : `This parcel has the delivery challan ${number} already.`,
      entry: isNew
        ? {
            action: "orders.issue-challan",
            words: `Made the delivery challan ${number} of parcel ${parcel} of order ${order}.`,
            subject: `order ${order}`,
          }
        : null,
    };
  },
});
