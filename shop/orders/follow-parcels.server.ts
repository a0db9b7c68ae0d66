import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { copiesLeftSql } from "./copies-left.server.ts";
import { moveOrder, type Move } from "./move-order.server.ts";

/**
 * Moves an order that goes in parts on: it is shipped when nothing of it waits to be sent, and delivered when every part has come.
 * The caller holds the order's row.
 */
export async function followParcels(tx: Db, move: Omit<Move, "from" | "to">): Promise<void> {
  const { orderId } = move;
  const { rows } = await tx.execute<{ waits: boolean; travels: boolean }>(sql`
    select exists (select from order_lines l where l.order_id = ${orderId} and ${copiesLeftSql} > 0) as waits,
      exists (select from shipments s where s.order_id = ${orderId} and s.is_part and s.delivered_at is null) as travels`);
  const { waits, travels } = oneRow(rows);
  if (waits) return;
  await moveOrder(tx, { ...move, from: ["paid"], to: "shipped" });
  if (!travels) await moveOrder(tx, { ...move, from: ["shipped"], to: "delivered" });
}
