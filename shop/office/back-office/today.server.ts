/** Lists the tasks that wait for staff, with counts and ages, for the Today page; counts some of them for the menu. */
import { oneRow } from "#db/one-row.ts";
import { createHash } from "node:crypto";

import { sql, type SQL } from "#db/sql.ts";

import type { Services } from "#shop/services.ts";
import { bookingsToLookAtSql } from "#shop/sales/carriers/list-bookings.server.ts";
import { lowSellersSql } from "#shop/office/stock-room/low-stock.server.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";
import { overdueSql } from "#shop/sales/payments/receivables.server.ts";
import { unansweredSql } from "#shop/sales/quotations/quotations.server.ts";
import { listMoneyConcerns, type MoneyConcern } from "./money-concerns.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { waitingAtShop } from "./parcels/list-to-collect.server.ts";
import { ordersToPackSql } from "./parcels/parcels.server.ts";
import { lostSearchesReport } from "./search-reports.server.ts";
import { maxCounted, waitingKinds, type WaitingKind } from "./waiting-counts.ts";

/** One kind of waiting tasks: their number, and the age of the oldest. */
export interface Waiting {
  kind: WaitingKind;
  /** At most `maxCounted`. */
  count: number;
  /** ISO timestamp; null for kinds without an age. */
  since: string | null;
  /** The first tasks by name, each with a number of readers, copies, letters or paise; empty if the count is enough. */
  items: { name: string; count: number; bookId: string | null }[];
  /** ISO timestamp of the count, if it is not current. */
  countedAt?: string;
  /** The ids of the counted tasks, for a button that acts on exactly these. */
  ids?: string[];
}

/** All tasks that wait for staff. */
export interface WaitingList {
  lines: Waiting[];
  /** The problems that the kind `money` counts, oldest first; at most `maxConcerns`. */
  concerns: MoneyConcern[];
  /** Hash of the list, which changes with it. */
  version: string;
}

const maxItems = 5;
const maxConcerns = 8;
/** The maximum number of stock requests that are read, newest first. */
const maxWaitingReaders = 2_000;

interface Counted {
  count: number;
  since: string | null;
  items?: Waiting["items"] | null;
  countedAt?: string | null;
  ids?: string[] | null;
}

/**
 * Lists all kinds of waiting tasks with at least one task. Runs four statements, which use indexes at any size of the
 * shop.
 */
export async function listWaiting(services: Pick<Services, "db" | "now" | "settings">): Promise<WaitingList> {
  const [counted, concerns, lost] = await Promise.all([
    readCounts(services),
    listMoneyConcerns(services, maxCounted),
    readLongReport(services, lostSearchesReport),
  ]);
  const all: Record<WaitingKind, Counted> = {
    ...counted,
    searches: {
      count: Math.min(lost?.head.count ?? 0, maxCounted),
      // A day begins at midnight in India.
      since: lost?.head.since ? `${lost.head.since}T00:00:00+05:30` : null,
      items: lost?.head.texts.map(({ text, visitors }) => ({ name: text, count: visitors, bookId: null })) ?? [],
      countedAt: lost?.madeAt ?? null,
    },
    money: { count: Math.min(concerns.length, maxCounted), since: concerns[0]?.since ?? null },
  };
  const lines = waitingKinds.flatMap((kind) => {
    const { count, since, items, countedAt, ids } = all[kind];
    const more = { ...(countedAt && { countedAt }), ...(ids && { ids }) };
    return count > 0 ? [{ kind, count, since, items: items ?? [], ...more }] : [];
  });
  const list = { lines, concerns: concerns.slice(0, maxConcerns) };
  return { ...list, version: createHash("sha256").update(JSON.stringify(list)).digest("base64url").slice(0, 16) };
}

/** The tasks that have a page of their own, one row for each with its time. Today and the menu count the same rows. */
const waitingRows = {
  "returns-to-answer": sql`select asked_at as at from returns where state = 'asked'`,
  messages: sql`select created_at as at from contact_messages where closed_at is null`,
  "books-asked-for": sql`select created_at as at from book_requests where closed_at is null`,
};

const countOf = (rows: SQL) => sql`(select count(*) from (${rows} limit ${maxCounted}) found)`;

/** An expression for the menu's numbers, as the JSON of `MenuCounts`. */
export const menuCountsSql = sql`
  json_build_object(
    'parcels', ${countOf(sql`select from orders where fulfilment_state = 'to_pack'`)},
    'returns', ${countOf(waitingRows["returns-to-answer"])},
    'messages', ${countOf(waitingRows.messages)},
    'wanted', ${countOf(waitingRows["books-asked-for"])})`;

