/** The actions on an MRP that is printed on delivered copies: take it over now, or when the old copies are sold. */
import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { costField, hiddenNumberField } from "#desk/pages/stock/stock-fields.ts";
import { setPrices } from "#shop/catalogue/editing/bulk/set-prices.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { findLine } from "#shop/office/stock-room/deliveries.server.ts";
import { planMrp } from "#shop/office/stock-room/lots/planned-mrps.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import type { Services } from "#shop/services.ts";
import { heldDelivery } from "./delivery-actions.server.ts";

/** Hidden form field with a sum in paise. */
const requiredPaise = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, openAgainMessage)
  .transform(Number);

const prices = z.object({
  delivery: hiddenNumberField,
  code: z.string().min(1, "Choose a line.").max(200, "Choose a line."),
  mrp: requiredPaise,
  wasMrp: requiredPaise,
  wasPrice: requiredPaise,
  price: costField.transform((paise, context) => {
    if (paise === null) context.addIssue("Enter the price of the book in the shop.");
    return paise ?? z.NEVER;
  }),
});

/** Sets a book's MRP to the one printed on copies of a delivery, and its price to the chosen one. */
export const takePrintedMrp = deskAction({
  name: "stock.take-mrp",
  does: "take over a printed MRP",
  needs: "books",
  proof: "passkey",
  read: (form) => readForm(form, prices),
  async run({ services: { db } }, { delivery, code, mrp, wasMrp, wasPrice, price }) {
    const line = await holdLine(db, { delivery, code, mrp, price });
    if (line.otherCopies > 0 && price > wasMrp) {
      const copies = formatCount(line.otherCopies, "copy", "copies");
      const words = `The MRP of ${formatPaise(wasMrp)} is printed on ${copies} on hand: the price cannot be above it while they are sold.`;
      throw new ActionRefused(words, { price: words });
    }
    const was = { mrpPaise: wasMrp, pricePaise: wasPrice };
    const set = await setPrices(db, line.bookId, was, { mrpPaise: mrp, pricePaise: price });
    if (set === "changed")
      throw new ActionRefused(
        "Nothing was saved, because somebody changed the prices of this book meanwhile. Check them and try again.",
      );
    return {
      answer: `The MRP of “${line.title}” is now ${formatPaise(mrp)}, and its price ${formatPaise(price)}.`,
      entry: {
        action: "stock.take-mrp",
        words: `Set the MRP of “${line.title}” to ${formatPaise(mrp)}, as printed on the copies of a delivery, and its price to ${formatPaise(price)}.`,
        subject: `book ${line.bookId}`,
      },
    };
  },
});

/** Plans a higher MRP and its price for the time when the copies with the old MRP are sold. */
export const takeMrpLater = deskAction({
  name: "stock.take-mrp-later",
  does: "plan a printed MRP",
  needs: "books",
  proof: "passkey",
  cannotUndo: "it can be taken back on the page of the book’s copies",
  read: (form) => readForm(form, prices),
  async run({ services: { db }, session, at }, { delivery, code, mrp, wasMrp, price }) {
    const line = await holdLine(db, { delivery, code, mrp, price });
    if (mrp <= wasMrp || line.mrpPaise !== wasMrp)
      throw new ActionRefused("Only a higher MRP can wait for the old copies. Check the line and try again.");
    await planMrp(db, line.bookId, { mrpPaise: mrp, pricePaise: price }, { staffId: session.staff.id, at });
    const words = `MRP ${formatPaise(mrp)} and price ${formatPaise(price)} when the copies with the MRP of ${formatPaise(wasMrp)} are sold`;
    return {
      answer: `Planned for “${line.title}”: ${words}.`,
      entry: {
        action: "stock.take-mrp-later",
        words: `Planned for “${line.title}”: ${words}.`,
        subject: `book ${line.bookId}`,
      },
    };
  },
});

/** The line of a delivery with this printed MRP. Refuses the form if the line or the price do not fit. */
async function holdLine(
  db: Services["db"],
  { delivery, code, mrp, price }: { delivery: number; code: string; mrp: number; price: number },
) {
  await heldDelivery(db, delivery);
  const line = await findLine(db, delivery, code);
  if (!line?.bookId || line.printedMrpPaise !== mrp)
    throw new ActionRefused("Nothing was saved, because somebody changed this line meanwhile. Check it and try again.");
  if (price > mrp) {
    const words = `The price cannot be above the MRP of ${formatPaise(mrp)}.`;
    throw new ActionRefused(words, { price: words });
  }
  return { ...line, bookId: line.bookId };
}

export const mrpActions = [takePrintedMrp, takeMrpLater] as const;
