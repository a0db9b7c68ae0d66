import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { ActionRefused, deskAction } from "#shop/staff/run-action.server.ts";
import { readStockChoices, saveStockChoices } from "#shop/stock-room/low-stock.server.ts";
import { numberField, ofStock } from "./stock-fields.ts";

const number = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, "Write a whole number.")
    .transform(Number)
    .pipe(z.number().max(most, `Write at most ${most}.`));

const choices = z.object({
  lowLevel: number(9999),
  leadDays: number(365),
  wasLowLevel: numberField,
  wasLeadDays: numberField,
});

/** Says from how few copies on books are low, and how long suppliers take, where a book does not say it. */
export const chooseForStock = deskAction({
  name: "stock.choose",
  does: "set when books run low",
  ...ofStock,
  read: (form) => readForm(form, choices),
  async run({ services: { db } }, { lowLevel, leadDays, wasLowLevel, wasLeadDays }) {
    const before = await readStockChoices(db, { isHeld: true });
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
        changes: [{ kind: "stock choices", key: "the shop", before: { ...before }, after }],
      },
    };
  },
});
