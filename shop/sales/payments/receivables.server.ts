import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { receivedSql, transferLeftSql } from "#shop/sales/orders/due-transfer.server.ts";
import type { DbAndClock } from "#shop/services.ts";

/** An order that a buyer pays by bank transfer and has not paid in full. */
export interface Receivable {
  number: string;
  /** The business, or the contact. */
  buyer: string;
  /** ISO day. */
  placedOn: string;
  /** Days since then. */
  age: number;
  /** Until when it is to be paid; null if its copies are held until it is. */
  dueOn: string | null;
  isLate: boolean;
  totalPaise: number;
  receivedPaise: number;
  leftPaise: number;
  /** When the buyer was reminded last, as an ISO time. */
  remindedAt: string | null;
}

/** The ages by which what is owed is added up: up to this many days, and the label. */
export const ages = [
  { upTo: 30, label: "0–30 days" },
  { upTo: 60, label: "31–60 days" },
  { upTo: 90, label: "61–90 days" },
  { upTo: Infinity, label: "Over 90 days" },
] as const;

/** The most orders in the list. */
const maxReceivables = 300;

/** Lists what buyers owe by bank transfer, the oldest first. */
export async function listReceivables({ db, now }: DbAndClock): Promise<Receivable[]> {
  const today = sql`(${now().toISOString()}::timestamptz at time zone 'Asia/Kolkata')::date`;
  const { rows } = await db.execute<
    Omit<Receivable, "totalPaise" | "receivedPaise" | "leftPaise"> &
      Record<"totalPaise" | "receivedPaise" | "leftPaise", string>
  >(sql`
    select number, buyer, total_paise, received_paise, left_paise, reminded_at, ${today} - placed as age,
      placed::text as placed_on, due::text as due_on, coalesce(due < ${today}, false) as is_late
    from (
      select o.number, coalesce(nullif(o.business ->> 'name', ''), o.name) as buyer, o.total_paise,
        (o.created_at at time zone 'Asia/Kolkata')::date as placed, o.due_on as due, ${receivedSql(sql`o.id`)} as received_paise,
        ${transferLeftSql} as left_paise,
        (select max(b.created_at) from outbox b where b.order_id = o.id and b.kind = 'payment-reminder') as reminded_at
      from orders o
      where o.payment_method = 'transfer' and (o.payment_state = 'owed' or o.payment_state = 'awaited')
      order by o.id limit ${maxReceivables}) found
    where left_paise > 0 order by placed, number`);
  return rows.map((row) => ({
    ...row,
    totalPaise: Number(row.totalPaise),
    receivedPaise: Number(row.receivedPaise),
    leftPaise: Number(row.leftPaise),
    remindedAt: row.remindedAt && new Date(row.remindedAt).toISOString(),
  }));
}

/** SQL: the orders on credit that were to be paid before this day in India and are not, each with that day as `at`. */
export const overdueSql = (now: Date) => sql`
  select o.due_on::timestamptz as at from orders o
  where o.payment_state = 'owed' and o.due_on < ${isoDay(now)}::date and ${transferLeftSql} > 0`;

/** Adds up what is owed on credit by age, in the order of `ages`. */
export function sumByAge(receivables: Pick<Receivable, "age" | "leftPaise" | "dueOn">[]): number[] {
  return ages.map(({ upTo }, place) => {
    const above = ages[place - 1]?.upTo ?? -1;
    return receivables.reduce(
      (sum, { age, leftPaise, dueOn }) => sum + (dueOn !== null && age > above && age <= upTo ? leftPaise : 0),
      0,
    );
  });
}

/** The address and what is left of an order that waits for a bank transfer; null if it does not. */
export async function findReceivable(db: Db, number: string): Promise<{ orderId: number; email: string } | null> {
  const { rows } = await db.execute<{ orderId: string; email: string; left: string | null }>(sql`
    select o.id as order_id, o.email, ${transferLeftSql} as left from orders o where o.number = ${number} for update`);
  const [row] = rows;
  return row && Number(row.left ?? 0) > 0 ? { orderId: Number(row.orderId), email: row.email } : null;
}
