import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { RefundLimits } from "#shop/sales/payments/refund-limit.server.ts";
import { requestRefund } from "#shop/sales/payments/refunds.server.ts";

/** The price of a line after discounts, for all its copies. */
export interface PaidLine {
  totalPaise: number;
  quantity: number;
}

/**
 * The price of the next `copies` copies of a line after `before` earlier ones; all parts add up to the line, to the
 * paisa.
 */
export function prorate({ totalPaise, quantity }: PaidLine, before: number, copies: number): number {
  const upTo = (so: number) => Math.round((totalPaise * so) / quantity);
  return upTo(before + copies) - upTo(before);
}

/** SQL: refunds that lowered the price of the line `l` without a returned copy, in paise. */
export const givenOnLineSql = sql`(select coalesce(sum(r.amount_paise), 0)::bigint from refunds r
  where r.order_id = l.order_id and r.line_position = l.position and r.state <> 'failed')`;

/**
 * The refund for the next `copies` copies of a line after `before` earlier ones: their price, but at most the rest of
 * the line after price reductions of `givenPaise`.
 */
export function priceLeft({ givenPaise, ...line }: PaidLine & { givenPaise: number }, before: number, copies: number) {
  const left = line.totalPaise - prorate(line, 0, before) - givenPaise;
  return Math.max(0, Math.min(prorate(line, before, copies), left));
}

/** The refund; `leftPaise` is the rest of the payment if it was too small to refund. */
export interface RefundedLines {
  refundId: number | null;
  refundPaise: number;
  leftPaise: number;
}

/**
 * Refunds the price of copies of an order, or, if `paidPaise` is undefined, the whole rest of the payment. Refunds less
 * if earlier refunds left less, and nothing if the rest is too small for a bank.
 */
export async function refundLines(
  tx: Db,
  orderId: number,
  input: {
    paidPaise: number | undefined;
    reason: "cancelled" | "returned";
    /** The text for the reader, if the reason is not enough. */
    note?: string;
    copies: { position: number; quantity: number }[];
    /** The time of the request. */
    at: Date;
    giver?: RefundLimits | undefined;
    /** Whether no parcel of an order on delivery reached the reader. */
    isUndelivered?: boolean;
  },
): Promise<RefundedLines> {
  const { paidPaise, reason, note, copies, at, giver, isUndelivered = false } = input;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from payments where order_id = ${orderId} and settles`,
  );
  const ask = (amountPaise?: number) =>
    requestRefund(tx, {
      paymentId: oneRow(rows).id,
      amountPaise,
      reason,
      ...(note && { note }),
      copies,
      at,
      giver,
      isUndelivered,
    });
  let refund = await ask(paidPaise);
  if (!refund.ok && paidPaise !== undefined && refund.leftPaise < paidPaise) refund = await ask(refund.leftPaise);
  return refund.ok
    ? { refundId: refund.refundId, refundPaise: refund.amountPaise, leftPaise: 0 }
    : { refundId: null, refundPaise: 0, leftPaise: refund.leftPaise };
}
