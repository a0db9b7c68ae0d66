import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { writeLetter } from "#shop/mail/outbox.server.ts";
import { moveOrder } from "#shop/orders/move-order.server.ts";
import type { OrderState } from "#shop/orders/order-state.ts";

/** A parcel, as the carrier knows it. */
export interface Parcel {
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
}

export type Dispatch = { ok: true } | { ok: false; reason: "no-such-order" | "not-paid" | "nothing-to-ship" };

/** Hands an order to the carrier. Holds the order's row, so it cannot be cancelled in the same moment. */
export function shipOrder(db: Db, number: string, parcel: Parcel): Promise<Dispatch> {
  return inTransaction(db, async (tx): Promise<Dispatch> => {
    const { rows } = await tx.execute<{ id: string; state: OrderState; email: string; left: number }>(sql`
      select o.id, o.state, o.email,
        (select sum(l.quantity - l.cancelled_quantity)::int from order_lines l where l.order_id = o.id) as left
      from orders o where o.number = ${number} for update`);
    const order = rows[0];
    if (!order) return { ok: false, reason: "no-such-order" };
    if (order.left === 0) return { ok: false, reason: "nothing-to-ship" };
    const orderId = Number(order.id);
    const note = `${parcel.carrier} ${parcel.trackingNumber}`.trim();
    const shipped = await moveOrder(tx, {
      orderId,
      from: ["paid", "packing"],
      to: "shipped",
      cause: "bookseller",
      note,
    });
    if (!shipped) return { ok: false, reason: "not-paid" };
    await tx.execute(sql`
      insert into shipments (order_id, carrier, tracking_number, tracking_url)
      values (${orderId}, ${parcel.carrier}, ${parcel.trackingNumber}, ${parcel.trackingUrl})`);
    await writeLetter(tx, { kind: "order-shipped", orderId, to: order.email });
    return { ok: true };
  });
}
