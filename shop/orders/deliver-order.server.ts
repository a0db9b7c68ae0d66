import { sql } from "#db/sql.ts";

import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";
import { moveOrder, type Actor } from "./move-order.server.ts";

export type DeliveryOutcome = { ok: true } | { ok: false; reason: "no-such-order" | "not-on-its-way" };

/** Notes that the carrier has handed a parcel over; the time to send books back begins. */
export function deliverOrder({ db, now }: DbAndClock, number: string, actor?: Actor): Promise<DeliveryOutcome> {
  return inTransaction(db, async (tx): Promise<DeliveryOutcome> => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from orders where number = ${number}`);
    if (!rows[0]) return { ok: false, reason: "no-such-order" };
    const orderId = Number(rows[0].id);
    const isThere = await moveOrder(tx, {
      orderId,
      from: ["shipped"],
      to: "delivered",
      cause: "bookseller",
      at: now(),
      actor,
    });
    return isThere ? { ok: true } : { ok: false, reason: "not-on-its-way" };
  });
}
