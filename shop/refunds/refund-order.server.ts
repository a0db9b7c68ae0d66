import { sql } from "#db/sql.ts";

import { inTransaction } from "#db/transaction.ts";
import { requestRefund, type RefundReason, type RequestedRefund } from "#shop/payments/refunds.server.ts";
import type { DbAndClock } from "#shop/services.ts";

export type BooksellersRefund =
  | RequestedRefund
  | { ok: false; reason: "no-such-order" | "no-such-payment" | "not-paid"; leftPaise: 0 };

/**
 * Gives back all, or so many paise, of a payment for an order; the books stay where they are. When no payment is named
 * it is the one that paid the order, or else the first that could not. Such a one goes back for the reason it was to go
 * back before: so a refund that failed is made again.
 */
export function refundOrder(
  { db, now }: DbAndClock,
  number: string,
  amountPaise: number | undefined,
  note: string,
  paymentId?: string,
): Promise<BooksellersRefund> {
  return inTransaction(db, async (tx): Promise<BooksellersRefund> => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from orders where number = ${number} for update`);
    if (!rows[0]) return { ok: false, reason: "no-such-order", leftPaise: 0 };
    const { rows: payments } = await tx.execute<{ id: string; reason: RefundReason }>(sql`
      select p.id, coalesce((select r.reason from refunds r where not p.settles and r.payment_id = p.id
        and r.reason <> 'elsewhere' order by r.id desc limit 1), 'bookseller') as reason
      from payments p where p.order_id = ${rows[0].id} and p.status in ('captured', 'refunded')
        and (p.id = ${paymentId ?? null} or ${paymentId ?? null}::text is null)
      order by p.settles desc, (select coalesce(sum(r.amount_paise), 0) from refunds r
        where r.payment_id = p.id and r.state <> 'failed') >= p.amount_paise, p.created_at limit 1`);
    const payment = payments[0];
    if (!payment) return { ok: false, reason: paymentId ? "no-such-payment" : "not-paid", leftPaise: 0 };
    return requestRefund(tx, { paymentId: payment.id, amountPaise, reason: payment.reason, note, at: now() });
  });
}
