import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { Actor } from "#shop/orders/move-order.server.ts";
import { orderStates, type OrderState } from "#shop/orders/order-state.ts";
import { shipOrder } from "#shop/orders/ship-order.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import type { TrackingRow } from "./tracking-file.ts";

/** A row that would be sent now, with all of its order that waits, or why it is not. `isRest`: a part of it was sent before. */
export type PlannedRow = { line: number; typed: string; number: string | null } & (
  | { problem: null; carrier: string; trackingNumber: string; name: string; isRest: boolean }
  | { problem: string }
);

/** Looks at every row of a carrier's file: which orders would be sent now, and what is in the way of the others. */
export async function planTracked(db: Db, rows: TrackingRow[]): Promise<PlannedRow[]> {
  const numbers = rows.flatMap((row) => ("number" in row ? [row.number] : []));
  const { rows: found } = await db.execute<{ number: string; state: OrderState; name: string; isRest: boolean }>(sql`
    select o.number, o.state, o.name, exists (select from shipments s where s.order_id = o.id) as is_rest
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
        `Line ${before} has this order already, and sends all of it that waits. Send parts on its own page.`,
      );
    seen.set(number, line);
    const order = known.get(number);
    if (!order) return refuse("The shop has no order of this number.");
    if (order.state !== "paid")
      return refuse(`It does not wait to be packed: ${orderStates[order.state].label.toLowerCase()}.`);
    return { line, typed, number, problem: null, carrier, trackingNumber, name: order.name, isRest: order.isRest };
  });
}

/** What came of a carrier's file: the orders that are on their way now, and why others are not. */
export interface SentTracked {
  sent: string[];
  left: { number: string; problem: string }[];
}

const refusals = {
  "no-such-order": "there is no such order",
  "not-paid": "it does not wait to be packed any more",
  "nothing-to-ship": "every copy of it was cancelled",
  refunded: "everything paid for it goes back to the reader",
  // Of all that waits nothing is chosen.
  "not-in-order": "nothing of it waits any more",
  changed: "somebody changed it meanwhile",
} as const;

/** Hands the orders of the rows to their carriers, each as `shipOrder` does; one that cannot be sent is left out and named. */
export async function sendTracked(services: DbAndClock, rows: PlannedRow[], actor: Actor): Promise<SentTracked> {
  const done: SentTracked = { sent: [], left: [] };
  // By number, so that two files at once wait for one another and do not lock each other out.
  const ready = rows.filter((row) => row.problem === null).sort((a, b) => (a.number! < b.number! ? -1 : 1));
  for (const { number, carrier, trackingNumber } of ready) {
    const parcel = { carrier, trackingNumber, trackingUrl: "" };
    const dispatch = await shipOrder(services, number!, parcel, actor);
    if (dispatch.ok) done.sent.push(number!);
    else done.left.push({ number: number!, problem: refusals[dispatch.reason] });
  }
  return done;
}
