/** Reports the results of codes and bundles: totals, days and orders, mostly from sums per day in `offer_days`. */

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { ReportDays } from "#shop/kernel/dates/report-days.ts";

/** A code, or a bundle by its id. */
export interface OfferKey {
  kind: "promotion" | "bundle";
  source: string;
}

/** The results of an offer. */
export interface OfferResults {
  /** Paid orders with a discount by the offer. */
  orders: number;
  /** The sum of these discounts. */
  discountPaise: number;
  /** The payments for these orders, including delivery. */
  takingsPaise: number;
  /** Refunds of these orders, on any day. */
  refundedPaise: number;
}

const sums = sql`coalesce(sum(orders), 0)::int as orders, coalesce(sum(discount_paise), 0)::float8 as discount_paise,
  coalesce(sum(takings_paise), 0)::float8 as takings_paise, coalesce(sum(refunded_paise), 0)::float8 as refunded_paise`;

/** The results of a code or bundle over all days. */
export async function readOfferResults(db: Db, { kind, source }: OfferKey): Promise<OfferResults> {
  const { rows } = await db.execute<OfferResults>(sql`
    select ${sums} from offer_days where kind = ${kind} and source = ${source}`);
  return oneRow(rows);
}

/** The results of an offer on one day (Indian time), counting the orders that were paid on that day. */
export interface OfferDay extends OfferResults {
  /** As `2026-11-20`. */
  day: string;
}

/** The results of an offer per day, newest first; days without orders are left out. */
export async function readOfferDays(db: Db, offer: OfferKey, { first, last }: ReportDays): Promise<OfferDay[]> {
  const { rows } = await db.execute<OfferDay>(sql`
    select day::text as day, orders, discount_paise::float8 as discount_paise, takings_paise::float8 as takings_paise,
      refunded_paise::float8 as refunded_paise
    from offer_days
    where kind = ${offer.kind} and source = ${offer.source} and orders > 0
      and day between ${first}::date and ${last}::date
    order by offer_days.day desc`);
  return rows;
}

/** The results of one offer in a list of several. */
export interface OfferSums extends OfferKey, OfferResults {
  /** The name that readers saw. */
  label: string;
}

/** The maximum number of offers in the list. */
export const listedOffers = 200;

/** The results of each offer over these days, the offer with most orders first; at most `listedOffers`. */
export async function readOfferSums(db: Db, { first, last }: ReportDays): Promise<OfferSums[]> {
  const { rows } = await db.execute<OfferSums>(sql`
    select kind, source, coalesce(max(label), '') as label, ${sums} from offer_days
    where day between ${first}::date and ${last}::date
    group by kind, source having sum(orders) > 0 order by sum(orders) desc, kind, source limit ${listedOffers}`);
  return rows;
}

/** An order with a discount by the offer. */
export interface OfferOrder {
  number: string;
  day: string;
  discountPaise: number;
  totalPaise: number;
  /** Refunds of the order, including those in progress. */
  refundedPaise: number;
}

/** The maximum number of orders in the list. */
export const listedOrders = 100;

/**
 * Orders placed at the same moment may have ids in another sequence than their times. Such ids differ by less than this
 * number.
 */
const slack = 100;

/**
 * The orders of an offer that were paid on these days, the most recently placed first (by id); at most `listedOrders`.
 * The query takes the number of these orders from `offer_days` as its limit, and so stops without reading older orders.
 */
export async function listOfferOrders(db: Db, { kind, source }: OfferKey, days: ReportDays): Promise<OfferOrder[]> {
  const begin = sql`(${days.first}::date)::timestamp at time zone 'Asia/Kolkata'`;
  const end = sql`(${days.last}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
  const { rows } = await db.execute<OfferOrder>(sql`
    select o.number, to_char(o.confirmed_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
      d.off::float8 as discount_paise, o.total_paise::float8 as total_paise,
      (select coalesce(sum(refund_given(r)), 0) from refunds r join payments p on p.id = r.payment_id and p.settles
        where p.order_id = d.order_id)::float8 as refunded_paise
    from (
      select order_id, sum(amount_paise) as off from order_discounts
      where kind = ${kind} and source = ${source} and order_id <= (
        select max(l.id) from (
          select n.id from orders n where n.created_at < ${end} order by n.created_at desc, n.id desc limit ${slack}) l)
      group by order_id order by order_id desc) d
    cross join lateral (
      select number, confirmed_at, total_paise from orders
      where id = d.order_id and confirmed_at >= ${begin} and confirmed_at < ${end} offset 0) o
    order by d.order_id desc
    limit least(${listedOrders}::bigint, (
      select coalesce(sum(orders), 0)::bigint from offer_days
      where kind = ${kind} and source = ${source} and day between ${days.first}::date and ${days.last}::date))`);
  return rows;
}
