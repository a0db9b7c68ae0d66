/**
 * Reads payouts, their lines and differences, and the payments that are in no payout yet, for the payouts page of the
 * desk.
 */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import type { Services } from "#shop/services.ts";
import type { LongReport } from "#shop/office/reports/long-report.server.ts";

/** A payout of a payment provider to the shop's bank account; money in paise, times ISO. */
export interface Payout {
  id: string;
  provider: string;
  settledAt: string;
  /** The bank's number of the transfer (unique transaction reference). */
  utr: string;
  lines: number;
  creditPaise: number;
  debitPaise: number;
  feePaise: number;
  taxPaise: number;
}

/** A difference between a payout and the shop's payments and refunds. */
export interface PayoutDifference {
  /** Provider of the payout, or of the payment that is in no payout. */
  provider: string;
  kind: "unknown-payment" | "unknown-refund" | "amount" | "net" | "twice" | "late-payment" | "late-refund";
  entityId: string;
  expectedPaise: number | null;
  foundPaise: number | null;
  foundAt: string;
  isClosed: boolean;
  /** The paid order; null if unknown. */
  orderNumber: string | null;
  /** The last payout with this payment or refund. */
  payoutId: string | null;
}

/** A payment or a refund that is in no payout yet. */
export interface NotPaidOut {
  entityId: string;
  kind: "payment" | "refund";
  orderNumber: string;
  amountPaise: number;
  at: string;
}

/** Progress of reading payouts from a provider. */
export interface PayoutReading {
  /** The provider's id. */
  provider: string;
  /** The last day (India) that was read, such as `2026-11-20`; null if none was. */
  lastDay: string | null;
  readAt: string | null;
  /** Number of lines that could not be parsed. */
  unreadable: number;
}

export const payoutsOnPage = 30;
export const maxDifferences = 50;
export const maxNotPaidOut = 50;
/** With at most this number of payments and refunds, the page adds up the sums itself, without a stored report. */
const shortPayments = 300;
export const linesOnPage = 100;

const payoutColumns = sql`s.id, s.provider, s.settled_at::text as settled_at, s.utr, s.line_count as lines, s.credit_paise::float8 as credit_paise,
  s.debit_paise::float8 as debit_paise, s.fee_paise::float8 as fee_paise, s.tax_paise::float8 as tax_paise`;

/**
 * A page of payouts, newest first; `before` is the id of the last payout on the previous page. `isCut`: there are older
 * payouts.
 */
export async function listPayouts(db: Db, before: string | null): Promise<{ payouts: Payout[]; isCut: boolean }> {
  const { rows } = await db.execute<Payout>(sql`
    select ${payoutColumns} from settlements s
    where ${before}::text is null or (s.settled_at, s.id) < (select b.settled_at, b.id from settlements b where b.id = ${before})
    order by s.settled_at desc, s.id desc limit ${payoutsOnPage + 1}`);
  return { payouts: rows.slice(0, payoutsOnPage), isCut: rows.length > payoutsOnPage };
}

/** Finds a payout, or null. */
export async function findPayout(db: Db, id: string): Promise<Payout | null> {
  const { rows } = await db.execute<Payout>(sql`select ${payoutColumns} from settlements s where s.id = ${id}`);
  return rows[0] ?? null;
}

/** Lists the open differences, oldest first, then those that were closed last; `open` is the number of all open ones. */
export async function listDifferences(db: Db): Promise<{ differences: PayoutDifference[]; open: number }> {
  const { rows } = await db.execute<PayoutDifference & { open: number }>(sql`
    select d.open, d.kind, d.entity_id, d.expected_paise::float8 as expected_paise, d.found_paise::float8 as found_paise,
      d.found_at::text as found_at, d.closed_at is not null as is_closed, o.number as order_number,
      x.id as payout_id, coalesce(x.provider, p.provider, paid.provider, '') as provider
    from (
        (select *, (count(*) over ())::int as open from payout_differences where closed_at is null
          order by found_at, entity_id limit ${maxDifferences})
        union all
        (select *, 0 from payout_differences where closed_at is not null order by closed_at desc limit 10)
      ) d
      left join payments p on p.id = d.entity_id
      left join refunds r on r.provider_refund_id = d.entity_id
      left join payments paid on paid.id = r.payment_id
      left join orders o on o.id = coalesce(p.order_id, r.order_id)
      left join lateral (select s.id, s.provider from settlement_lines l join settlements s on s.id = l.settlement_id
        where l.entity_id = d.entity_id order by s.settled_at desc limit 1) x on true
    order by d.closed_at desc nulls first, d.found_at, d.entity_id`);
  return { differences: rows.map(({ open: _, ...difference }) => difference), open: rows[0]?.open ?? 0 };
}

