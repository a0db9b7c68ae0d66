import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";

/** A staff member who may refund up to these sums alone; above them an owner decides. */
export interface RefundLimits {
  staffId: number;
  /** Per order: all refunds by limited staff, plus those waiting for an owner. */
  ofOrderPaise: number;
  /** Per day in India: all refunds by this person. */
  ofDayPaise: number;
}

/** Thrown when a refund needs an owner; the catcher rolls back and requests the approval. */
export class AboveRefundLimit extends Error {
  readonly paymentId: string;
  readonly amountPaise: number;
  /** The limit that was exceeded. */
  readonly of: "order" | "day";
  readonly limitPaise: number;

  constructor(paymentId: string, amountPaise: number, of: "order" | "day", limitPaise: number) {
    super(`${amountPaise} paise of ${paymentId} are above the limit: ${of}`);
    this.paymentId = paymentId;
    this.amountPaise = amountPaise;
    this.of = of;
    this.limitPaise = limitPaise;
  }
}

/**
 * Adds up the earlier refunds and throws an AboveRefundLimit if this one exceeds a limit. The caller has locked the
 * order's row; parallel refunds by one person, of different orders, wait for each other here.
 */
export async function checkRefundLimit(
  tx: Db,
  { staffId, ofOrderPaise, ofDayPaise }: RefundLimits,
  refund: { orderId: string; paymentId: string; amountPaise: number; at: Date },
): Promise<void> {
  const { orderId, paymentId, amountPaise, at } = refund;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refunds by ${staffId}`}, 0))`);
  // A statement of its own, because only a new one sees what was committed while this transaction waited for the lock.
  const { rows } = await tx.execute<Record<"ofOrder" | "waiting" | "ofDay", string>>(sql`
    select (select coalesce(sum(amount_paise), 0) from refunds
        where order_id = ${orderId} and given_by is not null and state <> 'failed') as of_order,
      (select coalesce(sum(amount_paise), 0) from refund_requests
        where order_id = ${orderId} and answered_at is null) as waiting,
      (select coalesce(sum(amount_paise), 0) from refunds where given_by = ${staffId} and state <> 'failed'
        and created_at >= ${`${isoDay(at)}T00:00:00+05:30`}::timestamptz) as of_day`);
  const { ofOrder, waiting, ofDay } = oneRow(rows);
  if (Number(ofOrder) + Number(waiting) + amountPaise > ofOrderPaise)
    throw new AboveRefundLimit(paymentId, amountPaise, "order", ofOrderPaise);
  if (Number(ofDay) + amountPaise > ofDayPaise) throw new AboveRefundLimit(paymentId, amountPaise, "day", ofDayPaise);
}
