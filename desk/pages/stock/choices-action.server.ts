import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { readStockChoices, saveStockChoices } from "#shop/office/stock-room/low-stock.server.ts";
import { numberField, stockPermission } from "./stock-fields.ts";

const choices = z.object({
  lowLevel: wholeNumberField(0, 9_999),
  leadDays: wholeNumberField(0, 365),
  wasLowLevel: numberField,
  wasLeadDays: numberField,
});

/**
 * Sets the defaults for books without own values: the number of copies that is low, and the lead time of suppliers in
 * days.
 */
export const chooseForStock = deskAction({
  name: "stock.choose",
  does: "set when books run low",
  ...stockPermission,
  read: (form) => readForm(form, choices),
  async run({ services: { db } }, { lowLevel, leadDays, wasLowLevel, wasLeadDays }) {
    const before = await readStockChoices(db, { forUpdate: true });
    if (before.lowLevel !== wasLowLevel || before.leadDays !== wasLeadDays)
      throw new ActionRefused(
        `Somebody changed this meanwhile, and nothing was saved: now books are low from ${before.lowLevel} on and suppliers take ${before.leadDays} days; you wrote ${lowLevel} and ${leadDays}.`,
      );
    const after = { lowLevel, leadDays };
    const answer = `Books are low from ${lowLevel} on, and suppliers take ${leadDays} days.`;
    if (before.lowLevel === lowLevel && before.leadDays === leadDays) return { answer, entry: null };
    return {
      answer: await saveStockChoices(db, after).then(() => answer),
      entry: {
        action: "stock.choose",
        words: "Set from how few copies on books are low, and how long suppliers take.",
        before,
        after,
      },
    };
  },
});
