import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";

/** Somebody of the staff who gives money back on their own authority up to these sums; beyond them an owner decides. */
export interface LimitedGiver {
  staffId: number;
  /** Of one order: all that limited staff gave back of it, with what waits for an owner. */
  ofOrderPaise: number;
  /** Of all orders, by this person, in one day of India. */
  ofDayPaise: number;
}

/** Thrown when a refund needs an owner; whoever catches it undoes what was begun, and asks. */
export class AboveRefundLimit extends Error {
  readonly paymentId: string;
  readonly amountPaise: number;
  /** The limit that it is above. */
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
 * Adds up what was given back before and throws an AboveRefundLimit when it would be too much with this sum. The caller holds
 * the order's row; of two refunds by one person at once, of different orders, the second waits here.
 */
export async function holdToRefundLimit(
  tx: Db,
  { staffId, ofOrderPaise, ofDayPaise }: LimitedGiver,
  refund: { orderId: string; paymentId: string; amountPaise: number; at: Date },
): Promise<void> {
  const { orderId, paymentId, amountPaise, at } = refund;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refunds by ${staffId}`}, 0))`);
  // A statement of its own: the one that waited for the lock does not see what was written meanwhile.
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
