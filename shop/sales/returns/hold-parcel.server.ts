/** Finds and locks a parcel that did not arrive as it should. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { orderStates, type OrderState } from "#shop/sales/orders/order-state.ts";
import type { Actor } from "#shop/sales/orders/move-order.server.ts";
import type { ParcelFailure } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { givenOnLineSql } from "#shop/sales/refunds/refund-lines.server.ts";

/** What happened to a parcel; with `damaged` copies it has arrived. */
export type ParcelError = ParcelFailure | "damaged";

/** Why no parcel was found. */
export type NoParcel =
  | { ok: false; reason: "no-such-order" | "no-such-parcel" | "not-on-its-way" | "asked-back" }
  /** Several parcels are possible, and the request names none. */
  | { ok: false; reason: "which-parcel"; parcels: number[] };

/** Which parcel, and who asks. */
export interface AboutParcel {
  number: string;
  /** The parcel's number in the order; may be omitted if only one is possible. */
  place?: number | undefined;
  actor: Actor;
}

/** The data of a parcel that determines the possible actions. */
export interface LockedParcel {
  orderId: number;
  email: string;
  shippingPaise: number;
  place: number;
  isPart: boolean;
  hasArrived: boolean;
  isExtra: boolean;
  /** Whether the order is still to be paid on delivery. */
  isDue: boolean;
  /** Whether the reader collects it at the shop. */
  isCollection: boolean;
  lines: LockedLine[];
}

/** Copies of a line in the parcel that were not returned, and for which no return is in progress. */
export interface LockedLine {
  position: number;
  bookId: string;
  title: string;
  quantity: number;
  lineQuantity: number;
  totalPaise: number;
  /** Earlier price reductions of the line. */
  givenPaise: number;
  /** Copies of the line that were refunded before. */
  before: number;
}

/** Finds the parcel and the copies in it that the reader still owns. Locks the order's row. */
export async function holdParcel(
  tx: Db,
  { number, place }: AboutParcel,
  trouble: ParcelError,
): Promise<{ ok: true; held: LockedParcel } | NoParcel> {
  const { rows } = await tx.execute<{
    id: string;
    email: string;
    state: OrderState;
    isDue: boolean;
    isCollection: boolean;
    shippingPaise: string;
  }>(sql`
    select id, email, state, coalesce(payment_state = 'on_delivery', false) as is_due,
      delivery_method = 'collection' as is_collection, shipping_paise
    from orders where number = ${number} for update`);
  const order = rows[0];
  if (!order) return { ok: false, reason: "no-such-order" };
  if (!orderStates[order.state].isConfirmed) return { ok: false, reason: "not-on-its-way" };
  const orderId = Number(order.id);
  const { rows: parcels } = await tx.execute<
    Omit<LockedParcel, "orderId" | "email" | "shippingPaise" | "isDue" | "isCollection" | "lines">
  >(sql`
    select s.place, s.is_part, s.is_extra, s.delivered_at is not null or (not s.is_part and ${order.state} = 'delivered') as has_arrived
    from shipments s where s.order_id = ${orderId} and s.failed_at is null order by s.place`);
  // Only a parcel on its way can come back; one that has arrived can still turn out to be damaged or lost.
  const possible = parcels.filter(
    (one) => (place === undefined || one.place === place) && (trouble !== "came-back" || !one.hasArrived),
  );
  if (possible.length > 1) {
    const travelling = possible.filter(({ hasArrived }) => !hasArrived);
    if (trouble === "damaged" || travelling.length !== 1)
      return { ok: false, reason: "which-parcel", parcels: possible.map((one) => one.place) };
    possible.splice(0, possible.length, ...travelling);
  }
  const [parcel] = possible;
  if (!parcel) return { ok: false, reason: place === undefined ? "not-on-its-way" : "no-such-parcel" };
  const lines = await readLinesInParcel(tx, orderId, parcel);
  if (lines.length === 0) return { ok: false, reason: "asked-back" };
  const { email, isDue, isCollection, shippingPaise } = order;
  return {
    ok: true,
    held: { ...parcel, orderId, email, isDue, isCollection, shippingPaise: Number(shippingPaise), lines },
  };
}

/** The copies in a parcel, less those of its lines that were returned or for which a return was requested. */
export async function readLinesInParcel(
  tx: Db,
  orderId: number,
  { place, isPart }: Pick<LockedParcel, "place" | "isPart">,
): Promise<LockedLine[]> {
  const { rows } = await tx.execute<
    Omit<LockedLine, "totalPaise" | "givenPaise"> & { totalPaise: string; givenPaise: string }
  >(sql`
    select * from (
      select l.position, l.book_id, l.title, l.quantity as line_quantity, l.total_paise, ${givenOnLineSql} as given_paise,
        (l.cancelled_quantity + coalesce((select sum(t.quantity) from returns t where t.order_id = l.order_id
          and t.line_position = l.position and t.state in ('kept', 'received')), 0))::int as before,
        least(case when ${isPart} then coalesce((select x.quantity from shipment_lines x where x.order_id = l.order_id
              and x.place = ${place} and x.line_position = l.position), 0)
            else l.quantity - l.cancelled_quantity end,
          l.quantity - l.cancelled_quantity - coalesce((select sum(t.quantity)::int from returns t
            where t.order_id = l.order_id and t.line_position = l.position and t.state <> 'refused'), 0))::int as quantity
      from order_lines l where l.order_id = ${orderId}) found
    where quantity > 0 order by position`);
  return rows.map((row) => ({
    ...row,
    totalPaise: Number(row.totalPaise),
    givenPaise: Number(row.givenPaise),
  }));
}
