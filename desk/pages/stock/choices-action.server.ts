import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { readStockChoices, saveStockChoices } from "#shop/office/stock-room/low-stock.server.ts";
import { hiddenNumberField, stockPermission } from "./stock-fields.ts";

const choices = z.object({
  lowLevel: wholeNumberField(0, 9_999),
  leadDays: wholeNumberField(0, 365),
  wasLowLevel: hiddenNumberField,
  wasLeadDays: hiddenNumberField,
});

/**
 * Sets the defaults for books without their own values: the low-stock level in copies, and the delivery time of
 * suppliers in days.
 */
export const chooseForStock = deskAction({
  name: "stock.choose",
  does: "set the default low-stock level",
  ...stockPermission,
  read: (form) => readForm(form, choices),
  async run({ services: { db } }, { lowLevel, leadDays, wasLowLevel, wasLeadDays }) {
    const before = await readStockChoices(db, { forUpdate: true });
    if (before.lowLevel !== wasLowLevel || before.leadDays !== wasLeadDays)
      throw new ActionRefused(
        `Nothing was saved, because somebody changed this meanwhile: the level is now ${before.lowLevel} and suppliers take ${before.leadDays} days. You entered ${lowLevel} and ${leadDays}.`,
      );
    const after = { lowLevel, leadDays };
    const answer = `The low-stock level is ${lowLevel}, and suppliers take ${leadDays} days. The list follows within a minute.`;
    if (before.lowLevel === lowLevel && before.leadDays === leadDays) return { answer, entry: null };
    return {
      answer: await saveStockChoices(db, after).then(() => answer),
      entry: {
        action: "stock.choose",
        words: "Set the default low-stock level and the suppliers’ delivery time.",
        before,
        after,
      },
    };
  },
});
