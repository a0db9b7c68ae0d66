import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { DbAndClock, Services } from "#shop/services.ts";

/** Upper bound of every count that only reads an index. */
const maxCounted = 10_000;
/** Upper bound of the letters, and of the payments without a webhook, whose rows are read. */
const maxLookedAt = 1_000;
/** Minutes after a payment within which its webhook should arrive. */
const patienceMinutes = 10;

/** State of the outbox. */
export interface LetterState {
  /** Letters to be sent, up to 1,000; and the number of these that are older than 30 minutes. */
  due: number;
  dueForLong: number;
  /** Age of the oldest letter to be sent, in seconds; 0 if there is none. */
  oldestSeconds: number;
  /** Undeliverable letters that are not marked as seen, up to 10,000. */
  givenUp: number;
}

/** Reads the state of the outbox by index, in bounded time at any size. */
export async function readLetterState({ db, now }: DbAndClock): Promise<LetterState> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ state: LetterState }>(sql`
    select json_build_object('due', count(*), 'dueForLong', count(*) filter (where created_at < ${at} - interval '30 minutes'),
      'oldestSeconds', coalesce(greatest(extract(epoch from ${at} - min(created_at)), 0), 0),
      'givenUp', (select count(*) from (select from outbox where state = 'dead' and seen_at is null limit ${maxCounted}) dead)) as state
    from (select created_at from outbox where state = 'due' order by due_at limit ${maxLookedAt}) due`);
  return oneRow(rows).state;
}

/** Recent payments, and open orders and refunds; each number is at most 10,000. */
export interface PurchaseState {
  /** Payments of the last hour, by their status. */
  payments: Record<string, number>;
  /** Orders that wait for payment, or for packing. */
  orders: { pending_payment: number; paid: number };
  /** Unfinished refunds, by state. */
  refunds: { requested: number; pending: number; failed: number };
}

/** Counts payments, orders and refunds by index, in bounded time at any number of orders. */
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
  return oneRow(rows).state;
}

/** Whether the webhooks of a payment provider arrive. */
export interface WebhookState {
  /** The provider's id. */
  provider: string;
  /** Seconds since the last webhook; null if there was none. */
  lastSeconds: number | null;
  /** Orders paid in the last week, more than ten minutes after the last webhook, up to 1,000. */
  paidWithout: number;
}

/**
 * Reads whether webhooks of these providers arrive: a provider sends one within minutes of a payment, so paid orders
 * without any webhook mean that webhooks do not reach the shop.
 */
export async function readWebhookStates(
  { db, now }: DbAndClock,
  providers: Services["paymentProviders"],
): Promise<WebhookState[]> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const patience = sql`make_interval(mins => ${patienceMinutes})`;
  const { rows } = await db.execute<WebhookState>(sql`
    select given.id as provider, extract(epoch from ${at} - last.at)::float8 as last_seconds, (
        select count(*) filter (where settles and provider = given.id)::int from (
          select settles, provider from payments
          where created_at > greatest(${at} - interval '7 days', last.at + ${patience}) and created_at < ${at} - ${patience}
          order by created_at limit ${maxLookedAt}) later) as paid_without
    from unnest(${providers.map(({ id }) => id)}::text[]) with ordinality given (id, place)
      left join lateral (select received_at as at from webhook_events where provider = given.id order by id desc limit 1) last on true
    order by place`);
  return rows;
}
