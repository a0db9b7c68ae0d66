import { setTimeout as pause } from "node:timers/promises";

import { sql } from "drizzle-orm";

import type { Stage } from "./chaos-stage.ts";

/** What still waits for the shop's background work. */
export type Waiting = Record<
  "orders to be paid" | "webhook events" | "payments to ask about" | "refunds" | "papers" | "letters",
  number
>;

const mostSeconds = 300;

/**
 * Waits until Razorpay has said all it has to say and the shop has nothing left to do, for five minutes at most. Answers
 * what is left then; nothing is the only good answer.
 */
export async function settle(stage: Stage, signal: AbortSignal): Promise<Partial<Waiting>> {
  const isOver = AbortSignal.any([signal, AbortSignal.timeout(mostSeconds * 1000)]);
  await stage.razorpay.settled(isOver).catch(() => {});
  const quietSince = new Date();
  await letTimePass(stage);
  for (let rounds = 1; ; rounds += 1) {
    const left = Object.entries(await countWaiting(stage, quietSince)).filter(([, count]) => count > 0);
    if (left.length === 0 || isOver.aborted) return Object.fromEntries(left);
    if (rounds % 20 === 0)
      console.log(`  still waiting: ${left.map(([what, count]) => `${count} ${what}`).join(", ")}`);
    await pause(500);
  }
}

/** What waits for its hour is due now: a letter refused a minute ago, and a last look at orders that were never paid. */
async function letTimePass({ db }: Stage) {
  await db.execute(sql`update outbox set due_at = now() where state = 'due'`);
  await db.execute(sql`update payment_attempts set checked_at = null where status <> 'paid'`);
}

async function countWaiting({ db }: Stage, quietSince: Date): Promise<Waiting> {
  const { rows } = await db.execute<Waiting>(sql`
    select (select count(*)::int from orders where state = 'pending_payment') as "orders to be paid",
      (select count(*)::int from webhook_events where state = 'received') as "webhook events",
      (select count(*)::int from payment_attempts a join orders o on o.id = a.order_id
        where a.status <> 'paid' and o.paid_at is null and o.state in ('pending_payment', 'expired', 'superseded', 'cancelled')
          and coalesce(a.checked_at, '-infinity') < ${quietSince.toISOString()}::timestamptz) as "payments to ask about",
      (select count(*)::int from refunds where state in ('requested', 'pending')) as "refunds",
      (select count(*)::int from orders o where paid_at is not null
        and not exists (select from documents d where d.order_id = o.id and d.kind = 'bill')) as "papers",
      (select count(*)::int from outbox where state = 'due') as "letters"`);
  return rows[0]!;
}
