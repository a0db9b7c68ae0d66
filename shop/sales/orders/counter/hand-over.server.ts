import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { sellReserved } from "#shop/catalogue/stock/stock.server.ts";
import { issueBills } from "#shop/sales/documents/issue-document.server.ts";
import { moveOrder } from "#shop/sales/orders/move-order.server.ts";
import type { MoveCause } from "#shop/sales/orders/order-state.ts";
import type { ShopSettings } from "#shop/services.ts";

interface PaidSale {
  /** The id of its order, whose row is locked. */
  id: string;
  paymentId: string;
  cause: MoveCause;
  at: Date;
}

/**
 * Hands a sale at the counter over that a payment provider's QR code has paid: its copies are sold, and it gets the next
 * bill of its till. Returns false if it did not wait for a payment.
 */
export async function handOverAtCounter(
  tx: Db,
  { seller, numbers }: Pick<ShopSettings, "seller" | "numbers">,
  { id, paymentId, cause, at }: PaidSale,
): Promise<boolean> {
  const orderId = Number(id);
  const move = { orderId, cause, note: paymentId, at } as const;
  if (!(await moveOrder(tx, { ...move, from: ["pending_payment"], payment: "paid", fulfilment: "delivered" })))
    return false;
  await sellReserved(tx, orderId);
  const { rows } = await tx.execute<{ till: string }>(sql`
    insert into counter_sales (order_id, id, till, staff_id, made_at, upi_paise, reference)
    select k.order_id, k.sale_id, k.till, k.staff_id, k.made_at, o.total_paise, ${paymentId.slice(0, 60)}
    from counter_codes k join orders o on o.id = k.order_id where k.order_id = ${orderId} returning till`);
  const till = rows[0]?.till;
  if (till === undefined) throw new Error(`Order ${orderId} is of no till`);
  await issueBills(tx, {
    orderIds: [orderId],
    seller,
    prefix: numbers.bill,
    words: numbers.billWords,
    signature: numbers.signature,
    till,
    issuedAt: at,
  });
  return true;
}
