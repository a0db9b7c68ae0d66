/** Stores webhooks of payment providers and processes them with retries. */
import { createHash } from "node:crypto";

import { sql, type SQL } from "#db/sql.ts";

import { describeErrorForDatabase } from "#db/describe-error.ts";
import type { Services } from "#shop/services.ts";
import { recordDispute } from "./disputes.server.ts";
import { ProviderError, providerOf, type PaymentProvider, type ReportedPayment } from "./payment-provider.ts";
import type { NamedPayment } from "./provider-report.server.ts";
import { adoptCode } from "./qr-codes.server.ts";
import { settlePayment, type Settlement } from "./settle-payment.server.ts";

interface WaitingEvent {
  id: string;
  provider: string;
  type: string;
  providerOrderId: string | null;
  body: string;
  /** The payment of the provider's order that has paid the order. */
  settledBy: string | null;
}

interface ClaimedEvent extends WaitingEvent {
  /** The successful payment that the event names; null for other events. */
  report: ReportedPayment | null;
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
  { db, paymentProviders, settings }: Services,
  providerId: string,
  rawBody: Buffer,
  headers: Headers,
): Promise<WebhookReceipt> {
  const provider = paymentProviders.find(({ id }) => id === providerId);
  // The secret of the stand-in is public.
  if (settings.missingServices.includes("payments")) return "forged";
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
  const events = await claimEvents(services, limit);
  // A report of the payment that has already settled its order needs no settlement.
  const isOldNews = ({ report, settledBy }: ClaimedEvent) => report !== null && report.paymentId === settledBy;
  const oldNews = events.filter(isOldNews);
  const news = events.filter((event) => !isOldNews(event));
  if (oldNews.length > 0) await finish(services, oldNews, "done");
  let finished = oldNews.length;
  // The reports of one order arrive together and settle it once.
  const keyOf = ({ id, report }: ClaimedEvent) => report?.orderId ?? id;
  for (const together of Map.groupBy(news, keyOf).values()) {
    try {
      const isOurs = await processTogether(services, together);
      await finish(services, together, isOurs ? "done" : "quarantined");
      finished += together.length;
    } catch (error) {
      await postpone(services, together, error);
    }
  }
  return finished;
}

async function claimEvents({ db, paymentProviders, now }: Services, limit: number): Promise<ClaimedEvent[]> {
  const at = sql`${now().toISOString()}::timestamptz`;
  // Claiming an event counts as a try and delays the next one: if this process dies, another one processes it later.
  const { rows } = await db.execute<WaitingEvent>(sql`
    update webhook_events set tries = tries + 1, processed_at = ${at}
    where id = any(array(
      select id from webhook_events
      where ${isDue(at)} order by id limit ${limit} for update skip locked))
    returning id, provider, type, provider_order_id, body,
      (select p.id from payments p where p.attempt_id = provider_order_id and p.settles) as settled_by`);
  return rows
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .map((event) => {
      const provider = paymentProviders.find(({ id }) => id === event.provider);
      const report = provider?.readReportedPayment(event.type, event.body) ?? null;
      // The order that was found when the event arrived is the one to settle.
      return { ...event, report: report?.orderId === event.providerOrderId ? report : null };
    });
}

/** Processes an event, or all reports of payments of one order; returns whether they concern an order of the shop. */
async function processTogether(services: Services, events: ClaimedEvent[]): Promise<boolean> {
  const { db, paymentProviders } = services;
  const [{ provider: providerId, type, body, providerOrderId: attemptId, report }] = events as [ClaimedEvent];
  const provider = providerOf(paymentProviders, providerId);
  if (report) {
    const outcomes: Settlement["outcome"][] = [];
    for (const named of listReportedPayments(events))
      outcomes.push((await settlePayment(services, attemptId ?? "", "webhook", named)).outcome);
    return !outcomes.includes("unknown");
  }
  const dispute = provider.readDispute(type, body);
  if (dispute) return recordDispute(db, dispute, { providerName: provider.name, attemptId });
  const { outcome } = await settlePayment(services, attemptId ?? "", "webhook");
  if (outcome !== "unknown") return true;
  const codeId = await findCode(provider, attemptId ?? "");
  if (codeId === null || !(await adoptCode(services, provider, codeId))) return false;
  return (await settlePayment(services, codeId, "webhook")).outcome !== "unknown";
}

/** The QR code that an event is about, by its own id or that of a payment of it. */
async function findCode({ qrCodes }: PaymentProvider, id: string): Promise<string | null> {
  if (!qrCodes) return null;
  return qrCodes.isCodeId(id) ? id : qrCodes.findByPayment(id);
}

/** The named payments, each once. */
function listReportedPayments(events: ClaimedEvent[]): NamedPayment[] {
  const reports = events.flatMap(({ report }) => report ?? []);
  const byId = Map.groupBy(reports, ({ paymentId }) => paymentId);
  return Array.from(byId, ([paymentId, all]) => ({ paymentId, isOnly: all.some(({ isOnly }) => isOnly) }));
}

/** Stores the end of events. The report of an order's only payment also ends the search for other payments of it. */
async function finish({ db, now }: Services, events: ClaimedEvent[], state: "done" | "quarantined") {
  const at = sql`${now().toISOString()}::timestamptz`;
  const onlyPayments = events.flatMap(({ report }) => (report?.isOnly ? [report.paymentId] : []));
  await db.execute(sql`
    with whole as (
      update payment_attempts set status = 'paid', checked_at = ${at}
      where id = any(array(
        select a.id from payments p join payment_attempts a on a.id = p.attempt_id
        where p.id = any(${onlyPayments}::text[]) and p.status in ('captured', 'refunded') and a.status <> 'paid'
        -- Waiting for a locked row could deadlock. An order that is skipped is read later by the reconciler.
        for update of a skip locked)))
    update webhook_events set state = ${state}, body = case when ${state} = 'done' then '' else body end, processed_at = ${at}
    where id = any(${events.map(({ id }) => id)}::bigint[])`);
}

/** Stores why events could not be processed, and gives them up after too many tries. */
async function postpone({ db }: Services, events: ClaimedEvent[], error: unknown) {
  const isSilence = error instanceof ProviderError && error.kind === "unreachable";
  const isOver = sql`(tries >= ${maxTries} and not ${isSilence})`;
  await db.execute(sql`
    update webhook_events set state = case when ${isOver} then 'dead' else 'received' end,
      last_error = ${describeErrorForDatabase(error)},
      tries = case when ${isSilence} then least(tries, ${maxSilentTries}) else tries end,
      body = case when ${isOver} and ${isOfErasedOrder} then '' else body end
    where id = any(${events.map(({ id }) => id)}::bigint[]) and state = 'received'`);
}
