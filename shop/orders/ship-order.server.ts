import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/mail/outbox.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { moveOrder, type Actor } from "./move-order.server.ts";

/** A parcel, as the carrier knows it. */
export interface Parcel {
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
}

export type Dispatch =
  { ok: true } | { ok: false; reason: "no-such-order" | "not-paid" | "nothing-to-ship" | "refunded" };

/**
 * Hands an order to the carrier, unless all of its money goes back. Locks the order's row, so it can be neither
 * cancelled nor refunded in the same moment.
 */
export function shipOrder({ db, now }: DbAndClock, number: string, parcel: Parcel, actor?: Actor): Promise<Dispatch> {
  return inTransaction(db, async (tx): Promise<Dispatch> => {
    const { rows } = await tx.execute<{ id: string; email: string }>(
      sql`select id, email from orders where number = ${number} for update`,
    );
    const order = rows[0];
    if (!order) return { ok: false, reason: "no-such-order" };
    const orderId = Number(order.id);
    const { copies, paise } = await readLeft(tx, orderId);
    if (copies === 0) return { ok: false, reason: "nothing-to-ship" };
    if (paise === 0) return { ok: false, reason: "refunded" };
    const note = `${parcel.carrier} ${parcel.trackingNumber}`.trim();
    const shipped = await moveOrder(tx, {
      orderId,
      from: ["paid"],
      to: "shipped",
      cause: "bookseller",
      at: now(),
      note,
      actor,
    });
    if (!shipped) return { ok: false, reason: "not-paid" };
    await tx.execute(sql`
      insert into shipments (order_id, carrier, tracking_number, tracking_url)
      values (${orderId}, ${parcel.carrier}, ${parcel.trackingNumber}, ${parcel.trackingUrl})`);
    await enqueueLetter(tx, { kind: "order-shipped", orderId, to: order.email });
    return { ok: true };
  });
}

/** Copies that were not cancelled, and money that has not gone back nor is about to; null when nothing was paid. */
async function readLeft(tx: Db, orderId: number): Promise<{ copies: number; paise: number | null }> {
  const { rows } = await tx.execute<{ copies: number; paise: string | null }>(sql`
    select (select coalesce(sum(l.quantity - l.cancelled_quantity), 0)::int from order_lines l where l.order_id = ${orderId}) as copies,
      (select p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refunds r
          where r.payment_id = p.id and r.state <> 'failed')
        from payments p where p.order_id = ${orderId} and p.settles) as paise`);
  const { copies, paise } = rows[0]!;
  return { copies, paise: paise === null ? null : Number(paise) };
}
