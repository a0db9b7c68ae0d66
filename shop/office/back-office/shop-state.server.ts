import { sql } from "#db/sql.ts";

import type { DbAndClock } from "#shop/services.ts";

/** So many of anything are counted by an index alone; more is this many. */
const maxCounted = 10_000;
/** Of so many letters, and payments without a webhook, the rows themselves are read. */
const maxLookedAt = 1_000;
/** A webhook has so many minutes to come. */
const patienceMinutes = 10;

/** How the letters stand. */
export interface LetterState {
  /** Letters to be sent, up to 1,000; of these those that were written more than half an hour ago. */
  due: number;
  dueForLong: number;
  /** How long the oldest of them has waited, in seconds; 0 when none waits. */
  oldestSeconds: number;
  /** Letters that will not be tried again, and that nobody has seen to; up to 10,000. */
  givenUp: number;
}

/** How letters stand: by index, at any size of the outbox. */
export async function readLetterState({ db, now }: DbAndClock): Promise<LetterState> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ state: LetterState }>(sql`
    select json_build_object('due', count(*), 'dueForLong', count(*) filter (where created_at < ${at} - interval '30 minutes'),
      'oldestSeconds', coalesce(greatest(extract(epoch from ${at} - min(created_at)), 0), 0),
      'givenUp', (select count(*) from (select from outbox where state = 'dead' and seen_at is null limit ${maxCounted}) dead)) as state
    from (select created_at from outbox where state = 'due' order by due_at limit ${maxLookedAt}) due`);
  return rows[0]!.state;
}

/** How the purchases of just now stand; each number is at most 10,000. */
export interface PurchaseState {
  /** Payments of the last hour, by their status. */
  payments: Record<string, number>;
  /** Orders that wait: for their payment, and for somebody who packs them. */
  orders: { pending_payment: number; paid: number };
  /** Refunds that are not done, by their state. */
  refunds: { requested: number; pending: number; failed: number };
}

/** How purchases stand: by index, at any number of orders. */
export async function readPurchaseState({ db, now }: DbAndClock): Promise<PurchaseState> {
  const ordersIn = (state: string) =>
    sql`(select count(*) from (select from orders where state = ${state} limit ${maxCounted}) found)`;
  const refundsIn = (state: string) =>
    sql`(select count(*) from (select from refunds where state in ('requested', 'pending') and state = ${state} limit ${maxCounted}) found)`;
  const { rows } = await db.execute<{ state: PurchaseState }>(sql`
    select json_build_object(
      'payments', (select coalesce(json_object_agg(status, number), '{}') from (
        select status, count(*) as number from (
          select status from payments where created_at > ${now().toISOString()}::timestamptz - interval '1 hour'
          order by created_at desc limit ${maxCounted}) lately group by status) by_status),
      'orders', json_build_object('pending_payment', ${ordersIn("pending_payment")}, 'paid', ${ordersIn("paid")}),
      'refunds', json_build_object('requested', ${refundsIn("requested")}, 'pending', ${refundsIn("pending")},
        'failed', (select count(*) from (select from refunds where state = 'failed' limit ${maxCounted}) found))) as state`);
  return rows[0]!.state;
}

/** Whether the payment provider tells the shop of payments. */
export interface WebhookState {
  /** Seconds since a webhook came last; null when none ever has. */
  lastSeconds: number | null;
  /** Orders that were paid in the last week, each more than ten minutes after any webhook, up to 1,000. */
  paidWithout: number;
}

/**
 * Whether webhooks come while readers pay: a payment is announced within minutes, so paid orders without any webhook
 * mean that none finds the shop.
 */
export async function readWebhookState({ db, now }: DbAndClock): Promise<WebhookState> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const patience = sql`make_interval(mins => ${patienceMinutes})`;
  const { rows } = await db.execute<{ state: WebhookState }>(sql`
    with last as materialized (select received_at as at from webhook_events order by id desc limit 1)
    select json_build_object('lastSeconds', (select extract(epoch from ${at} - at) from last),
      'paidWithout', (select count(*) filter (where settles) from (
        select settles from payments
        where created_at > greatest(${at} - interval '7 days', (select at + ${patience} from last)) and created_at < ${at} - ${patience}
        order by created_at limit ${maxLookedAt}) later)) as state`);
  return rows[0]!.state;
}
