import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { moveOrder } from "#shop/orders/move-order.server.ts";

export type Delivered = { ok: true } | { ok: false; reason: "no-such-order" | "not-shipped" };

/** Notes that the parcel has arrived; from then on its days for sending back are counted. */
export function deliverOrder(db: Db, number: string): Promise<Delivered> {
  return inTransaction(db, async (tx): Promise<Delivered> => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from orders where number = ${number}`);
    if (!rows[0]) return { ok: false, reason: "no-such-order" };
    const orderId = Number(rows[0].id);
    const isMoved = await moveOrder(tx, { orderId, from: ["shipped"], to: "delivered", cause: "bookseller" });
    return isMoved ? { ok: true } : { ok: false, reason: "not-shipped" };
  });
}
