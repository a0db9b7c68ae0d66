import { randomInt } from "node:crypto";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { countForShop, enqueueLetter, maxForShopPerDay, mayEmailUnverified } from "#shop/kernel/mail/outbox.server.ts";

/** Digits and letters that are not mistaken for one another over the phone: no I, L, O, U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new ticket, such as `EPT-7K2M9QX4`. */
export function newTicket(): string {
  return `EPT-${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}

/** One who writes from this address after the other, so that a double click finds what the first click stored. */
export async function lockWriter(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email.toLowerCase()}`}, 0))`);
}

interface NewTicket {
  ticket: string;
  /** Whose it is; anybody may have typed it. */
  email: string;
  /** The bookseller's address. */
  shopEmail: string;
  received: "contact-received" | "book-request-received";
  forShop: "contact-for-shop" | "book-request-for-shop";
}

/**
 * Tells both sides of a new ticket by letter. What is too many for a mailbox is left out: the reader's page shows the
 * ticket, and one letter a day tells the bookseller that there is more to read.
 */
export async function enqueueTicketLetters(
  tx: Db,
  { ticket, email, shopEmail, received, forShop }: NewTicket,
  now: Date,
): Promise<void> {
  const letter = { subjectKey: ticket, facts: { ticket } };
  if (await mayEmailUnverified(tx, email, received, now))
    await enqueueLetter(tx, { kind: received, to: email, ...letter });
  if ((await countForShop(tx, shopEmail, now)) < maxForShopPerDay)
    await enqueueLetter(tx, { kind: forShop, to: shopEmail, ...letter });
  else await enqueueLetter(tx, { kind: "contact-gathered", to: shopEmail, subjectKey: now.toISOString().slice(0, 10) });
}
