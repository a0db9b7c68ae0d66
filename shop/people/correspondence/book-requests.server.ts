import { createHash } from "node:crypto";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Services } from "#shop/services.ts";
import type { BookRequest } from "./book-request.ts";
import { enqueueTicketLetters, lockWriter, newTicket } from "./tickets.server.ts";

/**
 * Stores a request for a book and sends a letter to the reader and one to the shop. A repeated request returns the
 * ticket of the first while that is open. `enqueueTicketLetters` limits the letters.
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

/** A request for a book, with its ticket. */
export interface BookRequestTicket extends BookRequest {
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
  /** The listed book with this ISBN; null if the shop does not sell it. */
  bookId: string | null;
}

const requests = sql`
  select r.ticket, r.title, r.author, r.isbn13 as isbn, r.email, r.created_at, r.closed_at, r.answer, b.id as book_id,
    exists (select from outbox o where o.kind = 'book-request-received' and o.order_id is null
      and o.subject_key = r.ticket) as has_letter
  from book_requests r left join books b on b.isbn13 = r.isbn13 and b.is_listed`;

export async function findBookRequest(db: Db, ticket: string): Promise<BookRequestTicket | null> {
  const { rows } = await db.execute<RequestRow>(sql`${requests} where r.ticket = ${ticket.toUpperCase()}`);
  return rows[0] ? asRequest(rows[0]) : null;
}

/** The 200 oldest open requests, oldest first; or the 50 that were closed last, newest first. */
export async function listBookRequests(db: Db, state: "open" | "closed"): Promise<BookRequestTicket[]> {
  const { rows } = await db.execute<RequestRow>(
    state === "open"
      ? sql`${requests} where r.closed_at is null order by r.id limit 200`
      : sql`${requests} where r.closed_at is not null order by r.closed_at desc limit 50`,
  );
  return rows.map(asRequest);
}

/** Closes a request without a letter; false if there is no such open ticket. */
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
