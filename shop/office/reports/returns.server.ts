import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import type { ReportDays } from "#shop/kernel/dates/report-days.ts";
import type { LongReport } from "./long-report.server.ts";

/** Return requests with one reason. */
export interface ReturnsOfReason {
  /** Such as `damaged`. */
  reason: string;
  requests: number;
  copies: number;
  /** Copies that came back fit to be sold again. */
  restocked: number;
  /** Refunds for them that were made or are under way, in paise. */
  refundedPaise: number;
}

/** A return request. */
export interface AskedReturn {
  id: number;
  orderNumber: string;
  title: string;
  copies: number;
  reason: string;
  /** Such as `received`. */
  state: string;
  askedOn: string;
  refundedPaise: number | null;
}

export const returnsOnPage = 50;

const asked = ({ first, last }: ReportDays) => sql`t.asked_at >= (${first}::date)::timestamp at time zone 'Asia/Kolkata'
  and t.asked_at < (${last}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;

/** The return requests of these days in India by reason, most copies first. */
export async function sumReturns(db: Db, days: ReportDays): Promise<ReturnsOfReason[]> {
  const { rows } = await db.execute<ReturnsOfReason>(sql`
    select t.reason, count(*)::int as requests, coalesce(sum(t.quantity), 0)::int as copies,
      coalesce(sum(t.restocked_quantity), 0)::int as restocked, coalesce(sum(r.amount_paise), 0)::float8 as refunded_paise
    from returns t left join refunds r on r.id = t.refund_id and r.state <> 'failed'
    where ${asked(days)} group by 1 order by 3 desc, 1`);
  return rows;
}

/** With no more requests than this, a page adds them up itself. */
const shortReturns = 300;

/** The report of return requests of these days, by reason. */
export function returnsReport(days: ReportDays): LongReport<ReturnsOfReason[], never> {
  return {
    kind: "returns",
    question: { first: days.first, last: days.last },
    async isShort(db) {
      const { rows } = await db.execute<{ returns: number }>(sql`
        select count(*)::int as returns from (select from returns t where ${asked(days)} limit ${shortReturns + 1}) r`);
      return oneRow(rows).returns <= shortReturns;
    },
    async make(db) {
      return { head: await sumReturns(db, days), pages: [] };
    },
  };
}

export interface AskedReturnsQuery {
  days: ReportDays;
  /** The reason of the listed requests; all requests if it is empty. */
  reason?: string;
  before: number | null;
  limit?: number;
}

/** The maximum number of returns in a file. */
export const returnsInFile = 5_000;

/** Return requests, newest first, older than the request `before`, and whether there are more. */
export async function listAskedReturns(
  db: Db,
  { days, reason = "", before, limit = returnsOnPage }: AskedReturnsQuery,
): Promise<{ returns: AskedReturn[]; isCut: boolean }> {
  const { rows } = await db.execute<AskedReturn>(sql`
    select t.id::int as id, o.number as order_number, l.title, t.quantity as copies, t.reason, t.state,
      to_char(t.asked_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as asked_on, r.amount_paise::float8 as refunded_paise
    from (
        select * from returns t where ${asked(days)} ${reason === "" ? sql`` : sql`and t.reason = ${reason}`}
          and (${before}::bigint is null or (t.asked_at, t.id) < (select b.asked_at, b.id from returns b where b.id = ${before}::bigint))
        order by t.asked_at desc, t.id desc limit ${limit + 1}
      ) t
      join orders o on o.id = t.order_id
      join order_lines l on l.order_id = t.order_id and l.position = t.line_position
      left join refunds r on r.id = t.refund_id and r.state <> 'failed'
    order by t.asked_at desc, t.id desc`);
  return { returns: rows.slice(0, limit), isCut: rows.length > limit };
}
