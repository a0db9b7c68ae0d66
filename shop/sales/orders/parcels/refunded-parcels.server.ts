/** Parcels whose order was refunded in full while they were on their way: where they are, and that they arrived. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import { moveOrder, type Move } from "#shop/sales/orders/move-order.server.ts";
import { refundedStates } from "#shop/sales/orders/order-state.ts";
import { arrivalSubject } from "./parcel-copies.ts";

/** A parcel of an order that was refunded in full. */
export interface RefundedParcel {
  place: number;
  isPart: boolean;
  hasArrived: boolean;
}

export interface RefundedOrder {
  orderId: number;
  email: string;
  isCollection: boolean;
  /** The parcels that neither came back nor were lost, oldest first. */
  parcels: RefundedParcel[];
}

/** The parcels of an order that was refunded in full; null for another order. Locks the order's row. */
export async function lockRefundedOrder(tx: Db, number: string): Promise<RefundedOrder | null> {
  const { rows } = await tx.execute<{ id: string; email: string; isCollection: boolean; isDelivered: boolean }>(sql`
    select id, email, delivery_method = 'collection' as is_collection,
      coalesce(fulfilment_state = 'delivered', false) as is_delivered
    from orders where number = ${number} and state = any(${refundedStates}::text[]) for update`);
  const [order] = rows;
  if (!order) return null;
  const { rows: parcels } = await tx.execute<RefundedParcel>(sql`
    select place, is_part, delivered_at is not null or (not is_part and ${order.isDelivered}) as has_arrived
    from shipments where order_id = ${order.id} and failed_at is null order by place`);
  return { orderId: Number(order.id), email: order.email, isCollection: order.isCollection, parcels };
}

/**
 * Records that a parcel arrived although its order was refunded in full, and alerts the bookseller, who decides about
 * the money. The caller has locked the order's row.
 */
export async function noteRefundedArrival(
  tx: Db,
  { orderId, isCollection }: Pick<RefundedOrder, "orderId" | "isCollection">,
  { place, isPart }: RefundedParcel,
  move: Pick<Move, "at" | "actor">,
): Promise<void> {
  const time = sql`${move.at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with arrived as (update shipments set delivered_at = ${time}
      where order_id = ${orderId} and place = ${place} and ${isPart})
    update orders set updated_at = ${time} where id = ${orderId}`);
  const how = isCollection ? "was handed over" : "arrived";
  const message = `Parcel ${place} ${how} although all the money was refunded: ask the reader for the money or the books, or write them off.`;
  await raiseAlert(tx, { kind: "parcel", orderId, message, subject: arrivalSubject(place) });
  await followRefundedParcels(
    tx,
    { orderId, cause: "bookseller", note: "it arrived after the refund", ...move },
    place,
  );
}

/**
 * Ends the fulfilment of an order that was refunded in full once none of its parcels is on its way: it was delivered, or
 * it came back. `arrived` is a parcel with the whole order that has just arrived.
 */
export async function followRefundedParcels(
  tx: Db,
  move: Omit<Move, "from" | "payment" | "fulfilment">,
  arrived = 0,
): Promise<void> {
  const { rows } = await tx.execute<{ isOut: boolean; waits: boolean; isThere: boolean }>(sql`
    select coalesce(o.fulfilment_state = 'shipped', false) as is_out,
      exists (select from shipments s where s.order_id = o.id and s.failed_at is null and s.delivered_at is null
        and not s.is_extra and s.place <> ${arrived}) as waits,
      exists (select from shipments s where s.order_id = o.id and s.failed_at is null
        and (s.delivered_at is not null or s.place = ${arrived})) as is_there
    from orders o where o.id = ${move.orderId}`);
  const { isOut, waits, isThere } = oneRow(rows);
  if (!isOut || waits) return;
  await moveOrder(tx, { ...move, from: refundedStates, fulfilment: isThere ? "delivered" : "returned" });
}
