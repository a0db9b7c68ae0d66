import { createHash } from "node:crypto";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Services } from "#shop/services.ts";
import type { BookRequest } from "./book-request.ts";
import { enqueueTicketLetters, lockWriter, newTicket } from "./tickets.server.ts";

/**
 * Stores that a reader asks for a book and tells both sides by letter. The same request sent again while it waits for
 * its answer is the same ticket. Limits are those of messages: see `enqueueTicketLetters`.
 */
export function requestBook({ db, settings, now }: Services, request: BookRequest): Promise<{ ticket: string }> {
  const { title, author, isbn, email } = request;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([email.toLowerCase(), title, author, isbn]))
    .digest();
  const at = now();
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, email);
    const { rows: before } = await tx.execute<{ ticket: string }>(
      sql`select ticket from book_requests where fingerprint = ${fingerprint} and closed_at is null`,
    );
    if (before[0]) return { ticket: before[0].ticket };
    const ticket = newTicket();
    await tx.execute(sql`
      insert into book_requests (ticket, title, author, isbn13, email, fingerprint, created_at)
      values (${ticket}, ${title}, ${author}, ${isbn}::text, ${email}, ${fingerprint}, ${at.toISOString()}::timestamptz)`);
    const shopEmail = settings.seller.email;
    const kinds = { received: "book-request-received", forShop: "book-request-for-shop" } as const;
    await enqueueTicketLetters(tx, { ticket, email, shopEmail, ...kinds }, at);
    return { ticket };
  });
}

/** A book that somebody asked for, with its ticket. */
export interface BookRequestTicket extends BookRequest {
  ticket: string;
  /** ISO time. */
  createdAt: string;
  /** ISO time; null while it waits for its answer. */
  closedAt: string | null;
  /** Whether the outbox has a letter with the ticket to whoever asked; such letters are deleted after some weeks. */
  hasLetter: boolean;
  /** What the shop answered by letter; empty while it has not, or where it answered otherwise. */
  answer: string;
  /** The book of this ISBN that the shop sells by now; null while there is none. */
  bookId: string | null;
}

const requests = sql`
  select r.ticket, r.title, r.author, r.isbn13 as isbn, r.email, r.created_at, r.closed_at, r.answer, b.id as book_id,
    exists (select from outbox o where o.kind = 'book-request-received' and o.order_id is null
      and o.subject_key = r.ticket) as has_letter
  from book_requests r left join books b on b.isbn13 = r.isbn13 and b.is_listed`;

/** One request by its ticket, or null. */
export async function findBookRequest(db: Db, ticket: string): Promise<BookRequestTicket | null> {
  const { rows } = await db.execute<RequestRow>(sql`${requests} where r.ticket = ${ticket.toUpperCase()}`);
  return rows[0] ? asRequest(rows[0]) : null;
}

/** Requests that wait for their answer, oldest first; with `closed`, the last closed ones. */
export async function listBookRequests(db: Db, state: "open" | "closed"): Promise<BookRequestTicket[]> {
  const { rows } = await db.execute<RequestRow>(
    state === "open"
      ? sql`${requests} where r.closed_at is null order by r.id limit 200`
      : sql`${requests} where r.closed_at is not null order by r.closed_at desc limit 50`,
  );
  return rows.map(asRequest);
}

/** Says that a request is answered; false when there is no such open ticket. */
export async function closeBookRequest({ db, now }: Services, ticket: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update book_requests set closed_at = ${now().toISOString()}::timestamptz
    where ticket = ${ticket.toUpperCase()} and closed_at is null`);
  return rowCount === 1;
}

type RequestRow = Record<"ticket" | "answer" | "title" | "author" | "email", string> & {
  isbn: string | null;
  bookId: string | null;
  createdAt: unknown;
  closedAt: unknown;
  hasLetter: boolean;
};

function asRequest(row: RequestRow): BookRequestTicket {
  const iso = (time: unknown) => new Date(String(time)).toISOString();
  return { ...row, createdAt: iso(row.createdAt), closedAt: row.closedAt === null ? null : iso(row.closedAt) };
}
