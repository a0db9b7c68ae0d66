/** Jobs that query payment providers about expired reservations, unreported payments, and refunds. */
import { sql } from "#db/sql.ts";

import type { Services } from "#shop/services.ts";
import { sumOverProviders } from "./payment-provider.ts";
import { tendCodes } from "./qr-codes.server.ts";
import { expireOrder, settlePayment, type Settlement } from "./settle-payment.server.ts";
import { sendDueRefunds } from "./refunds.server.ts";

/**
 * Checks every order whose reservation has expired: it is either paid or expires and releases its copies, also if it was
 * to be confirmed. An order
 * whose payment is still being processed by the bank stays open and is checked less and less often. Returns the number
 * of orders.
 */
export async function expireReservations(services: Services): Promise<number> {
  const soonestSeconds = services.settings.reconcileAfterSeconds / 30;
  const at = sql`${services.now().toISOString()}::timestamptz`;
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select o.id from orders o
    where o.fulfilment_state = 'held' and o.reserved_until < ${at}
      -- Staff decide about an order that was paid in part.
      and not exists (select from bank_transfers t where t.order_id = o.id and t.amount_paise > t.surplus_paise)
      and not exists (select from payment_attempts a where a.order_id = o.id and a.checked_at > greatest(o.reserved_until,
        ${at} - greatest(make_interval(secs => ${soonestSeconds}), (${at} - o.reserved_until) / 8)))
    order by o.reserved_until limit 50`);
  const orders = rows.map(({ id }) => ({ orderId: id }));
  await lookAtEach(services, orders, ({ orderId }) => expireOrder(services, Number(orderId)));
  return rows.length;
}

/**
 * Queries the providers about every attempt that may have an unreported payment: from 15 minutes (a setting) after it
 * was opened to three days, which a bank may take, less and less often. Continues after the order is paid by another
 * attempt, because a duplicate payment must be refunded. Before, it closes QR codes that are not needed any more. Returns
 * the number of attempts and codes.
 */
export async function reconcilePayments(services: Services): Promise<number> {
  const { reconcileAfterSeconds } = services.settings;
  const tended = await tendCodes(services);
  const at = sql`${services.now().toISOString()}::timestamptz`;
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select a.id from payment_attempts a where a.status <> 'paid'
      and a.created_at between ${at} - interval '3 days' and ${at} - make_interval(secs => ${reconcileAfterSeconds})
      and coalesce(a.checked_at, a.created_at) < ${at} - greatest(make_interval(secs => ${reconcileAfterSeconds / 5}), (${at} - a.created_at) / 8)
      -- A code that was paid takes no second payment once its time is over.
      and not exists (select from orders o where o.id = a.order_id and o.payment_method = 'counter' and o.paid_at is not null
        and a.checked_at > o.reserved_until)
    order by a.checked_at nulls first limit 50`);
  await settleEach(services, rows);
  return tended + rows.length;
}

/** Result of checking one payment attempt of an order. */
export interface ReconciledAttempt {
  /** The id of the provider's order. */
  id: string;
  outcome: Settlement["outcome"];
}

/**
 * Queries the provider at once about every payment attempt of an order, for the bookseller. Empty if the order does not
 * exist or has no attempts. Throws ProviderError.
 */
export async function reconcileOrder(services: Services, number: string): Promise<ReconciledAttempt[]> {
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select a.id from payment_attempts a join orders o on o.id = a.order_id where o.number = ${number}
    order by a.created_at`);
  const found: ReconciledAttempt[] = [];
  for (const { id } of rows) {
    found.push({ id, outcome: (await settlePayment(services, id, "bookseller")).outcome });
  }
  return found;
}

/** Sends refunds that are due, and queries the state of those in progress. Returns the number of sent refunds. */
export async function processRefunds(services: Services): Promise<number> {
  const askAgainSeconds = services.settings.reconcileAfterSeconds * 4;
  const at = sql`${services.now().toISOString()}::timestamptz`;
  const touched = await sendDueRefunds(services);
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select distinct a.id from refunds r join payments p on p.id = r.payment_id join payment_attempts a on a.id = p.attempt_id
    where r.state = 'pending' and (r.order_id = any(${touched}::bigint[]) or r.updated_at < ${at} - make_interval(secs => ${askAgainSeconds}))
    limit 50`);
  await settleEach(services, rows);
  return touched.length;
}

/**
 * Finds refunds of the last three days at the providers that the shop does not know, made on a provider's dashboard or
 * by the provider. Returns the number of payment attempts with new refunds.
 */
export function findExternalRefunds(services: Services): Promise<number> {
  const since = new Date(services.now().getTime() - 3 * 86_400_000);
  return sumOverProviders(services.paymentProviders, async (provider) => {
    const made = await provider.listRefundsSince(since);
    const { rows } = await services.db.execute<{ id: string }>(sql`
      select distinct coalesce(p.attempt_id, '') as id
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id text, "paymentId" text, receipt text)
        join payments p on p.id = made."paymentId"
      where not exists (select from refunds r where r.provider_refund_id = made.id or r.idempotency_key = made.receipt and r.state <> 'failed')`);
    await settleEach(services, rows);
    return rows.length;
  });
}

function settleEach(services: Services, attempts: { id: string }[]): Promise<void> {
  const looked = attempts.map(({ id }) => ({ attemptId: id }));
  return lookAtEach(services, looked, ({ attemptId }) => settlePayment(services, attemptId, "reconciler"));
}

/** The target of a check: an order with all its attempts, or one attempt. */
type Looked = { orderId: string } | { attemptId: string };

/**
 * Runs a check for each target and continues after errors; failed ones are tried again later. A failed check also sets
 * `checked_at`, so that permanent failures, such as after a change of keys, do not delay other orders. Throws the last
 * error if every check failed, so that the job counts as failed.
 */
async function lookAtEach<T extends Looked>({ db, now }: Services, all: T[], look: (target: T) => Promise<unknown>) {
  let failed = 0;
  for (const target of all) {
    try {
      await look(target);
    } catch (error) {
      const what = "orderId" in target ? `Order ${target.orderId}` : target.attemptId;
      console.error(`${what} could not be checked at the payment provider and will be checked again later`, error);
      const which = "orderId" in target ? sql`order_id = ${target.orderId}` : sql`id = ${target.attemptId}`;
      await db.execute(
        sql`update payment_attempts set checked_at = ${now().toISOString()}::timestamptz where ${which}`,
      );
      failed += 1;
      if (failed === all.length) throw error;
    }
  }
}
