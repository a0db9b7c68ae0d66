import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { doOrRequestApproval } from "#shop/office/approvals/do-or-request-approval.server.ts";
import { approvalRequested, refundLimitsOf } from "./refunds/ask-owners.server.ts";
import { handOverAtDesk, keepLongerAtDesk } from "./collection/actions.server.ts";
import { confirmFromDesk } from "./confirm-action.server.ts";
import { closeRefundFromDesk } from "./refunds/close-refund-action.server.ts";
import { issueChallanAtDesk } from "./parcels/challan-action.server.ts";
import { correctOrderEmail } from "./parcels/email-action.server.ts";
import { correctOrderAddress } from "./parcels/address-action.server.ts";
import { refuseIfOrderChanged, versionField } from "./refuse-if-order-changed.server.ts";
import { addNote, sendLetterAgain } from "./note-actions.server.ts";
import { approveRefundFromDesk, declineRefundFromDesk, refundFromDesk } from "./refunds/refund-actions.server.ts";
import { orderParcelActions } from "./parcels/parcel-actions.server.ts";
import { acceptReturnFromDesk, receiveReturnFromDesk, refuseReturnFromDesk } from "./refunds/return-actions.server.ts";

const cancellation = z.object({ order: orderField, seen: versionField });
/** The form that cancels a whole order: all copies are cancelled, so the field `copies` is ignored. */
const whole = cancellation.extend({ book: z.literal("") }).transform((typed) => ({ ...typed, copies: 0 }));
const copiesOfBook = cancellation.extend({
  book: z.string().max(200, "Choose a book of the order."),
  copies: wholeNumberField(1, 99),
});
type Cancelled = z.infer<typeof copiesOfBook>;

/** Cancels an unsent order, or copies of one of its books, and refunds them. */
export const cancelFromDesk = deskAction({
  name: "orders.cancel",
  does: "cancel an order",
  cannotUndo: "money is refunded and the reader gets a letter",
  needs: "orders",
  proof: "fresh passkey",
  read: (form) => readForm<Cancelled>(form, form.get("book") === "" ? whole : copiesOfBook),
  async run({ services, session }, { order: number, book, copies, seen }) {
    await refuseIfOrderChanged(services.db, number, seen);
    const chosen = book === "" ? undefined : [{ bookId: book, quantity: copies }];
    const by = { actor: session.staff.name };
    const act = { kind: "cancel", copies: chosen ?? null } as const;
    const outcome = await doOrRequestApproval(
      services,
      { number, note: null, act },
      refundLimitsOf(session, services),
      (inTx, giver) => cancelOrder(inTx, { number, by, copies: chosen, cause: "bookseller", giver }),
    );
    if (outcome.isAsked) {
      const what = `for ${chosen ? formatCount(copies, "copy", "copies") : "all unsent books"} of order ${number}, which would be cancelled`;
      return approvalRequested(outcome, { number, what, why: "" });
    }
    const { done } = outcome;
    if (!done.ok) {
      const words = {
        "no-such-order": `There is no order ${number}.`,
        "too-late":
          "This order can no longer be cancelled: it was already sent or cancelled. Money can still be refunded.",
        "not-in-order": "The order does not have that many copies of this book left.",
      }[done.reason];
      throw new ActionRefused(words, chosen && done.reason === "not-in-order" ? { copies: words } : {});
    }
    const what = done.isWhole
      ? `order ${number}`
      : chosen
        ? `${formatCount(copies, "copy", "copies")} in order ${number}`
        : `all unsent books of order ${number}`;
    const money = done.refundPaise > 0 ? ` ${formatPaise(done.refundPaise)} will be refunded to the reader.` : "";
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

export const orderActions = [
  confirmFromDesk,
  cancelFromDesk,
  refundFromDesk,
  approveRefundFromDesk,
  declineRefundFromDesk,
  closeRefundFromDesk,
  addNote,
  sendLetterAgain,
  correctOrderAddress,
  correctOrderEmail,
  ...orderParcelActions,
  issueChallanAtDesk,
  handOverAtDesk,
  keepLongerAtDesk,
  acceptReturnFromDesk,
  refuseReturnFromDesk,
  receiveReturnFromDesk,
] as const;
