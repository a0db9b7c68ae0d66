/** Records what a carrier has paid to the shop, and settles the orders whose money it collected. */
import { createHash } from "node:crypto";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { findTravelling, noteArrival } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { moveOrder, type Actor } from "#shop/sales/orders/move-order.server.ts";
import { amountToCollect } from "#shop/sales/orders/due-payment.server.ts";
import type { DbAndClock } from "#shop/services.ts";

/** A parcel in a remittance: by its tracking number, or by the number of its order if it has none. */
export interface RemittanceLine {
  trackingNumber: string;
  orderNumber: string;
  /** Negative if the carrier takes money back. */
  amountPaise: number;
}

/** One credit in the bank, with its parcels. */
export interface Remittance {
  carrier: string;
  /** The bank's number of the transfer. */
  utr: string;
  /** ISO day. */
  paidOn: string;
  /** The credit. */
  amountPaise: number;
  /** What the carrier kept for itself. */
  deductedPaise: number;
  lines: RemittanceLine[];
}

/**
 * What a line was. `settled`: it pays the parcel exactly. `short`: less than was to be collected, so far. `over`: more,
 * and the parcel is paid. `twice`: the parcel was paid before. `not-owed`: nothing is to be collected for it, such as
 * when it came back. `unknown`: the shop has no such parcel. `reversed`: the carrier takes money back.
 */
export type RemittanceOutcome = "settled" | "short" | "over" | "twice" | "not-owed" | "unknown" | "reversed";

/** A line with its outcome, and the sum that was to be collected; null if none was. */
export interface JudgedLine extends RemittanceLine {
  outcome: RemittanceOutcome;
  expectedPaise: number | null;
}

export type RecordedRemittance =
  | { ok: true; id: number; lines: JudgedLine[] }
  | { ok: false; reason: "no-lines" | "recorded-before" }
  /** The lines, less the deduction, are not the credit. */
  | { ok: false; reason: "sum"; sumPaise: number };

/**
 * Records a remittance, once for each UTR. An order becomes paid when all that was to be collected for its parcel has
 * come; a parcel that was not marked as delivered is delivered by that. With `isTrial` nothing is written. Locks the
 * orders' rows, in the order of their ids.
 */
export async function recordRemittance(
  { db, now }: DbAndClock,
  given: Remittance,
  by: { actor: Actor; staffId: number },
  isTrial = false,
): Promise<RecordedRemittance> {
  const { lines, amountPaise, deductedPaise } = given;
  if (lines.length === 0) return { ok: false, reason: "no-lines" };
  const sumPaise = lines.reduce((sum, line) => sum + line.amountPaise, 0) - deductedPaise;
  if (sumPaise !== amountPaise) return { ok: false, reason: "sum", sumPaise };
  const at = now();
  return inTransaction(db, async (tx): Promise<RecordedRemittance> => {
    // The caller may be in a transaction of its own.
    if (isTrial) await tx.execute(sql`savepoint trial`);
    const recorded = await record(tx, given, by, at);
    if (isTrial) await tx.execute(sql`rollback to savepoint trial`);
    return recorded;
  });
}