type Counts = Record<Exclude<WaitingKind, "money" | "searches">, Counted>;

async function readCounts({ db, ...services }: Pick<Services, "db" | "now" | "settings">): Promise<Counts> {
  const counted = (rows: ReturnType<typeof sql>) => sql`(
    select json_build_object('count', count(*), 'since', min(at)) from (${rows} order by 1 limit ${maxCounted}) found)`;
  const named = (rows: ReturnType<typeof sql>) => sql`(
    select json_build_object('count', coalesce(max(total), 0), 'since', min(since),
      'items', json_agg(json_build_object('name', name, 'count', count, 'bookId', book_id) order by place))
    from (select *, row_number() over () as place from (${rows} limit ${maxItems}) best) found)`;
  const { rows } = await db.execute<{ found: Counts }>(sql`
    with watched as materialized (${ordersToPackSql(services)}),
      unsent as (select id, created_at, last_error from outbox where state = 'dead' and seen_at is null
        order by created_at, id limit ${maxCounted})
    select json_build_object(
      'parcels-in-danger', ${counted(sql`select at from watched where is_late`)},
      'orders-to-pack', ${counted(sql`select at from watched where not is_late`)},
      'not-collected', ${counted(sql`select w.kept_until::timestamptz as at from (${waitingAtShop}) w
        where w.kept_until < ${isoDay(services.now())}::date`)},
      'booked-parcels', ${counted(bookingsToLookAtSql(services.now()))},
      'credit-overdue', ${counted(overdueSql(services.now()))},
      'quotations-accepted', ${counted(sql`select o.created_at as at from orders o
        where o.state = 'pending_payment' and o.payment_method = 'transfer'`)},
      'quotations-unanswered', ${counted(sql`select q.sent_at as at from quotations q where ${unansweredSql(services.now())}`)},
      'returns-to-answer', ${counted(waitingRows["returns-to-answer"])},
      'returns-on-their-way', ${counted(sql`select answered_at as at from returns where state = 'accepted'`)},
      'refunds-to-approve', ${named(sql`
        select o.number as name, q.amount_paise as count, null::text as book_id, q.asked_at as since,
          count(*) over () as total
        from refund_requests q join orders o on o.id = q.order_id where q.answered_at is null
        order by q.asked_at, q.id`)},
      'payouts', ${counted(sql`select found_at as at from payout_differences where closed_at is null`)},
      'messages', ${counted(waitingRows.messages)},
      'reviews', ${counted(sql`select coalesce(changed_at, created_at) as at from reviews where state = 'waiting'`)},
      'books-asked-for', ${counted(waitingRows["books-asked-for"])},
      'first-book', (select json_build_object('count', (not exists (select from books where is_listed))::int, 'since', null)),
      'letters', (select json_build_object('count', count(*), 'since', min(created_at), 'ids', json_agg(id::text), 'items', (
          select json_agg(json_build_object('name', error, 'count', letters, 'bookId', null::text)) from (
            select left(last_error, 200) as error, count(*) as letters from unsent where last_error <> '' group by 1
            order by 2 desc, 1 limit ${maxItems}) found))
        from unsent),
      'jobs', ${counted(sql`select failed_at as at from jobs where failures_in_a_row > 0`)},
      'books-waited-for', ${named(sql`
        select w.title as name, r.count, b.id as book_id, r.since, r.total
        from (
            select r.book_id, r.count, r.since, sum(r.count) over () as total
            from (select q.book_id, count(*) as count, min(q.created_at) as since
                from (select book_id, created_at from stock_requests where told_at is null
                  order by id desc limit ${maxWaitingReaders}) q group by q.book_id) r
              left join stock s on s.book_id = r.book_id
            where coalesce(s.on_hand - s.reserved, 0) <= 0
            order by r.count desc, r.book_id limit ${maxItems}) r
          join books b on b.id = r.book_id join works w on w.id = b.work_id
        order by r.count desc, w.title`)},
      'low-stock', ${named(sql`
        select w.title as name, k.for_sale as count, k.book_id, null::timestamptz as since, count(*) over () as total
        from (${lowSellersSql}) k join books b on b.id = k.book_id join works w on w.id = b.work_id
        order by k.sold30 desc, k.sold90 desc, k.book_id`)}) as found`);
  return oneRow(rows).found;
}
