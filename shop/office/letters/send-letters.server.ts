/** Sends the letters of the outbox, with retries. */
import { sql } from "#db/sql.ts";

import { describeErrorForDatabase } from "#db/describe-error.ts";
import { maxMailConnections } from "#shop/kernel/mail/mailer.server.ts";
import { listKinds, readLetterFacts, type LetterKind } from "#shop/kernel/mail/letter-kinds.ts";
import { renderLetter } from "#shop/kernel/mail/render-letter.ts";
import type { DbAndClock, Services } from "#shop/services.ts";
import { describeLetterShop } from "./describe-letter-shop.ts";
import { letterTypeOf } from "./registry.server.ts";

/** Kinds of bulk letters, which are sent after all others. */
const bulkKinds = listKinds(({ isBulk }) => isBulk === true);
/**
 * Kinds of letters that are not kept once they are sent or given up, such as one to a reader whose account was deleted.
 */
const forgottenKinds = listKinds(({ deletedAfterSending }) => deletedAfterSending === true);

/**
 * The maximum number of tries, which take about two days with exponential backoff. Then the letter is listed for the
 * bookseller.
 */
const maxTries = 21;

interface OutboxRow {
  id: string;
  kind: LetterKind;
  number: string | null;
  toAddress: string;
  facts: unknown;
  tries: number;
}

/** How long after the claim of a letter no other process can have claimed it, in ms; a claim is for at least 30 s. */
const surelyOursMs = 10_000;

/**
 * Sends due letters, as many in parallel as the mailer has connections. Several processes can do so at the same time.
 * Returns the number of sent letters.
 */
export async function sendDueLetters(services: Services, limit = 50): Promise<number> {
  const { db, now, settings } = services;
  // Without a mail server letters wait, however long that takes.
  if (settings.missingServices.includes("mail")) return 0;
  const claimedAt = now();
  const at = sql`${claimedAt.toISOString()}::timestamptz`;
  // Taking a letter counts as a try and postpones it, so that another process retries it if this one dies.
  const { rows } = await db.execute<OutboxRow>(sql`
    with taken as (
      update outbox set tries = tries + 1, due_at = ${at} + make_interval(secs => least(30 * 2 ^ tries, 14400))
      -- The due time of a new letter has microseconds, but the shop's clock has only milliseconds.
      where id = any(array(select id from outbox where state = 'due' and due_at < ${at} + interval '1 millisecond'
        order by kind = any(${bulkKinds}::text[]), id limit ${limit} for update skip locked))
      returning id, kind, order_id, to_address, facts, tries)
    select t.id, t.kind, o.number, t.to_address, t.facts, t.tries from taken t left join orders o on o.id = t.order_id order by t.id`);
  let sent = 0;
  // Letters about one order are sent in sequence: "cancelled" does not overtake "paid".
  const waiting = Map.groupBy(rows, (row) => row.number ?? row.toAddress).values();
  const sendWaiting = async () => {
    for (const letters of waiting) for (const row of letters) if (await trySending(services, row, claimedAt)) sent += 1;
  };
  await Promise.all(Array.from({ length: maxMailConnections }, sendWaiting));
  return sent;
}

async function trySending(services: Services, row: OutboxRow, claimedAt: Date): Promise<boolean> {
  const { db, now } = services;
  const isFresh = now().getTime() - claimedAt.getTime() < surelyOursMs;
  if (!isFresh && !(await isStillOurs(services, row))) return false;
  try {
    await send(services, row);
    return true;
  } catch (error) {
    const isOver = row.tries >= maxTries || (error instanceof Error && "kind" in error && error.kind === "permanent");
    if (isOver && forgottenKinds.includes(row.kind)) await db.execute(sql`delete from outbox where id = ${row.id}`);
    else
      await db.execute(sql`
        update outbox set last_error = ${describeErrorForDatabase(error)}, state = case when ${isOver} then 'dead' else state end,
          -- A letter that staff tried again and that is given up again is no longer marked as seen.
          seen_at = case when ${isOver} then null else seen_at end
        where id = ${row.id} and state = 'due'`);
    return false;
  }
}

/** Renews the claim on a letter. False if the claim has expired and another process has claimed the letter. */
async function isStillOurs({ db, now }: DbAndClock, { id, tries }: OutboxRow): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update outbox set due_at = ${now().toISOString()}::timestamptz + make_interval(secs => least(30 * 2 ^ (tries - 1), 14400))
    where id = ${id} and state = 'due' and tries = ${tries}`);
  return rowCount === 1;
}

async function send(services: Services, row: OutboxRow) {
  const { db, settings, mailer, now } = services;
  const type = letterTypeOf(row.kind);
  const facts = readLetterFacts(row.kind, row.facts);
  const data = await type.load(services, { kind: row.kind, orderNumber: row.number, facts });
  if (data) {
    const shop = describeLetterShop(settings);
    // A letter that is sent again after a crash has the same id, so that mailboxes can recognize the duplicate.
    const messageId = `<letter-${row.id}@${new URL(shop.publicUrl).hostname}>`;
    const attachments = await type.attach?.(services, data);
    await mailer.send({
      to: row.toAddress,
      messageId,
      ...renderLetter(type.write(data, shop), shop),
      ...(attachments ? { attachments } : {}),
    });
  }
  const deletedAfterSending = forgottenKinds.includes(row.kind);
  await db.execute(sql`
    update outbox set state = 'sent', sent_at = ${now().toISOString()}::timestamptz, last_error = '',
      to_address = case when ${deletedAfterSending} then '' else to_address end,
      facts = case when ${deletedAfterSending} then '{}' else facts end
    where id = ${row.id}`);
}
