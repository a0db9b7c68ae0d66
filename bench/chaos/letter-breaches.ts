import { sql } from "#db/sql.ts";
import { requiredItem, requiredValue } from "#shop/kernel/text/required-value.ts";

import { maxMailConnections } from "#shop/kernel/mail/mailer.server.ts";
import type { Db } from "#db/connect.ts";
import { isNear, type Incident } from "#proving-ground/faults/incidents.ts";
import type { StoredLetter } from "./open-stage.ts";

/** How long the shop may take to record that a letter was sent, in milliseconds. */
const notingMs = 2000;

/** Letters that ask for something, and are not sent any more once that was done or has ended. */
const maybeNeedless = ["order-to-confirm", "order-ready", "staff-invitation"];

/** Checks the received letters: each confirmed order has one confirmation, and each sent letter arrived exactly once. */
export async function findLetterBreaches(db: Db, letters: StoredLetter[], incidents: Incident[]): Promise<string[]> {
  const confirmed = new Map<string, Set<string>>();
  for (const { subject, messageId } of letters) {
    const number = /^We’re packing .+, order (EP-\w{10})$/.exec(subject)?.[1];
    if (number) confirmed.set(number, (confirmed.get(number) ?? new Set()).add(messageId));
  }
  const { rows: sold } = await db.execute<{ number: string }>(
    sql`select number from orders where confirmed_at is not null and payment_method <> 'counter'`,
  );
  const { rows: sent } = await db.execute<{ id: string; kind: string; toAddress: string }>(
    sql`select id, kind, to_address from outbox where state = 'sent'`,
  );
  const numbers = new Set(sold.map(({ number }) => number));
  const arrived = Map.groupBy(letters, ({ messageId }) => /^<letter-(\d+)@/.exec(messageId)?.[1] ?? messageId);
  const mayComeAgain = makeExcuses(incidents);
  const outbox = new Map(sent.map((letter) => [letter.id, letter]));
  return [
    ...sold
      .filter(({ number }) => confirmed.get(number)?.size !== 1)
      .map(({ number }) => `${number} is confirmed, but has ${confirmed.get(number)?.size ?? 0} confirmation letters.`),
    ...[...confirmed.keys()]
      .filter((number) => !numbers.has(number))
      .map((number) => `${number} is not confirmed, but a letter says that it is.`),
    ...sent
      .filter(({ id, kind }) => !arrived.has(id) && !maybeNeedless.includes(kind))
      .map(({ id, kind }) => `Letter ${id} (${kind}) was sent, but did not arrive.`),
    ...[...arrived]
      .filter(([id, copies]) => copies.some(({ to }) => to !== outbox.get(id)?.toAddress))
      .map(([id]) => `Letter ${id} arrived, but was not sent, or was sent to another address.`),
    ...[...arrived]
      .filter(([, copies]) => !copies.slice(0, -1).every(mayComeAgain))
      .map(([id, copies]) => describeDouble(id, copies, incidents)),
  ];
}

/**
 * The number of letters that may be sent twice because of each kind of fault. Each of the two processes sends as many
 * letters in parallel as the mailer has connections: lost connections may affect the letters of both, a kill those of
 * one. A letter is recorded without a COMMIT that could be lost.
 */
const excused = { cut: 2 * maxMailConnections, kill: maxMailConnections, "lost commit": 0 };

/**
 * Returns a function that tells whether faults explain a second copy: the shop did not get the response to the first
 * one, or lost its connection before it recorded the first one.
 */
function makeExcuses(incidents: Incident[]): (copy: StoredLetter) => boolean {
  const left = new Map(incidents.map((incident) => [incident, excused[incident.what]]));
  return ({ isAnswerLost, at }) => {
    if (isAnswerLost) return true;
    const met = incidents.find((incident) => requiredValue(left, incident) > 0 && isNear(incident, at, at + notingMs));
    if (met) left.set(met, requiredValue(left, met) - 1);
    return met !== undefined;
  };
}

/** Describes a letter that arrived twice, with the faults near the first copy, to help find the cause. */
function describeDouble(id: string, copies: StoredLetter[], incidents: Incident[]): string {
  const { at: first, subject } = requiredItem(copies, 0);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const gaps = copies.slice(1).map(({ at }) => seconds(at - first));
  const around = incidents
    .filter((incident) => isNear(incident, first - 10_000, first + 10_000))
    .map(({ what, from, to }) => `${what} from ${seconds(from - first)} to ${seconds(to - first)}`);
  return `Letter ${id} (${subject}) arrived ${copies.length} times without a fault that explains it: again after ${gaps.join(", ")}; around the first: ${around.join(", ") || "nothing"}.`;
}
