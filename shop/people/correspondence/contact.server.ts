/** Contact messages as tickets: stores a message and enqueues its letters, and finds, lists and closes tickets. */
import { createHash } from "node:crypto";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Services } from "#shop/services.ts";
import type { ContactMessage } from "./contact-message.ts";
import { enqueueTicketLetters, lockWriter, newTicket } from "./tickets.server.ts";

/**
 * Stores a message and sends two letters: the ticket to the reader, the message to the shop. A repeated message returns
 * the ticket of the first while that is open. If the limits of `enqueueTicketLetters` are exceeded, the message is
 * stored but no letter is sent: the page shows the ticket, and one letter a day tells the bookseller that there are
 * more messages.
 */
export function sendMessage({ db, settings, now }: Services, message: ContactMessage): Promise<{ ticket: string }> {
  const { name, email, subject, message: words } = message;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([email.toLowerCase(), subject, words]))
    .digest();
  const at = now();
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, email);
    const { rows: before } = await tx.execute<{ ticket: string }>(
      sql`select ticket from contact_messages where fingerprint = ${fingerprint} and closed_at is null`,
    );
    if (before[0]) return { ticket: before[0].ticket };
    const ticket = newTicket();
    await tx.execute(sql`
      insert into contact_messages (ticket, name, email, subject, message, fingerprint, created_at)
      values (${ticket}, ${name}, ${email}, ${subject}, ${words}, ${fingerprint}, ${at.toISOString()}::timestamptz)`);
    const shopEmail = settings.seller.email;
    const kinds = { received: "contact-received", forShop: "contact-for-shop" } as const;
    await enqueueTicketLetters(tx, { ticket, email, shopEmail, ...kinds }, at);
    return { ticket };
  });
}

/** A message of a reader, with its ticket. */
export interface Ticket extends ContactMessage {
  ticket: string;
  /** ISO time. */
  createdAt: string;
  /** ISO time; null while it is open. */
  closedAt: string | null;
  /**
   * Whether the outbox contains the letter that confirms the ticket to the reader; letters are deleted after some
   * weeks.
   */
  hasLetter: boolean;
  /** The shop's answer by letter; empty if it is open or was answered by other means. */
  answer: string;
}

const columns = sql`ticket, name, email, subject, message, created_at, closed_at, answer,
  exists (select from outbox b where b.kind = 'contact-received' and b.order_id is null and b.subject_key = ticket)
    as has_letter`;

export async function findTicket(db: Db, ticket: string): Promise<Ticket | null> {
  const { rows } = await db.execute<TicketRow>(
    sql`select ${columns} from contact_messages where ticket = ${ticket.toUpperCase()}`,
  );
  return rows[0] ? asTicket(rows[0]) : null;
}

/** The 200 oldest open tickets, oldest first; or the 50 that were closed last, newest first. */
export async function listTickets(db: Db, state: "open" | "closed"): Promise<Ticket[]> {
  const { rows } = await db.execute<TicketRow>(
    state === "open"
      ? sql`select ${columns} from contact_messages where closed_at is null order by id limit 200`
      : sql`select ${columns} from contact_messages where closed_at is not null order by closed_at desc limit 50`,
  );
  return rows.map(asTicket);
}

/** Closes a ticket without a letter; false if there is no such open ticket. */
export async function closeTicket({ db, now }: Services, ticket: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update contact_messages set closed_at = ${now().toISOString()}::timestamptz
    where ticket = ${ticket.toUpperCase()} and closed_at is null`);
  return rowCount === 1;
}

type TicketRow = Record<"ticket" | "answer" | keyof ContactMessage, string> & {
  createdAt: unknown;
  closedAt: unknown;
  hasLetter: boolean;
};

function asTicket(row: TicketRow): Ticket {
  const iso = (time: unknown) => new Date(String(time)).toISOString();
  return { ...row, createdAt: iso(row.createdAt), closedAt: row.closedAt === null ? null : iso(row.closedAt) };
}
