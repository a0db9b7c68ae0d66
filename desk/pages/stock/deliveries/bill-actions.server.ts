import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { dayField, hiddenNumberField, stockPermission } from "#desk/pages/stock/stock-fields.ts";
import { deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { listOrdersOfDelivery, saveBill } from "#shop/office/stock-room/bill.server.ts";
import { bases, type Basis } from "#shop/office/stock-room/terms.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { heldDelivery } from "./delivery-actions.server.ts";

const bill = z.object({
  delivery: hiddenNumberField,
  billNumber: deskOptionalLine("the number of the bill", 60),
  billedOn: dayField,
  billed: rupeesField({ empty: { means: null } }).transform((paise) => paise || null),
  charges: rupeesField({ empty: { means: 0 } }),
  basis: z.custom<Basis>((given) => typeof given === "string" && isKeyOf(bases, given), "Choose one."),
  purchase: z
    .string()
    .regex(/^([1-9]\d{0,8})?$/, openAgainMessage)
    .transform((id) => (id === "" ? null : Number(id))),
});

/** Saves what the bill of a delivery says, and to which purchase order the delivery belongs. */
export const saveBillAtDesk = deskAction({
  name: "stock.save-bill",
  does: "change the bill of a delivery",
  cannotUndo: "the bill can be changed again",
  ...stockPermission,
  read: (form) => readForm(form, bill),
  async run({ services: { db } }, { delivery, billed: billedPaise, charges, purchase, ...given }) {
    await heldDelivery(db, delivery);
    if (billedPaise !== null && charges > billedPaise)
      throw new ActionRefused("The charges cannot be above the total.", { charges: "Write at most the total." });
    const orders = purchase === null ? [] : await listOrdersOfDelivery(db, delivery);
    if (purchase !== null && !orders.some(({ id }) => id === purchase))
      throw new ActionRefused("This purchase order is not open any more.", { purchase: "Choose another one." });
    const saved = await saveBill(db, delivery, {
      ...given,
      billedPaise,
      chargesPaise: charges,
      purchaseOrderId: purchase,
    });
    if (!saved)
      throw new ActionRefused("Another delivery of this supplier has this bill.", {
        billNumber: "Another delivery of this supplier has this bill.",
      });
    return {
      answer: "Saved.",
      entry: {
        action: "stock.save-bill",
        words: `Changed the bill of a delivery${given.billNumber && `: ${given.billNumber}`}.`,
        subject: `delivery ${delivery}`,
        after: { ...given, billedPaise, charges, purchase },
      },
    };
  },
});
