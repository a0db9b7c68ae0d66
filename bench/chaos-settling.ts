import { setTimeout as pause } from "node:timers/promises";

import { sql } from "#db/sql.ts";

import type { Stage } from "./chaos-stage.ts";

/** What still waits for the shop's background work. */
export type Waiting = Record<
  | "orders to be paid"
  | "webhook events"
  | "payments to ask about"
  | "payments nobody told of"
  | "refunds"
  | "refunds nobody told of"
  | "documents"
  | "waiting readers"
  | "letters",
  number
>;

const maxSeconds = 300;

/**
 * Waits until Razorpay has said all it has to say and the shop has nothing left to do, for five minutes at most. Answers
 * what is left then; nothing is the only good answer.
 */
export async function settle(stage: Stage, signal: AbortSignal): Promise<Partial<Waiting>> {
  const isOver = AbortSignal.any([signal, AbortSignal.timeout(maxSeconds * 1000)]);
  await stage.razorpay.settled(isOver).catch(() => {});
  const quietSince = new Date();
  await letTimePass(stage);
  for (let rounds = 1; ; rounds += 1) {
    const left = Object.entries(await countWaiting(stage, quietSince)).filter(([, count]) => count > 0);
    if (left.length === 0 || isOver.aborted) return Object.fromEntries(left);
    if (rounds % 10 === 0)
      console.log(`  still waiting: ${left.map(([what, count]) => `${count} ${what}`).join(", ")}`);
    await pause(1000);
  }
}

/** What waits for its hour is due now: a letter refused a minute ago, and a last look at orders that were never paid. */
async function letTimePass({ db }: Stage) {
  await db.execute(sql`update outbox set due_at = now() where state = 'due'`);
  await db.execute(sql`update payment_attempts set checked_at = null where status <> 'paid'`);
}

async function countWaiting({ db, razorpay }: Stage, quietSince: Date): Promise<Waiting> {
  const { payments, refunds } = await razorpay.readLedger();
  const captured = new Set(payments.filter((payment) => payment.captured).map(({ id }) => id));
  const made = refunds.filter(({ payment_id, status }) => status !== "failed" && captured.has(payment_id));
  const { rows } = await db.execute<Waiting>(sql`
    select (select count(*)::int from orders where state = 'pending_payment') as "orders to be paid",
      (select count(*)::int from webhook_events where state = 'received') as "webhook events",
      (select count(*)::int from payment_attempts where status <> 'paid'
        and coalesce(checked_at, '-infinity') < ${quietSince.toISOString()}::timestamptz) as "payments to ask about",
      (select count(*)::int from jsonb_to_recordset(${JSON.stringify([...captured].map((id) => ({ id })))}::jsonb) as taken (id text)
        where not exists (select from payments p where p.id = taken.id and p.status in ('captured', 'refunded'))) as "payments nobody told of",
      (select count(*)::int from refunds where state in ('requested', 'pending')) as "refunds",
      (select count(*)::int from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id text)
        where not exists (select from refunds r where r.razorpay_refund_id = made.id)) as "refunds nobody told of",
      (select count(*)::int from orders o where paid_at is not null
        and not exists (select from documents d where d.order_id = o.id and d.kind = 'bill')) as "documents",
      (select count(*)::int from stock_requests r join stock s on s.book_id = r.book_id
        where r.told_at is null and s.on_hand > s.reserved) as "waiting readers",
      (select count(*)::int from outbox where state = 'due') as "letters"`);
  return rows[0]!;
}
