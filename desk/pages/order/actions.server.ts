import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { formatPaise } from "#shop/money/money.ts";
import { cancelOrder } from "#shop/refunds/cancel-order.server.ts";
import { ActionRefused, deskAction } from "#shop/staff/run-action.server.ts";
import { counted } from "#shop/text/counted.ts";
import { correctOrderAddress } from "./address-action.server.ts";
import { holdUnchanged, versionField } from "./hold-unchanged.server.ts";
import { addNote, sendLetterAgain } from "./note-actions.server.ts";
import { approveRefundFromDesk, declineRefundFromDesk, refundFromDesk } from "./refund-actions.server.ts";
import { acceptReturnFromDesk, receiveReturnFromDesk, refuseReturnFromDesk } from "./return-actions.server.ts";

const copiesField = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/, "Write a whole number.");
const cancellation = z.object({
  order: orderField,
  /** A book of the order; empty for all that is left of it. */
  book: z.string().max(200),
  copies: copiesField.default("1"),
  seen: versionField,
});

/** Cancels an order that is not sent yet, or copies of one of its books, and gives the money back. */
export const cancelFromDesk = deskAction({
  name: "orders.cancel",
  does: "cancel an order",
  needs: "orders",
  proof: "fresh passkey",
  read: (form) => readForm(form, cancellation),
  async run({ services, session }, { order: number, book, copies, seen }) {
    await holdUnchanged(services.db, number, seen);
    const chosen = book === "" ? undefined : [{ bookId: book, quantity: Number(copies) }];
    const by = { actor: session.staff.name };
    const done = await cancelOrder(services, { number, by, copies: chosen, cause: "bookseller" });
    if (!done.ok)
      throw new ActionRefused(
        {
          "no-such-order": `There is no order ${number}.`,
          "too-late":
            "This order can no longer be cancelled: it was sent or cancelled before. Money can still be refunded.",
          "not-in-order": "The order does not have that many copies of this book left.",
        }[done.reason],
      );
    const what = done.isWhole
      ? `order ${number}`
      : chosen
        ? `${counted(Number(copies), "copy", "copies")} in order ${number}`
        : `what was not sent of order ${number}`;
    const money = done.refundPaise > 0 ? ` ${formatPaise(done.refundPaise)} goes back to the reader.` : "";
    return {
      answer: `Cancelled ${what}.${money}`,
      entry: {
        action: "orders.cancel",
        words: `Cancelled ${what}.${money}`,
        subject: `order ${number}`,
        after: { ...(chosen && { copies: chosen }), refundPaise: done.refundPaise },
      },
    };
  },
});

/** What can be done on the page of an order. */
export const orderActions = [
  cancelFromDesk,
  refundFromDesk,
  approveRefundFromDesk,
  declineRefundFromDesk,
  addNote,
  sendLetterAgain,
  correctOrderAddress,
  acceptReturnFromDesk,
  refuseReturnFromDesk,
  receiveReturnFromDesk,
] as const;
