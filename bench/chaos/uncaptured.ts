import { sql } from "#db/sql.ts";

import type { StandInLedger } from "#bench/shop/outside-razorpay.ts";
import type { Db } from "#db/connect.ts";
import { payableStates } from "#shop/sales/orders/order-state.ts";

/**
 * The authorised payments of payable orders that are not captured. The shop captures them at its next check, also if
 * Razorpay was busy at the last one; otherwise Razorpay would hold this money for three days.
 */
export async function listUncaptured(db: Db, { payments }: Pick<StandInLedger, "payments">) {
  const promised = payments.filter(({ status }) => status === "authorized");
  const { rows } = await db.execute<{ id: string; number: string }>(sql`
    select promised.id, o.number
    from jsonb_to_recordset(${JSON.stringify(promised)}::jsonb) as promised (id text, order_id text)
      join payment_attempts a on a.id = promised.order_id join orders o on o.id = a.order_id
    where promised.id is not null and o.paid_at is null and o.state = any(${payableStates}::text[])`);
  return rows;
}