async function record(
  tx: Db,
  given: Remittance,
  by: { actor: Actor; staffId: number },
  at: Date,
): Promise<RecordedRemittance> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into remittances (carrier, utr, paid_on, amount_paise, deducted_paise, recorded_at, staff_id)
    values (${given.carrier}, ${given.utr}, ${given.paidOn}::date, ${given.amountPaise}, ${given.deductedPaise},
      ${at.toISOString()}::timestamptz, ${by.staffId})
    on conflict (utr) do nothing returning id`);
  if (!rows[0]) return { ok: false, reason: "recorded-before" };
  const id = Number(rows[0].id);
  const orders = await lockOrders(tx, given);
  const judged: JudgedLine[] = [];
  for (const [position, line] of given.lines.entries()) {
    const owed = ordersOf(line, orders);
    const { outcome, expectedPaise } = await judge(tx, line, owed);
    judged.push({ ...line, outcome, expectedPaise });
    await tx.execute(sql`
      insert into remittance_lines (remittance_id, position, tracking_number, order_number, amount_paise,
        expected_paise, outcome, order_ids)
      values (${id}, ${position}, ${line.trackingNumber}, ${line.orderNumber}, ${line.amountPaise}, ${expectedPaise},
        ${outcome}, ${owed.map(({ order }) => order.id)}::bigint[])`);
    if (outcome !== "settled" && outcome !== "over") continue;
    for (const { order } of owed) await settleOrder(tx, order, { ...given, line, actor: by.actor, at });
  }
  return { ok: true, id, lines: judged };
}

/** An order whose money the carrier has, or had. */
interface OwedOrder {
  id: number;
  number: string;
  paymentId: string;
  status: string;
  fulfilmentState: string;
  /** The number of its parcel that the line names, or of its only one; null if there is none. */
  place: number | null;
  duePaise: number;
}

/** An order that a line names. */
interface NamedOrder {
  order: OwedOrder;
  /** Whether the parcel that the line names came back or was lost. */
  hasFailed: boolean;
}

/**
 * Finds and locks the orders of the lines: by the tracking number, of this carrier if several have used it, else by the
 * order's number. Several orders may share a parcel.
 */
async function lockOrders(
  tx: Db,
  { carrier, lines }: Pick<Remittance, "carrier" | "lines">,
): Promise<Map<string, NamedOrder[]>> {
  const trackings = lines.flatMap(({ trackingNumber }) => trackingNumber || []);
  const numbers = lines.flatMap(({ orderNumber }) => orderNumber || []);
  await tx.execute(sql`
    select o.id from (select id from orders where number = any(${numbers}::text[])
        union select order_id from shipments where tracking_number = any(${trackings}::text[])) named
      join orders o on o.id = named.id where o.payment_method = 'on_delivery' and o.delivery_method = 'parcel' order by o.id for update of o`);
  // A separate statement, so that it sees what was committed while the first one waited for the locks.
  const { rows } = await tx.execute<
    Omit<OwedOrder, "id" | "duePaise"> & { id: string; key: string; duePaise: string; hasFailed: boolean }
  >(sql`
    select asked.key, o.id, o.number, p.id as payment_id, p.status,
      coalesce(o.fulfilment_state, '') as fulfilment_state, asked.place, asked.has_failed,
      ${amountToCollect} as due_paise
    from (
      select s.tracking_number as key, s.order_id, max(s.place) as place, bool_and(s.failed_at is not null) as has_failed
      from shipments s
      where s.tracking_number = any(${trackings}::text[]) and (lower(s.carrier) = lower(${carrier}) or not exists (select from shipments x
          where x.tracking_number = s.tracking_number and lower(x.carrier) = lower(${carrier})))
      group by 1, 2
      union all
      select o.number, o.id, (select max(s.place) from shipments s where s.order_id = o.id and s.failed_at is null), false
      from orders o where o.number = any(${numbers}::text[])) asked
      join orders o on o.id = asked.order_id and o.delivery_method = 'parcel'
      join payments p on p.order_id = o.id and p.provider = 'on-delivery' and p.settles
    order by o.id`);
  // One object for each order, however many lines name it.
  const known = new Map<number, OwedOrder>();
  const orders = new Map<string, NamedOrder[]>();
  for (const { key, hasFailed, ...row } of rows) {
    const id = Number(row.id);
    const order = known.get(id) ?? { ...row, id, duePaise: Number(row.duePaise) };
    known.set(id, order);
    orders.set(key, [...(orders.get(key) ?? []), { order, hasFailed }]);
  }
  return orders;
}

const ordersOf = ({ trackingNumber, orderNumber }: RemittanceLine, orders: Map<string, NamedOrder[]>) =>
  orders.get(trackingNumber) ?? orders.get(orderNumber) ?? [];

/** Whether the carrier owes the money of an order, for a parcel that has not failed. */
function isOwed({ order, hasFailed }: NamedOrder): boolean {
  const { status, fulfilmentState } = order;
  return !hasFailed && status === "due" && fulfilmentState !== "to_pack";
}

/** Compares a line, and the short ones of the same parcel before it, with what was to be collected. */
async function judge(
  tx: Db,
  line: RemittanceLine,
  owed: NamedOrder[],
): Promise<{ outcome: RemittanceOutcome; expectedPaise: number | null }> {
  if (owed.length === 0) return { outcome: "unknown", expectedPaise: null };
  const isPaid = owed.every(({ order }) => order.status === "captured");
  const expectedPaise = owed.reduce((sum, { order }) => sum + order.duePaise, 0);
  if (line.amountPaise < 0) return { outcome: "reversed", expectedPaise };
  if (isPaid) return { outcome: "twice", expectedPaise };
  if (!owed.every(isOwed)) return { outcome: "not-owed", expectedPaise: null };
  const { rows } = await tx.execute<{ before: string }>(sql`
    select coalesce(sum(amount_paise), 0) as before from remittance_lines
    where outcome = 'short' and order_ids && ${owed.map(({ order }) => order.id)}::bigint[]`);
  const came = line.amountPaise + Number(oneRow(rows).before);
  if (came < expectedPaise) return { outcome: "short", expectedPaise };
  return { outcome: came === expectedPaise ? "settled" : "over", expectedPaise };
}

/** Marks an order as paid by the carrier. An order whose money was refunded by hand meanwhile keeps its state. */
async function settleOrder(
  tx: Db,
  order: OwedOrder,
  { utr, line, actor, at }: { utr: string; line: RemittanceLine; actor: Actor; at: Date },
): Promise<void> {
  const evidence = createHash("sha256")
    .update(JSON.stringify({ utr, ...line }))
    .digest("hex");
  const time = sql`${at.toISOString()}::timestamptz`;
  order.status = "captured";
  await tx.execute(sql`
    update payments set status = 'captured', evidence_sha256 = ${evidence}, updated_at = ${time} where id = ${order.paymentId}`);
  if (order.fulfilmentState === "shipped") {
    const travelling = await findTravelling(tx, order.number, order.place ?? undefined);
    if (travelling.ok) await noteArrival(tx, order.id, travelling.parcel, at, actor);
  }
  const move = { orderId: order.id, from: ["delivered"], cause: "bookseller", note: utr, actor, at } as const;
  const { rows } = await tx.execute<{ isCollected: boolean }>(
    sql`select coalesce(payment_state = 'collected', false) as is_collected from orders where id = ${order.id}`,
  );
  if (oneRow(rows).isCollected) await moveOrder(tx, { ...move, payment: "paid" });
  else
    await tx.execute(
      sql`update orders set paid_at = coalesce(paid_at, ${time}), updated_at = ${time} where id = ${order.id}`,
    );
}

/**
 * Accepts a recorded line as the full payment of its parcel: a short one whose rest will not come, or one whose parcel is
 * known by now. Returns false if nothing is owed for it, or if it was closed.
 */
export function acceptLine(
  { db, now }: DbAndClock,
  { remittanceId, position }: { remittanceId: number; position: number },
  actor: Actor,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<
      Record<"trackingNumber" | "orderNumber" | "amountPaise" | "carrier" | "utr", string>
    >(sql`
      select l.tracking_number, l.order_number, l.amount_paise, r.carrier, r.utr
      from remittance_lines l join remittances r on r.id = l.remittance_id
      where l.remittance_id = ${remittanceId} and l.position = ${position} and l.closed_at is null
        and l.outcome in ('short', 'unknown', 'not-owed') for update of l`);
    const [found] = rows;
    if (!found) return false;
    const { carrier, utr, ...rest } = found;
    const line = { ...rest, amountPaise: Number(rest.amountPaise) };
    const orders = await lockOrders(tx, { carrier, lines: [line] });
    const owed = ordersOf(line, orders);
    if (owed.length === 0 || !owed.every(isOwed)) return false;
    for (const { order } of owed) await settleOrder(tx, order, { utr, line, actor, at: now() });
    await tx.execute(sql`
      update remittance_lines set outcome = 'settled', order_ids = ${owed.map(({ order }) => order.id)}::bigint[],
        expected_paise = ${owed.reduce((sum, { order }) => sum + order.duePaise, 0)}
      where remittance_id = ${remittanceId} and position = ${position}`);
    return true;
  });
}
