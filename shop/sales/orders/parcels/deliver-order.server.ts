/** Records that a parcel was delivered, and undoes that within an hour. */

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";
import { followParcels } from "./follow-parcels.server.ts";
import { moveOrder, type Actor } from "#shop/sales/orders/move-order.server.ts";
import { orderStates, type OrderState } from "#shop/sales/orders/order-state.ts";
import { lockRefundedOrder, noteRefundedArrival, type RefundedOrder } from "./refunded-parcels.server.ts";

export type DeliveryOutcome =
  /**
   * `parcel` is the number of the delivered parcel, if the order goes in several. `isRefunded`: its order was refunded in
   * full while it was on its way.
   */
  | { ok: true; parcel?: number; isRefunded?: true }
  | NotTravelling
  /** The reader collects it at the shop: `handOver`. */
  | { ok: false; reason: "is-collection" };

/** Why no single parcel could be found. */
type NotTravelling =
  | { ok: false; reason: "no-such-order" | "not-on-its-way" }
  /** Several are on the way, and the call names none. */
  | { ok: false; reason: "which-parcel"; parcels: number[] };

/**
 * Records the delivery of a parcel; with the last parcel of an order its return window begins. Without `parcel` the
 * order must have only one on the way. A parcel may also arrive after its order was refunded in full.
 */
export function deliverOrder(
  { db, now }: DbAndClock,
  number: string,
  actor?: Actor,
  parcel?: number,
): Promise<DeliveryOutcome> {
  return inTransaction(db, async (tx): Promise<DeliveryOutcome> => {
    const refunded = await lockRefundedOrder(tx, number);
    if (refunded) return deliverRefunded(tx, refunded, parcel, { at: now(), actor });
    const found = await findTravelling(tx, number, parcel);
    if (!found.ok) return found;
    const { orderId, parcel: one } = found;
    if (found.isCollection) return { ok: false, reason: "is-collection" };
    await noteArrival(tx, orderId, one, now(), actor);
    return one.isPart ? { ok: true, parcel: one.place } : { ok: true };
  });
}

async function deliverRefunded(
  tx: Db,
  refunded: RefundedOrder,
  parcel: number | undefined,
  move: { at: Date; actor: Actor | undefined },
): Promise<DeliveryOutcome> {
  const travelling = refunded.parcels.filter(
    ({ place, hasArrived }) => !hasArrived && (parcel === undefined || place === parcel),
  );
  if (travelling.length > 1)
    return { ok: false, reason: "which-parcel", parcels: travelling.map(({ place }) => place) };
  const [one] = travelling;
  if (!one) return { ok: false, reason: "not-on-its-way" };
  await noteRefundedArrival(tx, refunded, one, move);
  return { ok: true, isRefunded: true, ...(one.isPart && { parcel: one.place }) };
}

/** Records the delivery of a parcel on its way. The caller has locked the order's row. */
export async function noteArrival(
  tx: Db,
  orderId: number,
  { place, isPart }: TravellingParcel,
  at: Date,
  actor: Actor | undefined,
): Promise<void> {
  const move = { orderId, cause: "bookseller", at, actor } as const;
  if (!isPart) {
    await moveOrder(tx, { ...move, from: ["shipped"], fulfilment: "delivered" });
    return;
  }
  await tx.execute(sql`
    with come as (update shipments set delivered_at = ${at.toISOString()}::timestamptz
      where order_id = ${orderId} and place = ${place})
    update orders set updated_at = ${at.toISOString()}::timestamptz where id = ${orderId}`);
  await followParcels(tx, move);
}

/** A parcel on its way. */
export interface TravellingParcel {
  place: number;
  isPart: boolean;
}

/** The only parcel of an order on its way, or the one at `place`. Locks the order's row. */
export async function findTravelling(
  tx: Db,
  number: string,
  place: number | undefined,
): Promise<{ ok: true; orderId: number; isCollection: boolean; parcel: TravellingParcel } | NotTravelling> {
  const { rows } = await tx.execute<{ id: string; state: OrderState; isCollection: boolean }>(
    sql`select id, state, delivery_method = 'collection' as is_collection from orders where number = ${number} for update`,
  );
  const order = rows[0];
  if (!order) return { ok: false, reason: "no-such-order" };
  const orderId = Number(order.id);
  const travelling = await listTravelling(tx, orderId, order.state);
  const named = travelling.filter((one) => place === undefined || one.place === place);
  if (named.length > 1) return { ok: false, reason: "which-parcel", parcels: named.map((one) => one.place) };
  const [parcel] = named;
  const { isCollection } = order;
  return parcel ? { ok: true, orderId, isCollection, parcel } : { ok: false, reason: "not-on-its-way" };
}

