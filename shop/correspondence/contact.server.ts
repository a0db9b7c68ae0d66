import { createHash, randomInt } from "node:crypto";

import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { writeLetter } from "#shop/mail/outbox.server.ts";
import type { Services } from "#shop/services.ts";
import type { ContactMessage } from "./contact-message.ts";

/** Digits and letters that are not mistaken for one another over the phone: no I, L, O, U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** So many open letters from one address in a day; each brings one from us to it. */
const mostInADay = 5;

export type SentMessage = { ok: true; ticket: string } | { ok: false; reason: "too-many" };

/**
 * Keeps what a reader wrote and tells both sides by letter: the reader gets the ticket, the shop the words. The same
 * words sent again while they wait for their answer are the same ticket.
 */
export function sendMessage({ db, settings }: Services, message: ContactMessage): Promise<SentMessage> {
  const { name, email, subject, message: words } = message;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([email.toLowerCase(), subject, words]))
    .digest();
  return inTransaction(db, async (tx): Promise<SentMessage> => {
    // One writer after the other, so that a double click finds what the first click kept.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email.toLowerCase()}`}, 0))`);
    const { rows: before } = await tx.execute<{ ticket: string | null; today: number }>(sql`
      select (select ticket from contact_messages where fingerprint = ${fingerprint} and closed_at is null) as ticket,
        (select count(*)::int from contact_messages
          where lower(email) = lower(${email}) and created_at > now() - interval '1 day') as today`);
    const { ticket: known, today } = before[0]!;
    if (known) return { ok: true, ticket: known };
    if (today >= mostInADay) return { ok: false, reason: "too-many" };
    const ticket = newTicket();
    await tx.execute(sql`
      insert into contact_messages (ticket, name, email, subject, message, fingerprint)
      values (${ticket}, ${name}, ${email}, ${subject}, ${words}, ${fingerprint})`);
    const letter = { orderId: null, readerId: null, subjectKey: ticket, facts: { ticket } };
    await writeLetter(tx, { ...letter, kind: "contact-received", to: email });
    await writeLetter(tx, { ...letter, kind: "contact-for-shop", to: settings.seller.email });
    return { ok: true, ticket };
  });
}

function newTicket(): string {
  return `EPT-${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}

/** A reader's letter to the shop, with its ticket. */
export interface Ticket extends ContactMessage {
  ticket: string;
  /** ISO time. */
  createdAt: string;
  /** ISO time; null while it waits for its answer. */
  closedAt: string | null;
}

const columns = sql`ticket, name, email, subject, message, created_at as "createdAt", closed_at as "closedAt"`;

/** One ticket, or null. */
export async function findTicket(db: Db, ticket: string): Promise<Ticket | null> {
  const { rows } = await db.execute<TicketRow>(
    sql`select ${columns} from contact_messages where ticket = ${ticket.toUpperCase()}`,
  );
  return rows[0] ? asTicket(rows[0]) : null;
}

/** Tickets that wait for their answer, oldest first; with `closed`, the last closed ones. */
export async function listTickets(db: Db, state: "open" | "closed"): Promise<Ticket[]> {
  const { rows } = await db.execute<TicketRow>(
    state === "open"
      ? sql`select ${columns} from contact_messages where closed_at is null order by id limit 200`
      : sql`select ${columns} from contact_messages where closed_at is not null order by closed_at desc limit 50`,
  );
  return rows.map(asTicket);
}

/** Says that a ticket is answered; false when there is no such open ticket. */
export async function closeTicket({ db }: Services, ticket: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update contact_messages set closed_at = now() where ticket = ${ticket.toUpperCase()} and closed_at is null`);
  return rowCount === 1;
}

type TicketRow = Record<"ticket" | keyof ContactMessage, string> & { createdAt: unknown; closedAt: unknown };

function asTicket(row: TicketRow): Ticket {
  const iso = (time: unknown) => new Date(String(time)).toISOString();
  return { ...row, createdAt: iso(row.createdAt), closedAt: row.closedAt === null ? null : iso(row.closedAt) };
}
