/** Stores webhooks of payment providers and processes them with retries. */
import { createHash } from "node:crypto";

import { sql, type SQL } from "#db/sql.ts";

import { describeErrorForDatabase } from "#db/describe-error.ts";
import type { Services } from "#shop/services.ts";
import { recordDispute } from "./disputes.server.ts";
import { ProviderError, providerOf } from "./payment-provider.ts";
import { settlePayment } from "./settle-payment.server.ts";

interface WaitingEvent {
  id: string;
  provider: string;
  type: string;
  providerOrderId: string | null;
  body: string;
  tries: number;
}

/** Result of a delivery: forged ones are rejected, signed ones stored, duplicates stored once. */
export type WebhookReceipt = "stored" | "known" | "forged";

const maxTries = 12;
/**
 * Upper bound of the tries while the provider does not answer or rejects the shop's keys: these say nothing about the
 * event, which is retried without end, at most every nine minutes.
 */
const maxSilentTries = 9;

/** Unprocessed, or due for a retry. */
const isDue = (at: SQL) => sql`state = 'received'
  and (tries = 0 or processed_at < ${at} - make_interval(secs => 2 ^ least(tries, ${maxSilentTries})))`;

/** Whether the order's reader deleted the account: the payer's data in such an event is then not kept for a person. */
const isOfErasedOrder = sql`exists (
  select from payment_attempts a join orders o on o.id = a.order_id
  where a.id = webhook_events.provider_order_id and o.erased_at is not null)`;

/** Checks the signature over the raw bytes and stores the event for processing. */
export async function receiveWebhook(
  { db, paymentProviders }: Services,
  providerId: string,
  rawBody: Buffer,
  headers: Headers,
): Promise<WebhookReceipt> {
  const provider = paymentProviders.find(({ id }) => id === providerId);
  if (!provider?.isSignedWebhook(rawBody, headers)) return "forged";
  const text = rawBody.toString("utf8");
  const { id, type, orderId } = provider.readWebhook(text, headers);
  const { rowCount } = await db.execute(sql`
    insert into webhook_events (event_id, body_sha256, provider, type, provider_order_id, body, state)
    values (${id.slice(0, 100)}, ${createHash("sha256").update(rawBody).digest("hex")}, ${provider.id}, ${type}, ${orderId},
      ${text.replaceAll("\0", "")}, ${orderId ? "received" : "quarantined"})
    on conflict (body_sha256) do nothing`);
  return rowCount === 1 ? "stored" : "known";
}

/**
 * Processes due events, oldest first, and erases the payer's data in processed ones; safe to run in several processes.
 * Returns the number of finished events.
 */
export async function processWebhooks(services: Services, limit = 50): Promise<number> {
  const { db, now } = services;
  await dismissOldNews(services);
  const at = sql`${now().toISOString()}::timestamptz`;
  // Claiming an event counts as a try and delays the next one: if this process dies, another one processes it later.
  const { rows } = await db.execute<WaitingEvent>(sql`
    update webhook_events set tries = tries + 1, processed_at = ${at}
    where id = any(array(
      select id from webhook_events
      where ${isDue(at)} order by id limit ${limit} for update skip locked))
    returning id, provider, type, provider_order_id, body, tries`);
  let finished = 0;
  for (const row of rows) {
    try {
      const state = (await processEvent(services, row)) ? "done" : "quarantined";
      await db.execute(sql`
        update webhook_events set state = ${state}, body = case when ${state} = 'done' then '' else body end,
          processed_at = ${now().toISOString()}::timestamptz
        where id = ${row.id}`);
      finished += 1;
    } catch (error) {
      const isSilence = error instanceof ProviderError && error.kind === "unreachable";
      const state = row.tries >= maxTries && !isSilence ? "dead" : "received";
      await db.execute(sql`
        update webhook_events set state = ${state}, last_error = ${describeErrorForDatabase(error)},
          tries = case when ${isSilence} then least(tries, ${maxSilentTries}) else tries end,
          body = case when ${state} = 'dead' and ${isOfErasedOrder} then '' else body end
        where id = ${row.id} and state = 'received'`);
    }
  }
  return finished;
}

/** Processes an event; returns whether it concerns an order of the shop. */
async function processEvent(services: Services, event: WaitingEvent): Promise<boolean> {
  const { db, paymentProviders } = services;
  const { type, body, providerOrderId: attemptId } = event;
  const provider = providerOf(paymentProviders, event.provider);
  const dispute = provider.readDispute(type, body);
  if (dispute) return recordDispute(db, dispute, { providerName: provider.name, attemptId });
  return (await settlePayment(services, attemptId ?? "", "webhook")).outcome !== "unknown";
}

/** Finishes events that only report a payment which has already settled its order, without a query to the provider. */
async function dismissOldNews({ db, paymentProviders, now }: Services) {
  const successes = paymentProviders.flatMap(({ id, successEvents }) => successEvents.map((type) => `${id} ${type}`));
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`
    update webhook_events set state = 'done', body = '', tries = tries + 1, processed_at = ${at}
    where id = any(array(
      select e.id from webhook_events e
      where ${isDue(at)} and e.provider || ' ' || e.type = any(${successes}::text[])
        and exists (select from payments p where p.attempt_id = e.provider_order_id and p.settles
          -- Searches the text: if the body were parsed as JSON, one escaped zero byte in it would fail the whole job.
          and position('"' || p.id || '"' in e.body) > 0)
      -- Several processes may run this at once. They skip locked rows and do not wait, so they cannot deadlock.
      order by e.id for update of e skip locked))`);
}
