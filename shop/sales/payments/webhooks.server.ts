import { createHash } from "node:crypto";

import { sql, type SQL } from "#db/sql.ts";
import { z } from "zod";

import { describeErrorForRecord } from "#db/describe-error.ts";
import type { DbAndClock, Services } from "#shop/services.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { recordDispute } from "./disputes.server.ts";
import { RazorpayError } from "./razorpay.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const razorpayOrderId = z
  .string()
  .regex(/^order_\w+$/)
  .nullish()
  .catch(null);
/** All that is read of an event before it is stored: its name, and the order to check, wherever the payload has it. */
const event = z.object({
  event: z.string().regex(/^[\w.]{1,100}$/),
  payload: z
    .object({
      payment: z
        .object({ entity: z.object({ order_id: razorpayOrderId }) })
        .nullish()
        .catch(null),
      order: z
        .object({ entity: z.object({ id: razorpayOrderId }) })
        .nullish()
        .catch(null),
    })
    .catch({}),
});

interface WaitingEvent {
  id: string;
  type: string;
  razorpayOrderId: string | null;
  body: string;
  tries: number;
}

/** What became of a delivery: a forged one is refused, every signed one is stored, a duplicate is stored once. */
export type WebhookReceipt = "stored" | "known" | "forged";

const maxTries = 12;
/**
 * Tries in which Razorpay was silent, or did not take the shop's keys, count no further than this: they say nothing of
 * the event, which waits for as long as it takes, at most nine minutes between two tries.
 */
const maxSilentTries = 9;

/** Unprocessed, or due for a retry. */
const isDue = (at: SQL) => sql`state = 'received'
  and (tries = 0 or processed_at < ${at} - make_interval(secs => 2 ^ least(tries, ${maxSilentTries})))`;

/** The reader has deleted the account: what such an event says of the payer is not stored for a person to look at. */
const isOfErasedOrder = sql`exists (
  select from payment_attempts a join orders o on o.id = a.order_id
  where a.id = webhook_events.razorpay_order_id and o.erased_at is not null)`;

/** Keeps a signed event before anything is done with it. The signature covers the raw bytes, so they are what counts. */
export async function receiveWebhook(
  { db, razorpay }: Services,
  rawBody: Buffer,
  signature: string,
  eventId: string,
): Promise<WebhookReceipt> {
  if (!razorpay.isWebhookSignature(rawBody, signature)) return "forged";
  const text = rawBody.toString("utf8");
  const parsed = event.safeParse(parseJson(text));
  const orderId = parsed.data && (parsed.data.payload.order?.entity.id ?? parsed.data.payload.payment?.entity.order_id);
  const { rowCount } = await db.execute(sql`
    insert into webhook_events (event_id, body_sha256, type, razorpay_order_id, body, state)
    values (${eventId.slice(0, 100)}, ${createHash("sha256").update(rawBody).digest("hex")},
      ${parsed.data?.event ?? "unreadable"}, ${orderId ?? null}, ${text.replaceAll("\0", "")},
      ${orderId ? "received" : "quarantined"})
    on conflict (body_sha256) do nothing`);
  return rowCount === 1 ? "stored" : "known";
}

/**
 * Works through stored events, oldest first, and forgets what they say of the payer; several processes may do so at once.
 * Returns how many were finished.
 */
export async function processWebhooks(services: Services, limit = 50): Promise<number> {
  const { db, now } = services;
  await dismissOldNews(services);
  const at = sql`${now().toISOString()}::timestamptz`;
  // Taking an event counts as a try and puts it aside for a while: if this process dies, another takes it up.
  const { rows } = await db.execute<WaitingEvent>(sql`
    update webhook_events set tries = tries + 1, processed_at = ${at}
    where id = any(array(
      select id from webhook_events
      where ${isDue(at)} order by id limit ${limit} for update skip locked))
    returning id, type, razorpay_order_id, body, tries`);
  let finished = 0;
  for (const row of rows) {
    try {
      const isOurs = row.type.startsWith("payment.dispute.")
        ? await recordDispute(db, row)
        : (await settlePayment(services, row.razorpayOrderId ?? "", "webhook")).outcome !== "unknown";
      const state = isOurs ? "done" : "quarantined";
      await db.execute(sql`
        update webhook_events set state = ${state}, body = case when ${state} = 'done' then '' else body end,
          processed_at = ${now().toISOString()}::timestamptz
        where id = ${row.id}`);
      finished += 1;
    } catch (error) {
      const isSilence = error instanceof RazorpayError && error.kind === "unreachable";
      const state = row.tries >= maxTries && !isSilence ? "dead" : "received";
      await db.execute(sql`
        update webhook_events set state = ${state}, last_error = ${describeErrorForRecord(error)},
          tries = case when ${isSilence} then least(tries, ${maxSilentTries}) else tries end,
          body = case when ${state} = 'dead' and ${isOfErasedOrder} then '' else body end
        where id = ${row.id} and state = 'received'`);
    }
  }
  return finished;
}

/** Most events tell of the payment that the browser has reported already: nothing is left to learn from Razorpay. */
async function dismissOldNews({ db, now }: DbAndClock) {
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`
    update webhook_events set state = 'done', body = '', tries = tries + 1, processed_at = ${at}
    where id = any(array(
      select e.id from webhook_events e
      where ${isDue(at)} and e.type in ('payment.authorized', 'payment.captured', 'order.paid')
        and exists (select from payments p where p.attempt_id = e.razorpay_order_id and p.settles
          -- Looked for in the text: as JSON a body with one escaped zero byte in it would stop the whole job.
          and position('"' || p.id || '"' in e.body) > 0)
      -- Several processes do this at once: none waits for another, so no two for each other.
      order by e.id for update of e skip locked))`);
}
