/** The payment of an order that is paid on delivery: due from its confirmation until the carrier has paid the shop. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { onDelivery } from "./paid-by-hand.ts";

/** Writes the payment that is due on delivery. The caller has locked the order's row. */
export async function writeDue(tx: Db, orderId: number, at: Date): Promise<void> {
  const time = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into payments (id, provider, order_id, amount_paise, currency, status, method, settles, evidence_sha256, created_at, updated_at)
    select 'od_' || number, ${onDelivery}, id, total_paise, currency, 'due', ${onDelivery}, true, '', ${time}, ${time}
    from orders where id = ${orderId}`);
}

/**
 * Withdraws the payment that is due, because the order was paid online. Returns false if the payment was reduced before,
 * so that it is not for the whole order any more.
 */
export async function replaceDue(tx: Db, orderId: number, at: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update payments p set settles = false, status = 'replaced', updated_at = ${at.toISOString()}::timestamptz
    where p.order_id = ${orderId} and p.status = 'due' and not exists (select from refunds r where r.payment_id = p.id)`);
  return rowCount === 1;
}

/** SQL: what the carrier collects for the payment `p`: its amount less cancelled and lowered prices, in paise. */
export const amountToCollect = sql`(p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refunds r
  where r.payment_id = p.id and r.state = 'processed' and r.paid_by is null))::bigint`;

/** SQL: what the carrier collects for the order `o` on delivery, in paise; 0 if it is paid. */
export const collectSql = sql`coalesce(case when o.payment_state = 'on_delivery' then coalesce((
  select ${amountToCollect} from payments p where p.order_id = o.id and p.settles), o.total_paise) end, 0)::float8`;
