/**
 * The verdict of a chaos run: compares the shop's records with Razorpay, with the received letters, and with what the
 * shop reported to readers.
 */

import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { compareWithLedger, type MoneySums } from "#shop/office/invariants/ledger.ts";
import { readMoneyRecords } from "#shop/office/invariants/money-records.server.ts";
import { excuseFailures, type Incident } from "#proving-ground/faults/incidents.ts";
import { countKinds } from "#proving-ground/reports/counts.ts";
import type { StandInLedger } from "#bench/shop/outside-razorpay.ts";
import type { ReaderClaims } from "./reader-claims.ts";
import type { Waiting } from "./settle.ts";
import { findLetterBreaches } from "./letter-breaches.ts";
import { listUncaptured } from "./uncaptured.ts";
import type { Stage } from "./open-stage.ts";

/** The result of a run. */
export interface Verdict {
  breaches: string[];
  sums: MoneySums;
  letters: { received: number; different: number };
  /**
   * Responses with a status of 500 or above, by kind: those that a lost connection or a killed process explains
   * (`excused`), and the others.
   */
  excused: Map<string, number>;
  unexcused: Map<string, number>;
}

interface Evidence {
  stage: Pick<Stage, "crashes" | "letters"> & {
    db: Db;
    razorpay: Pick<Stage["razorpay"], "readLedger" | "readTakenEvents">;
  };
  claims: ReaderClaims;
  incidents: Incident[];
  left: Partial<Waiting>;
  /** The total number of copies received of each scarce title. */
  copies: Map<string, number>;
}

/** Checks all records once the shop has no background work left. */
export async function judge({ stage, claims, incidents, left, copies }: Evidence): Promise<Verdict> {
  const { db } = stage;
  const records = await readMoneyRecords(db);
  const ledger = await stage.razorpay.readLedger();
  const money = compareWithLedger({ ledger, records, now: new Date(), graceSeconds: 0 });
  const responses = excuseFailures(claims.failedResponses, incidents);
  const [excused, unexcused] = [countKinds(responses.excused), countKinds(responses.unexcused)];
  const breaches = [
    ...[...(await findBreaches(db)), ...money.breaches].map(
      ({ id, rule, what }) => `${id}: ${rule}. Not true of ${what}.`,
    ),
    ...stage.crashes,
    ...claims.brokenPromises,
    ...(claims.paid.size > 0 ? [] : ["No order was reported to a reader as paid, so nothing was tested."]),
    ...Object.entries(left).map(
      ([what, count]) => `${count} ${what} were still waiting, and their number did not fall within five minutes.`,
    ),
    ...(await findBrokenPromises(db, claims)),
    ...(await findLetterBreaches(db, stage.letters, incidents)),
    ...(await findOversold(db, copies)),
    ...(await findForgottenEvents(db, await stage.razorpay.readTakenEvents())),
    ...(await findMoneyOwed(db, ledger)),
    ...[...unexcused].map(([kind, count]) => `${count} responses ${kind} without a fault that explains them.`),
  ];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await db.execute<{ what: string }>(sql`select what from (${query}) found limit 10`);
    breaches.push(...rows.map(({ what }) => `${rule}. Not true of ${what}.`));
  }
  const different = new Set(stage.letters.map(({ messageId }) => messageId)).size;
  return { breaches, sums: money.sums, letters: { received: stage.letters.length, different }, excused, unexcused };
}

/** Rules that the records must meet when nothing is pending, in addition to the invariants that always apply. */
const rules: Record<string, SQL> = {
  "every webhook event was processed": sql`
    select id || ' ' || type || ' ' || state || ': ' || last_error as what from webhook_events where state <> 'done'`,
  "every letter was sent": sql`select id || ' ' || kind || ': ' || last_error as what from outbox where state <> 'sent'`,
  "every refund was processed": sql`
    select id || ' ' || state || ': ' || last_error as what from refunds where state <> 'processed'`,
  "no stock is reserved when no payment is pending": sql`select book_id as what from stock where reserved <> 0`,
  "a refund has its credit note when the order has a bill": sql`
    select o.number as what from refunds r join orders o on o.id = r.order_id join payments p on p.id = r.payment_id and p.settles
    where r.state = 'processed' and not exists (select from documents d where d.refund_id = r.id)`,
  // Excludes late payments. Their code was released when their order expired, and others may have used it since. It is
  // then used once more, because the reader has paid the reduced price.
  "no code is used more often than allowed": sql`
    select p.code as what from promotions p join redemptions r on r.promotion_code = p.code and r.state <> 'released'
      join orders o on o.id = r.order_id
    where not exists (select from order_events e where e.order_id = o.id and e.to_state = 'paid' and e.from_state <> 'pending_payment')
    group by p.code, p.redemption_limit having count(*) > p.redemption_limit`,
};

/** Finds reports to readers that are not true. */
async function findBrokenPromises(db: Db, claims: ReaderClaims): Promise<string[]> {
  const { rows } = await db.execute<{ number: string; state: string; isPaid: boolean; isConfirmed: boolean }>(
    sql`select number, state, paid_at is not null as is_paid, confirmed_at is not null as is_confirmed from orders`,
  );
  const orders = new Map(rows.map((row) => [row.number, row]));
  return [
    ...[...claims.placed.keys()].filter((number) => !orders.has(number)).map((number) => `${number} is lost.`),
    ...[...claims.paid]
      .filter((number) => !orders.get(number)?.isPaid)
      .map((number) => `${number} was reported as paid, but is not paid.`),
    ...[...claims.confirmed]
      .filter((number) => !orders.get(number)?.isConfirmed)
      .map((number) => `${number} was reported as confirmed, but is not confirmed.`),
    ...[...claims.cancelled]
      // An order on delivery that was not paid is cancelled without a refund.
      .filter((number) => !["refunded", "cancelled"].includes(orders.get(number)?.state ?? "lost"))
      .map((number) => `${number} was reported as cancelled, but is ${orders.get(number)?.state}.`),
  ];
}

async function findOversold(db: Db, copies: Map<string, number>): Promise<string[]> {
  const { rows } = await db.execute<{ bookId: string; sold: number }>(sql`
    select l.book_id, sum(l.quantity - l.cancelled_quantity - (select coalesce(sum(r.restocked_quantity), 0) from returns r
      where r.order_id = l.order_id and r.line_position = l.position))::int as sold
    from order_lines l join orders o on o.id = l.order_id where o.confirmed_at is not null group by l.book_id`);
  return rows
    .filter(({ bookId, sold }) => sold > (copies.get(bookId) ?? Infinity))
    .map(({ bookId, sold }) => `${sold} copies of ${bookId} are sold; there were ${copies.get(bookId)}.`);
}

/** Finds webhook events that the shop acknowledged but did not store: Razorpay does not send these again. */
async function findForgottenEvents(db: Db, taken: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select taken.id from jsonb_array_elements_text(${JSON.stringify(taken)}::jsonb) as taken (id)
    where not exists (select from webhook_events e where e.event_id = taken.id)`);
  return rows.map(({ id }) => `Webhook event ${id} was acknowledged, but is not stored.`);
}

/** Finds authorised payments of payable orders that were not captured. */
async function findMoneyOwed(db: Db, ledger: StandInLedger): Promise<string[]> {
  const rows = await listUncaptured(db, ledger);
  return rows.map(({ id, number }) => `Payment ${id} of ${number} was authorised by the bank, but never captured.`);
}
