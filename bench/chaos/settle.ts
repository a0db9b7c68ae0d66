import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { waitUntilIdle, type IdlePace } from "#proving-ground/processes/wait-until-idle.ts";
import type { StandInLedger } from "#bench/shop/outside-razorpay.ts";
import type { DeskRun } from "./desk/run-desk.ts";
import type { Stage } from "./open-stage.ts";
import { listUncaptured } from "./uncaptured.ts";

/** The numbers of tasks that still wait for the shop's background jobs, or for Razorpay. */
export type Waiting = Record<
  | "payments at the bank"
  | "deliveries under way"
  | "orders to be paid"
  | "webhook events"
  | "payments to ask about"
  | "payments to capture"
  | "payments nobody told of"
  | "refunds"
  | "refunds nobody told of"
  | "documents"
  | "waiting readers"
  | "letters"
  | "bookings without an answer"
  | "parcels whose end the shop does not know",
  number
>;

/** The parts of the stage that `settle` reads. */
export type SettlingStage = Pick<Stage, "db"> & {
  razorpay: Pick<Stage["razorpay"], "readLedger" | "readTraffic" | "hurry">;
  /** The parcels, if there are any. */
  desk?: Pick<DeskRun, "passTime" | "countUnknownEnds">;
};

const usualPace: IdlePace = { roundMs: 1000, patienceMs: 300_000 };

/**
 * Waits until Razorpay has sent all its webhooks and the shop has no background work left, or until five minutes pass
 * without progress. Returns what is still pending, which is nothing after a good run. Webhooks that were refused a
 * dozen times would be sent again after a quarter of an hour; they are sent at once.
 */
export async function settle(stage: SettlingStage, signal: AbortSignal, pace = usualPace): Promise<Partial<Waiting>> {
  const waiting = { hurry: stage.razorpay.hurry, signal, pace };
  const silent = await waitUntilIdle<keyof Waiting>({ ...waiting, count: () => countAtRazorpay(stage) });
  if (Object.keys(silent).length > 0) return silent;
  const quietSince = new Date();
  await makeWaitingTasksDue(stage);
  return waitUntilIdle<keyof Waiting>({ ...waiting, count: () => countEverywhere(stage, quietSince) });
}

/** Counts what Razorpay has not yet reported. */
async function countAtRazorpay({ razorpay }: SettlingStage): Promise<Partial<Waiting>> {
  const { payments } = await razorpay.readLedger();
  const { underWay } = await razorpay.readTraffic();
  return { "payments at the bank": countUnanswered(payments), "deliveries under way": underWay };
}

/** Counts the payments that their bank has not answered. Each fails after a while, and a webhook reports this. */
function countUnanswered(payments: StandInLedger["payments"]): number {
  return payments.filter(({ status }) => status === "created").length;
}

/**
 * Counts what is pending on both sides. A webhook about an action of the shop at Razorpay may arrive after the records
 * were counted. None was missed if no delivery was in progress before the count and none began during it.
 */
async function countEverywhere(stage: SettlingStage, quietSince: Date): Promise<Partial<Waiting>> {
  const before = await stage.razorpay.readTraffic();
  const waiting = await countWaiting(stage, quietSince);
  const after = await stage.razorpay.readTraffic();
  return { ...waiting, "deliveries under way": before.underWay + after.events - before.events };
}

/**
 * Makes tasks due that would wait for a later time: letters that were refused a minute ago, the end of reservations
 * of orders that were not paid or confirmed, and the last check of orders that were never paid.
 */
async function makeWaitingTasksDue({ db }: SettlingStage) {
  await db.execute(sql`update outbox set due_at = now() where state = 'due'`);
  await db.execute(
    sql`update orders set reserved_until = now() where fulfilment_state = 'held' and reserved_until > now()`,
  );
  await db.execute(sql`update payment_attempts set checked_at = null where status <> 'paid'`);
}

async function countWaiting({ db, razorpay, desk }: SettlingStage, quietSince: Date): Promise<Partial<Waiting>> {
  await desk?.passTime();
  const { payments, refunds } = await razorpay.readLedger();
  const captured = new Set(payments.filter((payment) => payment.captured).map(({ id }) => id));
  const made = refunds.filter(({ payment_id, status }) => status !== "failed" && captured.has(payment_id));
  const { rows } = await db.execute<Partial<Waiting>>(sql`
    select (select count(*)::int from orders where fulfilment_state = 'held') as "orders to be paid",
      (select count(*)::int from webhook_events where state = 'received') as "webhook events",
      (select count(*)::int from payment_attempts where status <> 'paid'
        and coalesce(checked_at, '-infinity') < ${quietSince.toISOString()}::timestamptz) as "payments to ask about",
      (select count(*)::int from jsonb_to_recordset(${JSON.stringify([...captured].map((id) => ({ id })))}::jsonb) as taken (id text)
        where not exists (select from payments p where p.id = taken.id and p.status in ('captured', 'refunded'))) as "payments nobody told of",
      (select count(*)::int from refunds where state in ('requested', 'pending')) as "refunds",
      (select count(*)::int from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id text)
        where not exists (select from refunds r where r.provider_refund_id = made.id)) as "refunds nobody told of",
      (select count(*)::int from orders o where confirmed_at is not null
        and not exists (select from documents d where d.order_id = o.id and d.kind = 'bill'))
        + (select count(*)::int from refunds r join payments p on p.id = r.payment_id and p.settles
          where r.state = 'processed' and not exists (select from documents d where d.refund_id = r.id)) as "documents",
      (select count(*)::int from stock_requests r join stock s on s.book_id = r.book_id
        where r.told_at is null and s.on_hand > s.reserved) as "waiting readers",
      (select count(*)::int from outbox where state = 'due') as "letters",
      (select count(*)::int from parcel_bookings where sent_place is null and (state = 'asked'
        or state = 'unknown' and check_at is not null
        or state in ('booked', 'unknown') and cancel_asked_at is not null)) as "bookings without an answer"`);
  const uncaptured = await listUncaptured(db, { payments });
  return {
    ...oneRow(rows),
    "payments at the bank": countUnanswered(payments),
    "payments to capture": uncaptured.length,
    "parcels whose end the shop does not know": (await desk?.countUnknownEnds()) ?? 0,
  };
}
