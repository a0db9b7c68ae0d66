import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { OrderState } from "#shop/orders/order-state.ts";
import { foundOrderIds } from "./find-orders.server.ts";
import { summaryColumns, toSummary, type OrderSummary, type SummaryRow } from "./order-summary.server.ts";

/** The newest orders, at most `limit`; only those of one state when it is given. */
export async function listAllOrders(
  db: Db,
  { state, limit }: { state?: OrderState | undefined; limit: number },
): Promise<OrderSummary[]> {
  const { rows } = await db.execute<SummaryRow>(sql`
      select ${summaryColumns}
      from orders o where ${state ?? null}::text is null or o.state = ${state ?? null}
      order by o.id desc limit ${limit}`);
  return rows.map(toSummary);
}

/** What a page of orders is asked for. */
export interface OrderSearch {
  state: OrderState | null;
  /** What `findOrders` takes; empty for all. */
  text: string;
  /** First and last day on which they were placed, as `2026-11-22`, in India's time. */
  from: string | null;
  to: string | null;
  /** Only those of which a return waits for an answer or for its book. */
  wantsReturn: boolean;
  /** Only those with a parcel of this carrier, in any letters; empty for all. */
  carrier: string;
  /** The number of the order behind which the page begins. */
  before: string | null;
}

/** How many orders a page has. */
export const ordersOnPage = 40;
/** How many of the orders that a text finds can be listed. */
export const maxFound = 200;

/** A page of orders, newest first, and whether there are older ones. Of what a text finds the newest `maxFound` are listed. */
export async function searchOrders(
  db: Db,
  { state, text, from, to, wantsReturn, carrier, before }: OrderSearch,
): Promise<{ orders: OrderSummary[]; isCut: boolean }> {
  const { rows } = await db.execute<SummaryRow>(sql`
    select ${summaryColumns} from orders o
    where ${text === "" ? sql`true` : sql`o.id in (${foundOrderIds(text, maxFound)})`}
      and ${state === null ? sql`true` : sql`o.state = ${state}`}
      and ${from === null ? sql`true` : placedFrom(from)}
      and ${to === null ? sql`true` : placedBefore(to)}
      and ${wantsReturn ? sql`o.id in (select t.order_id from returns t where t.state in ('asked', 'accepted'))` : sql`true`}
      and ${carrier === "" ? sql`true` : sql`o.id in (select h.order_id from shipments h where lower(h.carrier) = lower(${carrier}))`}
      and ${before === null ? sql`true` : sql`o.id < (select b.id from orders b where b.number = ${before})`}
    order by o.id desc limit ${ordersOnPage + 1}`);
  return { orders: rows.slice(0, ordersOnPage).map(toSummary), isCut: rows.length > ordersOnPage };
}

/** Orders that are placed at the same moment may get their ids in another order; never by so many. */
const slack = 100;

/** Not placed before this day. The ids at its border let the list begin there, however many orders came before or since. */
function placedFrom(day: string): SQL {
  const at = sql`(${day}::date::timestamp at time zone 'Asia/Kolkata')`;
  return sql`o.created_at >= ${at} and o.id >= (select min(f.id) from (
    select id from orders where created_at >= ${at} order by created_at, id limit ${slack}) f)`;
}

/** Not placed after this day. */
function placedBefore(day: string): SQL {
  const at = sql`((${day}::date + 1)::timestamp at time zone 'Asia/Kolkata')`;
  return sql`o.created_at < ${at} and o.id <= (select max(l.id) from (
    select id from orders where created_at < ${at} order by created_at desc, id desc limit ${slack}) l)`;
}