/** The parcels on their way, oldest first; for a delivered order only those that replace delivered copies. */
async function listTravelling(tx: Db, orderId: number, state: OrderState): Promise<TravellingParcel[]> {
  if (!orderStates[state].isConfirmed) return [];
  const { rows } = await tx.execute<TravellingParcel>(sql`
    select place, is_part from shipments where order_id = ${orderId} and delivered_at is null and failed_at is null
      and (${state} <> 'delivered' or is_extra) order by place`);
  return rows;
}

/** Minutes in which a delivery can be undone. */
export const arrivalUndoMinutes = 60;

export type ArrivalTakenBack =
  | { ok: true; parcel: number | null; isCollection: boolean }
  | { ok: false; reason: "no-such-order" | "not-arrived" | "too-late" | "asked-back" };

/**
 * Undoes within an hour that a parcel was marked as delivered: the parcel is in transit again, and its return window
 * has not begun. Without `place` it is the parcel that was marked last. Refused if the reader has asked for a return
 * since. Locks the order's row.
 */
export function takeBackArrival(
  { db, now }: DbAndClock,
  number: string,
  actor?: Actor,
  place?: number,
): Promise<ArrivalTakenBack> {
  return inTransaction(db, async (tx): Promise<ArrivalTakenBack> => {
    const { rows } = await tx.execute<{ id: string; state: OrderState; isCollection: boolean }>(
      sql`select id, state, delivery_method = 'collection' as is_collection from orders where number = ${number} for update`,
    );
    const order = rows[0];
    if (!order) return { ok: false, reason: "no-such-order" };
    const orderId = Number(order.id);
    const arrived = await findArrived(tx, orderId, order.state, place);
    if (!arrived) return { ok: false, reason: "not-arrived" };
    const at = now();
    if (at.getTime() - new Date(arrived.at).getTime() > arrivalUndoMinutes * 60_000)
      return { ok: false, reason: "too-late" };
    if (arrived.isAskedBack) return { ok: false, reason: "asked-back" };
    const time = sql`${at.toISOString()}::timestamptz`;
    await tx.execute(sql`
      with gone as (update shipments set delivered_at = null where order_id = ${orderId} and place = ${arrived.place})
      update orders set updated_at = ${time} where id = ${orderId}`);
    if (!arrived.isExtra) {
      const note = order.isCollection ? "it was not handed over" : "it had not arrived";
      await moveOrder(tx, {
        orderId,
        from: ["delivered"],
        fulfilment: "shipped",
        cause: "bookseller",
        at,
        actor,
        note,
      });
    }
    return { ok: true, parcel: arrived.isPart ? arrived.place : null, isCollection: order.isCollection };
  });
}

/** The parcel of an order that was delivered last, or the one at `place`, with the time of that record. */
async function findArrived(tx: Db, orderId: number, state: OrderState, place: number | undefined) {
  if (!orderStates[state].isConfirmed) return undefined;
  const { rows } = await tx.execute<TravellingParcel & { at: string; isExtra: boolean; isAskedBack: boolean }>(sql`
    select found.*, exists (select from returns t where t.order_id = ${orderId} and t.asked_at >= found.at)
        or exists (select from refunds r where r.order_id = ${orderId} and r.created_at >= found.at) as is_asked_back
    from (
      select s.place, s.is_part, s.is_extra, coalesce(s.delivered_at, e.created_at) as at from shipments s
      left join (select created_at from order_events where order_id = ${orderId} and to_state = 'delivered'
        order by id desc limit 1) e on not s.is_part and ${state} = 'delivered'
      where s.order_id = ${orderId} and s.failed_at is null) found
    where found.at is not null and (${place ?? null}::int is null or found.place = ${place ?? null}::int)
    order by found.at desc, found.place desc limit 1`);
  return rows[0];
}
