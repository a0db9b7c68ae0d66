import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";
import { followParcels } from "./follow-parcels.server.ts";
import { moveOrder, type Actor } from "./move-order.server.ts";
import type { OrderState } from "./order-state.ts";

export type DeliveryOutcome =
  /** `parcel` is which one came, of an order that goes in several. */
  | { ok: true; parcel?: number }
  | { ok: false; reason: "no-such-order" | "not-on-its-way" }
  /** Several are on their way, and none was named. */
  | { ok: false; reason: "which-parcel"; parcels: number[] };

/**
 * Notes that the carrier has handed a parcel over; with the last one of its order the time to send books back begins. Without
 * `parcel` it is the only one that is on its way.
 */
export function deliverOrder(
  { db, now }: DbAndClock,
  number: string,
  actor?: Actor,
  parcel?: number,
): Promise<DeliveryOutcome> {
  return inTransaction(db, async (tx): Promise<DeliveryOutcome> => {
    const { rows } = await tx.execute<{ id: string; state: OrderState }>(
      sql`select id, state from orders where number = ${number} for update`,
    );
    const order = rows[0];
    if (!order) return { ok: false, reason: "no-such-order" };
    const orderId = Number(order.id);
    const travelling = await listTravelling(tx, orderId, order.state);
    const named = travelling.filter(({ place }) => parcel === undefined || place === parcel);
    if (named.length > 1) return { ok: false, reason: "which-parcel", parcels: named.map(({ place }) => place) };
    const [one] = named;
    if (!one) return { ok: false, reason: "not-on-its-way" };
    const at = now();
    const move = { orderId, cause: "bookseller", at, actor } as const;
    if (!one.isPart) {
      await moveOrder(tx, { ...move, from: ["shipped"], to: "delivered" });
      return { ok: true };
    }
    await tx.execute(sql`
      with come as (update shipments set delivered_at = ${at.toISOString()}::timestamptz
        where order_id = ${orderId} and place = ${one.place})
      update orders set updated_at = ${at.toISOString()}::timestamptz where id = ${orderId}`);
    await followParcels(tx, move);
    return { ok: true, parcel: one.place };
  });
}

/** The parcels of an order that the carriers have, oldest first. */
async function listTravelling(tx: Db, orderId: number, state: OrderState) {
  if (state !== "paid" && state !== "shipped") return [];
  const { rows } = await tx.execute<{ place: number; isPart: boolean }>(sql`
    select place, is_part from shipments where order_id = ${orderId} and delivered_at is null order by place`);
  return rows;
}
