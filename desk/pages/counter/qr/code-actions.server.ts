import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { deskAction, type ActionDone } from "#shop/people/staff/run-action.server.ts";
import { beginCodeSale, cancelCodeSale, type WaitingSale } from "#shop/sales/counter/code-sale.server.ts";
import type { ShownCode } from "#shop/sales/payments/qr-codes.server.ts";
import {
  answerRefusal,
  refuseTyped,
  saleField,
  sellerOf,
  tillField,
  type TillAnswer,
} from "#desk/pages/counter/actions.server.ts";

/** What the shop answers to a till that takes a payment by a QR code. */
export type CodeAnswer =
  | TillAnswer
  | { kind: "shown"; code: ShownCode; closesAt: string }
  | { kind: "waiting"; isSilent: boolean }
  /** The sale does not wait for a payment any more, and was not paid. */
  | { kind: "closed" }
  /** There is no code yet; it may be asked for again. */
  | { kind: "no-code"; problem: string }
  /** The provider makes no code for this shop. */
  | { kind: "not-offered"; problem: string };

/** Writes a sale that is to be paid by a QR code of the payment provider, which is created once this is committed. */
export const showCodeFromDesk = deskAction({
  name: "counter.show-code",
  does: "take a payment by a QR code",
  needs: "counter",
  cannotUndo: "the code is cancelled at the till",
  proof: "passkey",
  // The id of the sale makes it idempotent, and the answer is what holds now.
  isRepeated: true,
  read: (form) => readForm(form, z.object({ till: tillField, sale: saleField })),
  async run({ services, session }, { till, sale }): Promise<ActionDone<TillAnswer | WaitingSale>> {
    const begun = await beginCodeSale(services, sale, sellerOf(services, session.staff, till)).catch(refuseTyped);
    if (!begun.ok) return { answer: answerRefusal(services, begun), entry: null };
    if ("sale" in begun) return { answer: { kind: "sold", sale: begun.sale }, entry: null };
    const { waiting: answer } = begun;
    if (!begun.isNew) return { answer, entry: null };
    const { orderNumber } = answer;
    return {
      answer,
      entry: {
        action: "counter.show-code",
        words: `Asked for ${formatPaise(sale.totalPaise)} by a QR code at the till ${till}, order ${orderNumber}.`,
        subject: `order ${orderNumber}`,
      },
    };
  },
});

/** Ends a sale that waits for the payment of a QR code. */
export const cancelCodeFromDesk = deskAction({
  name: "counter.cancel-code",
  does: "cancel a QR code",
  needs: "counter",
  cannotUndo: "a new code can be shown at the till",
  proof: "passkey",
  isRepeated: true,
  read: (form) => readForm(form, z.object({ till: tillField, id: z.uuid(openAgainMessage) })),
  async run({ services, session }, { till, id }): Promise<ActionDone<null>> {
    const number = await cancelCodeSale(services, id, { actor: session.staff.name, note: "code cancelled" });
    if (number === null) return { answer: null, entry: null };
    const words = `Cancelled the QR code of order ${number} at the till ${till}.`;
    return { answer: null, entry: { action: "counter.cancel-code", words, subject: `order ${number}` } };
  },
});
