/**
 * Plans and applies a carrier's file of tracking numbers: ships waiting orders and corrects the tracking of parcels.
 */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { Actor } from "#shop/sales/orders/move-order.server.ts";
import { isToPack, orderStates, type OrderState } from "#shop/sales/orders/order-state.ts";
import { correctTracking } from "#shop/sales/orders/parcels/correct-tracking.server.ts";
import { shipOrder, type Parcel } from "#shop/sales/orders/parcels/ship-order.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import type { TrackingRow } from "./tracking-file.ts";

/**
 * The plan for one row of the file: ship all waiting copies of its order; or correct the tracking of its only parcel in
 * transit, with the present tracking in `was`; or neither, with a `problem`. `isRest`: a part of the order was shipped
 * before.
 */
export type PlannedRow = { line: number; typed: string; number: string | null } & (
  | {
      problem: null;
      carrier: string;
      trackingNumber: string;
      name: string;
      isRest: boolean;
      was: (Parcel & { place: number }) | null;
    }
  | { problem: string }
);

/** Plans every row of a carrier's file, without any change. */
export async function planTracked(db: Db, rows: TrackingRow[]): Promise<PlannedRow[]> {
  const numbers = rows.flatMap((row) => ("number" in row ? [row.number] : []));
  const { rows: found } = await db.execute<{
    number: string;
    state: OrderState;
    name: string;
    isRest: boolean;
    travelling: (Parcel & { place: number })[];
  }>(sql`
    select o.number, o.state, o.name, exists (select from shipments s where s.order_id = o.id) as is_rest,
      (select coalesce(json_agg(json_build_object('place', s.place, 'carrier', s.carrier, 'trackingNumber', s.tracking_number,
          'trackingUrl', s.tracking_url) order by s.place), '[]')
        from shipments s where s.order_id = o.id and s.delivered_at is null and s.failed_at is null) as travelling
    from orders o where o.number = any(${numbers}::text[])`);
  const known = new Map(found.map((order) => [order.number, order]));
  const seen = new Map<string, number>();
  return rows.map((row): PlannedRow => {
    const { line, typed } = row;
    if ("problem" in row) return { line, typed, number: null, problem: row.problem };
    const { number, carrier, trackingNumber } = row;
    const refuse = (problem: string) => ({ line, typed, number, problem });
    const before = seen.get(number);
    if (before !== undefined)
      return refuse(
        `Line ${before} already has this order and sends all waiting copies. Send parts on the page of the order.`,
      );
    seen.set(number, line);
    const order = known.get(number);
    if (!order) return refuse("The shop has no order with this number.");
    const planned = { line, typed, number, problem: null, carrier, trackingNumber, name: order.name };
    if (order.state === "shipped") {
      const [was, other] = order.travelling;
      if (other)
        return refuse("Several of its parcels are on their way. Correct the tracking on the page of the order.");
      if (was && was.carrier === carrier && was.trackingNumber === trackingNumber)
        return refuse("It is already on its way with this tracking number.");
      if (was) return { ...planned, isRest: false, was };
    }
    if (!isToPack(order.state))
      return refuse(`It does not wait to be packed: ${orderStates[order.state].label.toLowerCase()}.`);
    return { ...planned, isRest: order.isRest, was: null };
  });
}

/**
 * The result of applying a carrier's file: the numbers of the shipped and of the corrected orders, and the problems of
 * the others.
 */
export interface SentTracked {
  sent: string[];
  corrected: string[];
  left: { number: string; problem: string }[];
}

const refusals = {
  "no-such-order": "there is no such order",
  "not-paid": "it does not wait to be packed any more",
  "nothing-to-ship": "all its copies were cancelled",
  refunded: "the whole payment is being refunded",
  // The file does not choose copies, so `shipOrder` gives this reason only if no copies wait.
  "not-in-order": "none of its copies wait to be sent any more",
  changed: "it was changed in the meantime",
  "one-parcel": "it is paid on delivery, so all of it goes in one parcel",
  "cancel-waits": "its cancellation waits for the approval of an owner",
  "other-method": "the reader collects it at the shop",
} as const;

const unfollowed = {
  "no-such-order": "there is no such order",
  "not-on-its-way": "it is not on its way any more",
  "which-parcel": "several of its parcels are on their way",
  "changed-meanwhile": "it was changed in the meantime",
} as const;

/**
 * Ships the orders of the rows, each as `shipOrder` does, or corrects their tracking. Orders with a problem are skipped
 * and returned in `left`.
 */
export async function sendTracked(services: DbAndClock, rows: PlannedRow[], actor: Actor): Promise<SentTracked> {
  const done: SentTracked = { sent: [], corrected: [], left: [] };
  // Sorted by number, so that two files that are applied at the same time cannot deadlock.
  const ready = rows
    .flatMap((row) => (row.problem === null && row.number !== null ? [{ ...row, number: row.number }] : []))
    .sort((a, b) => (a.number < b.number ? -1 : 1));
  for (const { number, carrier, trackingNumber, was } of ready) {
    if (was) {
      const { place, ...before } = was;
      // The link to the tracking page of the wrong number is removed with it.
      const after = { carrier, trackingNumber, trackingUrl: "" };
      const corrected = await correctTracking(services, number, { place, before, after });
      if (!corrected.ok) done.left.push({ number, problem: unfollowed[corrected.reason] });
      else if (corrected.isChanged) done.corrected.push(number);
      continue;
    }
    const dispatch = await shipOrder(services, number, { carrier, trackingNumber, trackingUrl: "" }, actor);
    if (dispatch.ok) done.sent.push(number);
    else done.left.push({ number, problem: refusals[dispatch.reason] });
  }
  return done;
}
