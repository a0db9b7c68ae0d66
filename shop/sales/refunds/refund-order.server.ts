import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { RefundLimits } from "#shop/sales/payments/refund-limit.server.ts";
import {
  checkRefund,
  requestRefund,
  type RefundReason,
  type RequestedRefund,
} from "#shop/sales/payments/refunds.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { givenOnLineSql, priceLeft } from "./refund-lines.server.ts";

export type BooksellersRefund =
  | RequestedRefund
  | { ok: false; reason: "no-such-order" | "no-such-payment" | "not-paid" | "not-in-order"; leftPaise: 0 }
  /** Nothing would be left to collect on delivery; such an order is cancelled instead. */
  | { ok: false; reason: "all-of-due"; leftPaise: number }
  /** The amount exceeds the rest of the payment for the book. */
  | { ok: false; reason: "too-much-of-book"; leftPaise: number };

/**
 * Refunds a payment of an order, in whole or by `amountPaise`, without returned books. Without `paymentId` it is the
 * payment that settled the order, otherwise the first surplus one. A surplus payment keeps the reason of its earlier
 * refund, so that a failed refund can be repeated.
 */
export function refundOrder(
  { db, now }: DbAndClock,
  number: string,
  amountPaise: number | undefined,
  note: string,
  paymentId?: string,
  { giver, bookId }: { giver?: RefundLimits | undefined; bookId?: string | undefined } = {},
): Promise<BooksellersRefund> {
  return inTransaction(db, async (tx): Promise<BooksellersRefund> => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from orders where number = ${number} for update`);
    if (!rows[0]) return { ok: false, reason: "no-such-order", leftPaise: 0 };
    const { rows: payments } = await tx.execute<{ id: string; reason: RefundReason }>(sql`
      select p.id, coalesce((select r.reason from refunds r where not p.settles and r.payment_id = p.id
        and r.reason <> 'elsewhere' order by r.id desc limit 1), 'bookseller') as reason
      from payments p where p.order_id = ${rows[0].id} and p.status in ('captured', 'refunded', 'due')
        and (p.id = ${paymentId ?? null} or ${paymentId ?? null}::text is null)
      order by p.settles desc, (select coalesce(sum(r.amount_paise), 0) from refunds r
        where r.payment_id = p.id and r.state <> 'failed') >= p.amount_paise, p.created_at limit 1`);
    const payment = payments[0];
    if (!payment) return { ok: false, reason: paymentId ? "no-such-payment" : "not-paid", leftPaise: 0 };
    const possible = await checkRefund(tx, { paymentId: payment.id });
    if (possible.ok && possible.how === "lower-due" && (amountPaise ?? Infinity) >= possible.amountPaise)
      return { ok: false, reason: "all-of-due", leftPaise: possible.amountPaise };
    const line = bookId === undefined ? null : await readLineLeft(tx, rows[0].id, bookId);
    if (line === undefined) return { ok: false, reason: "not-in-order", leftPaise: 0 };
    if (line && (amountPaise ?? 0) > line.leftPaise)
      return { ok: false, reason: "too-much-of-book", leftPaise: line.leftPaise };
    return requestRefund(tx, {
      paymentId: payment.id,
      amountPaise,
      reason: payment.reason,
      note,
      linePosition: line?.position ?? null,
      at: now(),
      giver,
    });
  });
}

/** The line of a book with the rest of the payment for it; undefined if the order does not contain the book. */
async function readLineLeft(tx: Db, orderId: string, bookId: string) {
  const { rows } = await tx.execute<{
    position: number;
    quantity: number;
    totalPaise: string;
    givenPaise: string;
    before: number;
  }>(sql`
    select l.position, l.quantity, l.total_paise, ${givenOnLineSql} as given_paise,
      (l.cancelled_quantity + coalesce((select sum(t.quantity) from returns t where t.order_id = l.order_id
        and t.line_position = l.position and t.state in ('kept', 'received')), 0))::int as before
    from order_lines l where l.order_id = ${orderId} and l.book_id = ${bookId}`);
  const [line] = rows;
  if (!line) return undefined;
  const { position, quantity, before } = line;
  const paid = { totalPaise: Number(line.totalPaise), givenPaise: Number(line.givenPaise), quantity };
  return { position, leftPaise: priceLeft(paid, before, quantity - before) };
}
