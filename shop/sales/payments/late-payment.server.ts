/** What a payment finds that comes after the reservation of its order has ended. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { reserveCopies } from "#shop/catalogue/stock/stock.server.ts";

interface LateOrder {
  id: string;
  cartId: string | null;
  isOnDelivery: boolean;
  /** The time of the payment. */
  at: Date;
}

/** Whether a newer order of the same cart is paid, or confirmed to be paid on delivery (docs/decisions/007). */
export async function hasNewerConfirmed(tx: Db, order: LateOrder): Promise<boolean> {
  if (order.isOnDelivery) return false;
  const { rows } = await tx.execute(sql`
    select from orders where cart_id = ${order.cartId} and id > ${order.id} and confirmed_at is not null limit 1`);
  return rows.length > 0;
}

/**
 * Reserves the copies again for a payment after the end of the reservation; false if they are gone or the order was
 * erased.
 */
export async function holdAgain(tx: Db, order: LateOrder): Promise<boolean> {
  const { rows: erased } = await tx.execute(sql`select from orders where id = ${order.id} and erased_at is not null`);
  if (erased.length > 0) return false;
  const { rows: lines } = await tx.execute<{ bookId: string; quantity: number }>(
    sql`select book_id, quantity from order_lines where order_id = ${order.id}`,
  );
  const copies = lines.map((line) => ({ bookId: line.bookId, quantity: line.quantity }));
  await tx.execute(sql`savepoint holding`);
  const short = await reserveCopies(tx, Number(order.id), copies, order.at);
  if (short.length > 0) await tx.execute(sql`rollback to savepoint holding`);
  return short.length === 0;
}
