import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { returnReasonLabels } from "#shop/sales/orders/return-labels.ts";
import { AboveRefundLimit, type RefundLimits } from "#shop/sales/payments/refund-limit.server.ts";
import { previewReturn, type ReturnPreview } from "#shop/sales/returns/answer-return.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { askForRefund, type AskedRefund, type ReturnAnswer, type WaitingAct } from "./refund-requests.server.ts";

/** The result of a refund: either it was made, or a request for the approval of an owner was sent. */
export type DoneOrAsked<Done> =
  | { isAsked: false; done: Done }
  | { isAsked: true; asked: AskedRefund; above: AboveRefundLimit };

/**
 * Refunds money of an order with `run`. If the amount is more than `refundLimits` allows, sends a request to the owners
 * instead, and nothing is refunded until one of them approves. `refundLimits` is null for staff without limits.
 */
export function doOrRequestApproval<Done>(
  services: DbAndClock,
  { number, note, act }: { number: string; note: string | null; act?: WaitingAct | undefined },
  refundLimits: RefundLimits | null,
  run: (services: DbAndClock, refundLimits: RefundLimits | undefined) => Promise<Done>,
): Promise<DoneOrAsked<Done>> {
  return inTransaction(services.db, async (tx): Promise<DoneOrAsked<Done>> => {
    const inTx = { ...services, db: tx };
    if (!refundLimits) return { isAsked: false, done: await run(inTx, undefined) };
    // The order stays locked from the first attempt until the request is saved, so that no other refund is made in
    // between.
    await tx.execute(sql`select from orders where number = ${number} for update`);
    await tx.execute(sql`savepoint giving`);
    try {
      return { isAsked: false, done: await run(inTx, refundLimits) };
    } catch (error) {
      if (!(error instanceof AboveRefundLimit)) throw error;
      await tx.execute(sql`rollback to savepoint giving`);
      const { paymentId, amountPaise } = error;
      const words = note ?? (await describeAct(tx, number, act!));
      const refund = { number, paymentId, amountPaise, note: words, askedBy: refundLimits.staffId, act };
      return { isAsked: true, asked: await askForRefund(inTx, refund), above: error };
    }
  });
}

/** Describes the requested action for the owners, who decide on it. */
async function describeAct(tx: Db, number: string, act: WaitingAct): Promise<string> {
  if (act.kind === "return") {
    const found = await previewReturn(tx, act.returnId);
    return found ? describeReturn(found, act.choice) : "";
  }
  if (act.kind === "parcel") {
    const which = act.place === null ? "The parcel" : `Parcel ${act.place}`;
    const what =
      act.failure === "lost" ? "was lost" : `came back, and its books can${act.isFit ? "" : "not"} be sold again`;
    return `${which} ${what}. Its books are refunded ${act.withDelivery ? "with" : "without"} the fee for delivery.`;
  }
  if (act.kind === "refund") return "";
  if (act.copies === null) return "Cancellation of all that was not sent.";
  const { rows } = await tx.execute<{ bookId: string; title: string }>(sql`
    select l.book_id, l.title from order_lines l join orders o on o.id = l.order_id where o.number = ${number}`);
  const what = act.copies.map(({ bookId, quantity }) => {
    const title = rows.find((line) => line.bookId === bookId)?.title ?? bookId;
    return `${quantity} × ${shorten(cleanText(title), 100)}`;
  });
  return shorten(`Cancellation of ${what.join(", ")}.`, 300);
}

function describeReturn({ title, quantity, reason }: ReturnPreview, choice: ReturnAnswer["choice"]): string {
  const outcome = {
    kept: "The reader keeps the book.",
    fit: "The book is here, and can be sold again.",
    unfit: "The book is here, and cannot be sold again.",
  }[choice];
  return `Return of ${quantity} × ${shorten(cleanText(title), 100)}: ${returnReasonLabels[reason].toLowerCase()}. ${outcome}`;
}
