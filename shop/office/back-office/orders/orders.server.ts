/** Searches orders for the desk by text, state, way to the reader, dates, returns and carrier, page by page. */
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { OrderState } from "#shop/sales/orders/order-state.ts";
import type { OrderWay } from "./order-ways.ts";
import { findOrderSlice } from "./find-orders.server.ts";
import { summaryColumns, toSummary, type OrderSummary, type SummaryRow } from "./order-summary.server.ts";

/** The filters of a page of orders. */
export interface OrderSearch {
  state: OrderState | null;
  way: OrderWay | null;
  /** A text for `findOrders`; empty for all. */
  text: string;
  /** First and last day of placement in India's time, as `2026-11-22`. */
  from: string | null;
  to: string | null;
  /** Whether only orders with an open return are listed: one that waits for an answer or for the book. */
  wantsReturn: boolean;
  /** The carrier of one of the order's parcels, ignoring case; empty for all orders. */
  carrier: string;
  /** Cursor: the number of the last order of the previous page. */
  before: string | null;
}

/** Orders per page. */
export const ordersOnPage = 40;
/** The maximum number of slices that are read for one page; `findOrderSlice` defines their length. */
const slicesOnPage = 4;

/** A page of orders, newest first. */
export interface OrderPage {
  orders: OrderSummary[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
  /** Whether the search stopped at its limit, so that older orders may match too. */
  isScanCut: boolean;
  /** Whether more terms begin with the typed text than were searched. */
  hasMoreWords: boolean;
}

/** A page of orders. Matches of a text are read from the newest, slice by slice, so that paging reaches all of them. */
export async function searchOrders(db: Db, search: OrderSearch): Promise<OrderPage> {
  const { text, before } = search;
  if (text === "") return { ...pageOf(await readPage(db, search, sql`true`, before)), hasMoreWords: false };
  const found: OrderSummary[] = [];
  let lookedTo = before === null ? null : await idOf(db, before);
  for (let slice = 0; slice < slicesOnPage; slice += 1) {
    const part = await findOrderSlice(db, text, lookedTo);
    const ids = sql`o.id = any(${part.ids}::bigint[])`;
    if (part.ids.length > 0) found.push(...(await readPage(db, search, ids, null)));
    const { hasMoreWords } = part;
    if (found.length > ordersOnPage || part.lookedTo === null) return { ...pageOf(found), hasMoreWords };
    lookedTo = part.lookedTo;
    if (slice === slicesOnPage - 1)
      return { orders: found, next: await numberOf(db, lookedTo), isScanCut: true, hasMoreWords };
  }
  return { ...pageOf(found), hasMoreWords: false };
}

/** A page of orders from the rows of the query, which has one row more than a page if there is a next page. */
function pageOf(found: OrderSummary[]): Omit<OrderPage, "hasMoreWords"> {
  const orders = found.slice(0, ordersOnPage);
  return { orders, next: found.length > ordersOnPage ? (orders.at(-1)?.number ?? null) : null, isScanCut: false };
}

/** SQL: the way of an order. The index `orders_by_way` has the same words. */
const waySql = sql`(case when o.payment_method = 'counter' then 'counter' else o.delivery_method end)`;

/** The newest matching orders, one more than a page contains. */
async function readPage(
  db: Db,
  { state, way, from, to, wantsReturn, carrier }: OrderSearch,
  among: SQL,
  before: string | null,
): Promise<OrderSummary[]> {
  const { rows } = await db.execute<SummaryRow>(sql`
    select ${summaryColumns} from orders o
    where ${among}
      and ${state === null ? sql`true` : sql`o.state = ${state}`}
      and ${way === null ? sql`true` : sql`${waySql} = ${way}`}
      and ${from === null ? sql`true` : placedFrom(from)}
      and ${to === null ? sql`true` : placedBefore(to)}
      and ${wantsReturn ? sql`o.id in (select t.order_id from returns t where t.state in ('asked', 'accepted'))` : sql`true`}
      and ${carrier === "" ? sql`true` : sql`o.id in (select h.order_id from shipments h where lower(h.carrier) = lower(${carrier}))`}
      and ${before === null ? sql`true` : sql`o.id < (select b.id from orders b where b.number = ${before})`}
    order by o.id desc limit ${ordersOnPage + 1}`);
  return rows.map(toSummary);
}

/** The id of the order with this number; 0 for an unknown one. */
async function idOf(db: Db, number: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`select id::text as id from orders where number = ${number}`);
  return rows[0]?.id ?? "0";
}

async function numberOf(db: Db, id: string): Promise<string | null> {
  const { rows } = await db.execute<{ number: string }>(sql`select number from orders where id = ${id}::bigint`);
  return rows[0]?.number ?? null;
}

/** Concurrent orders may have ids in a different order than their times. Such ids differ by less than this number. */
const slack = 100;

/** SQL condition: placed on this day or later. The condition on the id lets the index scan begin at that day. */
function placedFrom(day: string): SQL {
  const at = sql`(${day}::date::timestamp at time zone 'Asia/Kolkata')`;
  return sql`o.created_at >= ${at} and o.id >= (select min(f.id) from (
    select id from orders where created_at >= ${at} order by created_at, id limit ${slack}) f)`;
}

/** SQL condition: placed on this day or before. */
function placedBefore(day: string): SQL {
  const at = sql`((${day}::date + 1)::timestamp at time zone 'Asia/Kolkata')`;
  return sql`o.created_at < ${at} and o.id <= (select max(l.id) from (
    select id from orders where created_at < ${at} order by created_at desc, id desc limit ${slack}) l)`;
}
