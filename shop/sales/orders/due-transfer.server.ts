/** What an order of a quotation is still owed: due from its acceptance on credit until bank transfers have paid it. */
import { createHash } from "node:crypto";

import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { bankTransfer } from "./paid-by-hand.ts";
import { amountToCollect } from "./due-payment.server.ts";
import { moveOrder, type Actor } from "./move-order.server.ts";

/** SQL: what the buyer of an order has paid by bank transfer, with TDS and less what was too much, in paise. */
export const receivedSql = (
  orderId: SQL,
) => sql`(select coalesce(sum(t.amount_paise + t.tds_paise - t.surplus_paise), 0)::bigint
  from bank_transfers t where t.order_id = ${orderId})`;

/** SQL: what the order `o` is still owed by bank transfer, in paise; null unless it waits for that. */
export const transferLeftSql = sql`case
  when o.payment_method = 'transfer' and o.payment_state = 'awaited' then o.total_paise - ${receivedSql(sql`o.id`)}
  when o.payment_state = 'owed' then (select ${amountToCollect} from payments p where p.order_id = o.id and p.settles)
    - ${receivedSql(sql`o.id`)} end`;

/** Writes the payment of an order on credit, which is due. The caller has locked the order's row. */
export async function writeOwed(tx: Db, orderId: number, at: Date): Promise<void> {
  const time = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into payments (id, provider, order_id, amount_paise, currency, status, method, settles, evidence_sha256, created_at, updated_at)
    select 'bt_' || number, ${bankTransfer}, id, total_paise, currency, 'due', ${bankTransfer}, true, '', ${time}, ${time}
    from orders where id = ${orderId}`);
}

/**
 * Marks an order on credit as paid if its transfers cover what is due by now. The caller has locked the order's row.
 * Returns whether they do.
 */
export async function settleCovered(
  tx: Db,
  orderId: number,
  { note, actor, at }: { note: string; actor?: Actor | undefined; at: Date },
): Promise<boolean> {
  const { rows } = await tx.execute<{ left: string | null; received: string; isSent: boolean; transfers: unknown }>(sql`
    select ${transferLeftSql} as left, ${receivedSql(sql`o.id`)} as received, coalesce(o.fulfilment_state <> 'to_pack', false) as is_sent,
      (select json_agg(t order by t.id) from bank_transfers t where t.order_id = o.id) as transfers
    from orders o where o.id = ${orderId} and o.payment_state = 'owed'`);
  const [owed] = rows;
  if (!owed || owed.left === null || Number(owed.left) > 0) return false;
  if (Number(owed.received) === 0) {
    // All of it was returned before any money came. An order that was not sent is cancelled by its caller.
    const move = { orderId, cause: "bookseller", note, actor, at } as const;
    if (owed.isSent && (await moveOrder(tx, { ...move, from: ["shipped", "delivered"], payment: "refund_pending" })))
      await moveOrder(tx, { ...move, from: ["refund_pending"], payment: "refunded" });
    return false;
  }
  await tx.execute(sql`
    update payments set status = 'captured', evidence_sha256 = ${evidenceOf(owed.transfers)}, updated_at = ${at.toISOString()}::timestamptz
    where order_id = ${orderId} and settles`);
  const from = ["to_pack", "shipped", "delivered"] as const;
  return moveOrder(tx, { orderId, from, payment: "paid", cause: "bookseller", note, actor, at });
}

/** SHA-256 of the recorded transfers, the evidence on which an order was marked paid. */
export function evidenceOf(transfers: unknown): string {
  return createHash("sha256").update(JSON.stringify(transfers)).digest("hex");
}
