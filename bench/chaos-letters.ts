import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { StoredLetter } from "./chaos-stage.ts";
import { isNear, type Moment } from "./chaos-faults.ts";

/** So long the shop may take to note that a letter has gone out. */
const notingMs = 2000;

/** Counted where they arrive: each paid order has one letter that confirms it, and every letter that left is there, once. */
export async function findLetterBreaches(db: Db, letters: StoredLetter[], moments: Moment[]): Promise<string[]> {
  const confirmed = new Map<string, Set<string>>();
  for (const { subject, messageId } of letters) {
    const number = /^Your order (EP-\w{10}) is paid$/.exec(subject)?.[1];
    if (number) confirmed.set(number, (confirmed.get(number) ?? new Set()).add(messageId));
  }
  const { rows: paid } = await db.execute<{ number: string }>(sql`select number from orders where paid_at is not null`);
  const { rows: sent } = await db.execute<{ id: string; kind: string; toAddress: string }>(
    sql`select id, kind, to_address from outbox where state = 'sent'`,
  );
  const numbers = new Set(paid.map(({ number }) => number));
  const arrived = Map.groupBy(letters, ({ messageId }) => /^<letter-(\d+)@/.exec(messageId)?.[1] ?? messageId);
  const mayComeAgain = makeExcuses(moments);
  const outbox = new Map(sent.map((letter) => [letter.id, letter]));
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
    ...[...arrived]
      .filter(([id, copies]) => copies.some(({ to }) => to !== outbox.get(id)?.toAddress))
      .map(([id]) => `Letter ${id} arrived, and was not sent, or not to that address.`),
    ...[...arrived]
      .filter(([, copies]) => !copies.slice(0, -1).every(mayComeAgain))
      .map(([id, copies]) => `Letter ${id} (${copies[0]!.subject}) came ${copies.length} times for no reason.`),
  ];
}

/**
 * Whether the shop did not hear that a copy was taken, or was cut off before it had noted that. Each process sends one
 * letter at a time, so that a cut excuses two copies at most, and a kill one.
 */
function makeExcuses(moments: Moment[]): (copy: StoredLetter) => boolean {
  const left = new Map(moments.map((moment) => [moment, { cut: 2, kill: 1, "lost commit": 0 }[moment.what]]));
  return ({ isAnswerLost, at }) => {
    if (isAnswerLost) return true;
    const met = moments.find((moment) => left.get(moment)! > 0 && isNear(moment, at, at + notingMs));
    if (met) left.set(met, left.get(met)! - 1);
    return met !== undefined;
  };
}
