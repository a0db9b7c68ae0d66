import { sql } from "#db/sql.ts";

import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { DbAndClock } from "#shop/services.ts";

/** The maximum length of an answer, in characters. */
export const maxAnswerLength = 5000;

/** A message by the contact form, or a request for a book. */
export type TicketKind = "message" | "request";

const tables = { message: sql`contact_messages`, request: sql`book_requests` };

/**
 * Sends an answer by letter and closes the ticket; false if there is no open ticket, for example because a colleague
 * closed it first.
 */
export function answerTicket(
  { db, now }: DbAndClock,
  kind: TicketKind,
  { ticket, answer }: { ticket: string; answer: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ email: string }>(sql`
      update ${tables[kind]} set answer = ${answer}, closed_at = ${now().toISOString()}::timestamptz
      where ticket = ${ticket} and closed_at is null returning email`);
    if (!rows[0]) return false;
    await enqueueLetter(tx, {
      kind: kind === "message" ? "contact-answered" : "book-request-answered",
      to: rows[0].email,
      subjectKey: ticket,
      facts: { ticket },
    });
    return true;
  });
}
