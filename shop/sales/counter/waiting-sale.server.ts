import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { closeUnpaidOrder } from "#shop/sales/orders/close-unpaid-order.server.ts";

/**
 * Closes the orders of a sale that wait for the payment of a QR code, and releases their copies; a payment that still comes is
 * refunded. Returns the number of the order that was closed.
 */
export async function closeWaiting(
  tx: Db,
  saleId: string,
  { note, at, actor }: { note: string; at: Date; actor?: string },
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string; number: string }>(sql`
    select o.id, o.number from orders o join counter_codes k on k.order_id = o.id
    where k.sale_id = ${saleId}::uuid and o.fulfilment_state = 'held' order by o.id for update of o`);
  for (const { id } of rows)
    await closeUnpaidOrder(tx, "cancelled", { orderId: Number(id), cause: "bookseller", note, at, actor });
  return rows[0]?.number ?? null;
}
