import { sql } from "#db/sql.ts";

import { inTransaction } from "#db/transaction.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { PaidOtherwise } from "#shop/sales/orders/refund-labels.ts";
import type { DbAndClock } from "#shop/services.ts";
import { isPaidByHand } from "#shop/sales/orders/paid-by-hand.ts";
import { followRefunds } from "./follow-refunds.server.ts";
import { checkRefund, type RefundReason } from "./refunds.server.ts";

export type ClosedRefund =
  | { ok: true; amountPaise: number; provider: string }
  | { ok: false; reason: "no-such-order" | "no-such-refund" | "not-failed" | "future" | "too-early" }
  /** Another refund of this payment was made since. */
  | { ok: false; reason: "nothing-left" | "too-much" | "not-captured"; leftPaise: number };

/**
 * Closes a refund that the shop has paid by hand: a failed one, or one of an order that was paid on delivery, by bank
 * transfer or at the counter. It then counts as made: the reader gets a letter, a
 * credit note follows, and an order with nothing left becomes refunded. Locks the order's row.
 */
export function closeRefund(
  { db, now }: DbAndClock,
  number: string,
  { refundId, closedBy, paid }: { refundId: number; closedBy: number; paid: PaidOtherwise },
): Promise<ClosedRefund> {
  return inTransaction(db, async (tx): Promise<ClosedRefund> => {
    const { rows: orders } = await tx.execute<{ id: string }>(
      sql`select id from orders where number = ${number} for update`,
    );
    if (!orders[0]) return { ok: false, reason: "no-such-order" };
    const orderId = orders[0].id;
    const { rows } = await tx.execute<{
      state: string;
      paymentId: string;
      provider: string;
      amountPaise: string;
      reason: RefundReason;
      askedOn: string;
    }>(sql`
      select r.state, r.payment_id, p.provider, r.amount_paise, r.reason,
        (r.created_at at time zone 'Asia/Kolkata')::date::text as asked_on
      from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId} and r.order_id = ${orderId}`);
    const refund = rows[0];
    if (!refund) return { ok: false, reason: "no-such-refund" };
    const isByHand = isPaidByHand(refund.provider) && refund.state === "requested";
    if (refund.state !== "failed" && !isByHand) return { ok: false, reason: "not-failed" };
    const at = now();
    if (paid.on > isoDay(at)) return { ok: false, reason: "future" };
    if (paid.on < refund.askedOn) return { ok: false, reason: "too-early" };
    const { paymentId, provider, reason } = refund;
    const amountPaise = Number(refund.amountPaise);
    if (!isByHand) {
      const possible = await checkRefund(tx, { paymentId, amountPaise });
      if (!possible.ok) return possible;
    }
    const time = sql`${at.toISOString()}::timestamptz`;
    await tx.execute(sql`
      update refunds set state = 'processed', paid_by = ${paid.by}, paid_on = ${paid.on}::date,
        paid_reference = ${paid.reference}, closed_by = ${closedBy}, updated_at = ${time} where id = ${refundId}`);
    await tx.execute(sql`
      update alerts set seen_at = ${time} where order_id = ${orderId} and kind = 'refund' and seen_at is null
        and starts_with(subject, ${`refund ${refundId} `})`);
    const ended = { id: refundId, provider, reason, amountPaise, state: "processed" } as const;
    await followRefunds(tx, Number(orderId), [ended], "bookseller", at);
    return { ok: true, amountPaise, provider };
  });
}
