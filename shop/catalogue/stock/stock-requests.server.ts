import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { emailField } from "#shop/kernel/forms/email-field.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { DbAndClock } from "#shop/services.ts";

const address = emailField();
/** The maximum number of requests for one mailbox per day, and of waiting requests in total. */
const maxPerDay = 10;
const maxWaiting = 30;

export type StockRequest = { ok: true; title: string } | { ok: false; reason: "no-such-book" | "bad-address" };

/**
 * Records that a reader wants one letter when a book is back in stock. Idempotent. If a limit is reached, the request
 * is ignored, but the response is the same.
 */
export async function requestStock({ db, now }: DbAndClock, bookId: string, email: string): Promise<StockRequest> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const given = address.safeParse(email);
  if (!given.success) return { ok: false, reason: "bad-address" };
  const title = await findTitle(db, bookId);
  if (title === null) return { ok: false, reason: "no-such-book" };
  // The address is not verified, so the limits protect its owner from a flood of letters.
  await db.execute(sql`
    insert into stock_requests (book_id, email, created_at)
    select ${bookId}, ${given.data}, ${at} from (
      select count(*) filter (where created_at > ${at} - interval '1 day') as today,
        count(*) filter (where told_at is null) as waiting
      from stock_requests where mailbox_of(email) = mailbox_of(${given.data})) sums
    where today < ${maxPerDay} and waiting < ${maxWaiting}
    on conflict (book_id, lower(email)) where told_at is null do nothing`);
  return { ok: true, title };
}

/** A book's title; null if it does not exist. */
export async function findTitle(db: Db, bookId: string): Promise<string | null> {
  const { rows } = await db.execute<{ title: string }>(
    sql`select w.title from books b join works w on w.id = b.work_id where b.id = ${bookId}`,
  );
  return rows[0]?.title ?? null;
}

/** Sends up to 100 letters to readers whose book is back in stock; returns their number. */
export async function sendStockLetters({ db, now }: DbAndClock): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string; bookId: string; email: string }>(sql`
      update stock_requests set told_at = ${now().toISOString()}::timestamptz where id = any(array(
        select r.id from stock_requests r join books b on b.id = r.book_id and b.is_listed join stock s on s.book_id = r.book_id
        where r.told_at is null and s.on_hand > s.reserved order by r.id limit 100 for update of r skip locked))
      returning id, book_id, email`);
    for (const row of rows) {
      const facts = { bookId: row.bookId };
      await enqueueLetter(tx, { kind: "back-in-stock", to: row.email, subjectKey: row.id, facts });
    }
    return rows.length;
  });
}
