import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { ReportDays } from "#shop/dates/report-days.ts";

/** A code, or a bundle by its id. */
export interface OfferKey {
  kind: "promotion" | "bundle";
  source: string;
}

/** What an offer brought, in paise; of its newest orders alone when it had very many. */
export interface OfferResults {
  /** Paid orders in which it took something off. */
  orders: number;
  /** What it took off in them. */
  discountPaise: number;
  /** What was paid for these orders, delivery included. */
  takingsPaise: number;
  /** Older orders are left out. */
  isCut: boolean;
}

/** So many of an offer's newest orders are added up. */
export const addedUpOrders = 2000;

/** Adds up what a code or a bundle brought: of its 2,000 newest orders those that were paid. */
export async function readOfferResults(db: Db, offer: OfferKey): Promise<OfferResults> {
  const { rows } = await db.execute<OfferResults>(sql`
    select (count(*) filter (where o.paid_at is not null))::int as orders,
      coalesce(sum(d.off) filter (where o.paid_at is not null), 0)::float8 as discount_paise,
      coalesce(sum(o.total_paise) filter (where o.paid_at is not null), 0)::float8 as takings_paise,
      count(*) = ${addedUpOrders} as is_cut
    from (
      select order_id, sum(amount_paise) as off from order_discounts
      where kind = ${offer.kind} and source = ${offer.source}
      group by order_id order by order_id desc limit ${addedUpOrders}) d
    join orders o on o.id = d.order_id`);
  return rows[0]!;
}

/** What an offer brought on one day in India, by when its orders were paid. */
export interface OfferDay {
  /** As `2026-11-20`. */
  day: string;
  orders: number;
  /** In paise, as in `OfferResults`. */
  discountPaise: number;
  takingsPaise: number;
}

/** An order in which an offer took something off. */
export interface OfferOrder {
  number: string;
  day: string;
  discountPaise: number;
  totalPaise: number;
}

/** So many orders of an offer are looked at for a report of days. */
const reportedOrders = 10_000;
/** So many orders are listed. */
export const listedOrders = 100;

/**
 * The paid orders of an offer on these days, as a table `found`: of the 10,000 newest that were placed until then, so that
 * old days cost no more than new ones.
 */
const foundOrders = ({ kind, source }: OfferKey, { first, last }: ReportDays) => {
  const end = sql`(${last}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
  return sql`found as (
    select o.id, o.number, d.off, o.total_paise, o.paid_at,
      to_char(o.paid_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day
    from (
      select order_id, sum(amount_paise) as off from order_discounts
      where kind = ${kind} and source = ${source} and order_id <= (
        select n.id from orders n where n.created_at < ${end} order by n.created_at desc, n.id desc limit 1)
      group by order_id order by order_id desc limit ${reportedOrders}) d
    join orders o on o.id = d.order_id
    where o.paid_at >= (${first}::date)::timestamp at time zone 'Asia/Kolkata' and o.paid_at < ${end})`;
};

/** What an offer brought on each of these days, the newest first. */
export async function readOfferDays(db: Db, offer: OfferKey, days: ReportDays): Promise<OfferDay[]> {
  const { rows } = await db.execute<OfferDay>(sql`
    with ${foundOrders(offer, days)}
    select day, count(*)::int as orders, sum(off)::float8 as discount_paise, sum(total_paise)::float8 as takings_paise
    from found group by day order by day desc`);
  return rows;
}

/** What one offer of several brought. */
export interface OfferSums extends OfferKey, Omit<OfferDay, "day"> {
  /** What readers saw it as. */
  label: string;
}

/** What each offer brought on these days, the one in most orders first, of the 10,000 newest paid orders; at most 200 offers. */
export async function readOfferSums(db: Db, { first, last }: ReportDays): Promise<OfferSums[]> {
  const begin = sql`(${first}::date)::timestamp at time zone 'Asia/Kolkata'`;
  const end = sql`(${last}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
  const { rows } = await db.execute<OfferSums>(sql`
    with paid as (
      select o.id, o.total_paise from orders o
      where o.created_at >= ${begin} - interval '8 days' and o.created_at < ${end}
        and o.paid_at >= ${begin} and o.paid_at < ${end}
      order by o.created_at desc limit ${reportedOrders}),
    taken as (
      select d.kind, d.source, d.order_id, max(d.label) as label, sum(d.amount_paise) as off
      from paid join order_discounts d on d.order_id = paid.id group by d.kind, d.source, d.order_id)
    select t.kind, t.source, coalesce(max(t.label), '') as label, count(*)::int as orders,
      sum(t.off)::float8 as discount_paise, sum(paid.total_paise)::float8 as takings_paise
    from taken t join paid on paid.id = t.order_id
    group by t.kind, t.source order by count(*) desc, t.kind, t.source limit 200`);
  return rows;
}

/** The orders of an offer that were paid on these days, the newest first; at most 100. */
export async function listOfferOrders(db: Db, offer: OfferKey, days: ReportDays): Promise<OfferOrder[]> {
  const { rows } = await db.execute<OfferOrder>(sql`
    with ${foundOrders(offer, days)}
    select number, day, off::float8 as discount_paise, total_paise::float8 as total_paise
    from found order by paid_at desc, id desc limit ${listedOrders}`);
  return rows;
}
