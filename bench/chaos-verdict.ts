import { sql, type SQL } from "drizzle-orm";

import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { compareWithLedger, type MoneySums } from "#shop/invariants/ledger.ts";
import { readMoneyRecords } from "#shop/invariants/money-records.server.ts";
import type { Memory } from "./chaos-memory.ts";
import type { Waiting } from "./chaos-settling.ts";
import type { KeptLetter, Stage } from "./chaos-stage.ts";
import type { Moment } from "./chaos-troubles.ts";

/** What a run has shown. */
export interface Verdict {
  breaches: string[];
  sums: MoneySums;
  letters: { received: number; different: number };
  /** Answers of 500 or above, by kind: those that met a cut, and those that did not. */
  excused: Map<string, number>;
  unexcused: Map<string, number>;
}

interface Evidence {
  stage: Stage;
  memory: Memory;
  moments: Moment[];
  left: Partial<Waiting>;
  /** Copies there ever were of each scarce title. */
  copies: Map<string, number>;
}

/** A request that began within this of a cut may have met a connection that was not known to be dead. */
const afterCutMs = 1000;

/** Looks at everything once all is quiet. */
export async function judge({ stage, memory, moments, left, copies }: Evidence): Promise<Verdict> {
  const { db } = stage;
  const records = await readMoneyRecords(db);
  const ledger = await stage.razorpay.readLedger();
  const money = compareWithLedger({ ledger, records, now: new Date(), graceSeconds: 0 });
  const { excused, unexcused } = sortTroubledAnswers(memory, moments);
  const breaches = [
    ...[...(await findBreaches(db)), ...money.breaches].map(
      ({ id, says, what }) => `${id}: ${says}. Not true of ${what}.`,
    ),
    ...stage.falls,
    ...memory.broken,
    ...Object.entries(left).map(([what, count]) => `${count} ${what} were still waiting after five minutes.`),
    ...(await findBrokenPromises(stage, memory)),
    ...(await findLetterBreaches(stage)),
    ...(await findOversold(stage, copies)),
    ...[...unexcused].map(([kind, count]) => `${count} answers ${kind} although nothing was cut.`),
  ];
  for (const [says, query] of Object.entries(rules)) {
    const { rows } = await db.execute<{ what: string }>(sql`select what from (${query}) found limit 10`);
    breaches.push(...rows.map(({ what }) => `${says}. Not true of ${what}.`));
  }
  const different = new Set(stage.letters.map(({ messageId }) => messageId)).size;
  return { breaches, sums: money.sums, letters: { received: stage.letters.length, different }, excused, unexcused };
}

/** What must be true of the records when nothing is left to do, beside what must always be. */
const rules: Record<string, SQL> = {
  "every webhook event was worked through": sql`
    select id || ' ' || type || ' ' || state || ': ' || last_error as what from webhook_events where state <> 'done'`,
  "every letter was sent": sql`select id || ' ' || kind || ': ' || last_error as what from outbox where state <> 'sent'`,
  "every refund has gone through": sql`
    select id || ' ' || state || ': ' || last_error as what from refunds where state <> 'processed'`,
  "nothing is held when nobody pays": sql`select book_id as what from stock where reserved <> 0`,
  "a refund has its credit note when the order has a bill": sql`
    select o.number as what from refunds r join orders o on o.id = r.order_id join payments p on p.id = r.payment_id and p.settles
    where r.state = 'processed' and not exists (select from documents d where d.refund_id = r.id)`,
  // Spent once more by a payment that came when the use had been given back: the reader had paid the lower price.
  "a code is used no more often than it may be": sql`
    select p.code as what from promotions p join redemptions r on r.promotion_code = p.code and r.state <> 'released'
      join orders o on o.id = r.order_id
    where not exists (select from order_events e where e.order_id = o.id and e.to_state = 'paid' and e.from_state <> 'pending_payment')
    group by p.code, p.redemption_limit having count(*) > p.redemption_limit`,
};

/** What readers were told must be so. */
async function findBrokenPromises({ db }: Stage, memory: Memory): Promise<string[]> {
  const { rows } = await db.execute<{ number: string; state: string; is_paid: boolean }>(
    sql`select number, state, paid_at is not null as is_paid from orders`,
  );
  const orders = new Map(rows.map((row) => [row.number, row]));
  return [
    ...[...memory.placed.keys()].filter((number) => !orders.has(number)).map((number) => `${number} is lost.`),
    ...[...memory.paid]
      .filter((number) => !orders.get(number)?.is_paid)
      .map((number) => `${number} was called paid, and is not.`),
    ...[...memory.cancelled]
      .filter((number) => orders.get(number)?.state !== "refunded")
      .map((number) => `${number} was called cancelled, and is ${orders.get(number)?.state}.`),
  ];
}

/** Counted where they arrive: each paid order has one letter that confirms it, and every letter that left is there. */
async function findLetterBreaches({ db, letters }: Stage): Promise<string[]> {
  const confirmed = new Map<string, Set<string>>();
  for (const { subject, messageId } of letters) {
    const number = /^Your order (EP-\w{10}) is paid$/.exec(subject)?.[1];
    if (number) confirmed.set(number, (confirmed.get(number) ?? new Set()).add(messageId));
  }
  const { rows: paid } = await db.execute<{ number: string }>(sql`select number from orders where paid_at is not null`);
  const { rows: sent } = await db.execute<{ id: string; kind: string }>(
    sql`select id, kind from outbox where state = 'sent'`,
  );
  const numbers = new Set(paid.map(({ number }) => number));
  const arrived = new Set(letters.map(numberOfLetter));
  return [
    ...paid
      .filter(({ number }) => confirmed.get(number)?.size !== 1)
      .map(({ number }) => `${number} is paid, and ${confirmed.get(number)?.size ?? 0} letters confirm it.`),
    ...[...confirmed.keys()]
      .filter((number) => !numbers.has(number))
      .map((number) => `${number} is not paid, and a letter says it is.`),
    ...sent
      .filter(({ id }) => !arrived.has(id))
      .map(({ id, kind }) => `Letter ${id} (${kind}) was sent and never arrived.`),
  ];
}

function numberOfLetter({ messageId }: KeptLetter): string {
  return /^<letter-(\d+)@/.exec(messageId)?.[1] ?? messageId;
}

async function findOversold({ db }: Stage, copies: Map<string, number>): Promise<string[]> {
  const { rows } = await db.execute<{ book_id: string; sold: number }>(sql`
    select l.book_id, sum(l.quantity - l.cancelled_quantity)::int as sold
    from order_lines l join orders o on o.id = l.order_id where o.paid_at is not null group by l.book_id`);
  return rows
    .filter(({ book_id, sold }) => sold > (copies.get(book_id) ?? Infinity))
    .map(({ book_id, sold }) => `${sold} copies of ${book_id} are sold; there were ${copies.get(book_id)}.`);
}

function sortTroubledAnswers(memory: Memory, moments: Moment[]) {
  const excused = new Map<string, number>();
  const unexcused = new Map<string, number>();
  for (const { kind, from, to } of memory.troubled) {
    const isExcused = moments.some((moment) => from <= moment.to + afterCutMs && to >= moment.from);
    const counts = isExcused ? excused : unexcused;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return { excused, unexcused };
}
