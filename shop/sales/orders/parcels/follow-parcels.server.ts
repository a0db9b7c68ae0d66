import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { copiesLeftSql } from "./copies-left.server.ts";
import { moveOrder, type Move } from "#shop/sales/orders/move-order.server.ts";
import { toPackStates } from "#shop/sales/orders/order-state.ts";

/**
 * Updates an order's state from its parcels: shipped when no copies are left to send; delivered when every parcel has
 * arrived that did not come back and was not lost. The caller has locked the order's row.
 */
export async function followParcels(tx: Db, move: Omit<Move, "from" | "payment" | "fulfilment">): Promise<void> {
  const { orderId } = move;
  const { rows } = await tx.execute<{ isWhole: boolean; waits: boolean; isThere: boolean | null }>(sql`
    select exists (select from shipments s where s.order_id = ${orderId} and not s.is_part) as is_whole,
      exists (select from order_lines l where l.order_id = ${orderId} and ${copiesLeftSql} > 0) as waits,
      -- Only of parcels that have not failed and do not replace copies of a delivered parcel.
      (select bool_and(s.delivered_at is not null) from shipments s
        where s.order_id = ${orderId} and s.failed_at is null and not s.is_extra) as is_there`);
  const { isWhole, waits, isThere } = oneRow(rows);
  // A parcel with the whole order changes the state itself.
  if (waits && !isWhole) return;
  await moveOrder(tx, { ...move, from: toPackStates, fulfilment: "shipped" });
  if (isThere) await moveOrder(tx, { ...move, from: ["shipped"], fulfilment: "delivered" });
}