/** Payments and refunds since `since` that are in no payout yet: the newest rows, and the number and sum of all. */
export async function listNotPaidOut(
  db: Db,
  since: Date,
): Promise<{ rows: NotPaidOut[]; payments: number; paymentsPaise: number; refunds: number; refundsPaise: number }> {
  const from = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<
    NotPaidOut & { payments: number; paymentsPaise: number; refunds: number; refundsPaise: number }
  >(sql`
    with waiting as (
      select p.id as entity_id, 'payment' as kind, p.order_id, p.amount_paise, p.created_at from payments p
      where p.created_at >= ${from} and p.attempt_id is not null and (p.status = 'captured' or p.status = 'refunded' and p.settles)
        and not exists (select from settlement_lines l where l.entity_id = p.id)
      union all
      select coalesce(r.provider_refund_id, ''), 'refund', r.order_id, r.amount_paise, r.created_at from refunds r
      where r.created_at >= ${from} and r.state = 'processed' and r.paid_by is null
        and not exists (select from settlement_lines l where l.entity_id = r.provider_refund_id)),
    sums as (
      select count(*) filter (where kind = 'payment')::int as payments,
        coalesce(sum(amount_paise) filter (where kind = 'payment'), 0)::float8 as payments_paise,
        count(*) filter (where kind = 'refund')::int as refunds,
        coalesce(sum(amount_paise) filter (where kind = 'refund'), 0)::float8 as refunds_paise
      from waiting)
    select w.entity_id, w.kind, o.number as order_number, w.amount_paise::float8 as amount_paise,
      w.created_at::text as at, sums.*
    from (select * from waiting order by created_at desc, entity_id limit ${maxNotPaidOut}) w
      join orders o on o.id = w.order_id cross join sums
    order by w.created_at desc, w.entity_id`);
  const sums = rows[0] ?? { payments: 0, paymentsPaise: 0, refunds: 0, refundsPaise: 0 };
  return {
    rows: rows.map(({ entityId, kind, orderNumber, amountPaise, at }) => ({
      entityId,
      kind,
      orderNumber,
      amountPaise,
      at,
    })),
    payments: sums.payments,
    paymentsPaise: sums.paymentsPaise,
    refunds: sums.refunds,
    refundsPaise: sums.refundsPaise,
  };
}

/** Number and sum (paise) of the payments and refunds that are in no payout yet. */
export type NotPaidOutSums = Omit<Awaited<ReturnType<typeof listNotPaidOut>>, "rows">;

/** Report of the payments and refunds of the last `days` days that are in no payout yet; its page lists the newest. */
export function notPaidOutReport(days: number): LongReport<NotPaidOutSums, NotPaidOut> {
  const since = (now: Date) => new Date(now.getTime() - days * 86_400_000);
  return {
    kind: "not-paid-out",
    question: { days: String(days) },
    async isShort(db, now) {
      const from = sql`${since(now).toISOString()}::timestamptz`;
      const { rows } = await db.execute<{ looked: number }>(sql`
        select count(*)::int as looked from (
          select from payments where created_at >= ${from}
          union all select from refunds where created_at >= ${from} limit ${shortPayments + 1}) l`);
      return oneRow(rows).looked <= shortPayments;
    },
    async make(db, now) {
      const { rows, ...sums } = await listNotPaidOut(db, since(now));
      return { head: sums, pages: [rows] };
    },
  };
}

/** Reads the progress of reading payouts from each of these providers. */
export async function readPayoutReadings(db: Db, providers: Services["paymentProviders"]): Promise<PayoutReading[]> {
  const { rows } = await db.execute<PayoutReading>(sql`
    select given.id as provider, to_char(max(day), 'YYYY-MM-DD') as last_day, max(read_at)::text as read_at,
      coalesce(sum(unreadable), 0)::int as unreadable
    from unnest(${providers.map(({ id }) => id)}::text[]) with ordinality given (id, place)
      left join settlement_days d on d.provider = given.id
    group by given.id, place order by place`);
  return rows;
}

/** A line of a payout; money in paise, the fee includes its tax. */
export interface PayoutLine {
  entityId: string;
  /** A kind that the shop knows, such as `payment`, or else the provider's own name. */
  kind: string;
  orderNumber: string | null;
  amountPaise: number;
  creditPaise: number;
  debitPaise: number;
  feePaise: number;
  taxPaise: number;
  description: string;
}

/** The lines of a payout after the entity id `after`, in order of their ids, at most `limit`. */
export async function listPayoutLines(db: Db, id: string, after: string, limit: number): Promise<PayoutLine[]> {
  const { rows } = await db.execute<PayoutLine>(sql`
    select l.entity_id, l.kind, o.number as order_number, l.amount_paise::float8 as amount_paise,
      l.credit_paise::float8 as credit_paise, l.debit_paise::float8 as debit_paise, l.fee_paise::float8 as fee_paise,
      l.tax_paise::float8 as tax_paise, l.description
    from (select * from settlement_lines where settlement_id = ${id} and entity_id > ${after}
        order by entity_id limit ${limit}) l
      left join payments p on p.id = l.entity_id
      left join refunds r on r.provider_refund_id = l.entity_id
      left join orders o on o.id = coalesce(p.order_id, r.order_id)
    order by l.entity_id`);
  return rows;
}
