import { randomInt } from "node:crypto";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import {
  countLettersToShop,
  enqueueLetter,
  maxForShopPerDay,
  isWithinMailLimit,
} from "#shop/kernel/mail/outbox.server.ts";

/** Digits and letters that are hard to confuse on the phone: no I, L, O, U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new ticket, such as `EPT-7K2M9QX4`. */
export function newTicket(): string {
  return `EPT-${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}

/**
 * Serialises submissions from one address, so that the second click of a double click finds the ticket of the first.
 */
export async function lockWriter(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email.toLowerCase()}`}, 0))`);
}

interface NewTicket {
  ticket: string;
  /** The writer's address, unverified. */
  email: string;
  /** The bookseller's address. */
  shopEmail: string;
  received: "contact-received" | "book-request-received";
  forShop: "contact-for-shop" | "book-request-for-shop";
}

/**
 * Sends the letters about a new ticket to the reader and to the shop. Letters over the daily limit of a mailbox are
 * left out: the reader's page shows the ticket, and one letter a day tells the bookseller that there are more messages.
 */
export async function enqueueTicketLetters(
  tx: Db,
  { ticket, email, shopEmail, received, forShop }: NewTicket,
  now: Date,
): Promise<void> {
  const letter = { subjectKey: ticket, facts: { ticket } };
  if (await isWithinMailLimit(tx, email, received, now))
    await enqueueLetter(tx, { kind: received, to: email, ...letter });
  if ((await countLettersToShop(tx, shopEmail, now)) < maxForShopPerDay)
    await enqueueLetter(tx, { kind: forShop, to: shopEmail, ...letter });
  else await enqueueLetter(tx, { kind: "contact-gathered", to: shopEmail, subjectKey: now.toISOString().slice(0, 10) });
}
