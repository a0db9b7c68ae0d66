import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { emailField } from "#shop/kernel/forms/email-field.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { DbAndClock } from "#shop/services.ts";

const address = emailField();
/** For one mailbox: in a day, and waiting in all. */
const maxPerDay = 10;
const maxWaiting = 30;

export type StockRequest = { ok: true; title: string } | { ok: false; reason: "no-such-book" | "bad-address" };

/** Remembers that a reader wants one letter when a book is back; asking twice is asking once. */
export async function requestStock({ db, now }: DbAndClock, bookId: string, email: string): Promise<StockRequest> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const given = address.safeParse(email);
  if (!given.success) return { ok: false, reason: "bad-address" };
  const title = await findTitle(db, bookId);
  if (title === null) return { ok: false, reason: "no-such-book" };
  // Anybody may type anybody's address: more letters a day than a reader asks for are not written.
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

/** A book's title, or null when there is no such book. */
export async function findTitle(db: Db, bookId: string): Promise<string | null> {
  const { rows } = await db.execute<{ title: string }>(
    sql`select w.title from books b join works w on w.id = b.work_id where b.id = ${bookId}`,
  );
  return rows[0]?.title ?? null;
}

/** Writes to readers who wait for a book that can be had again. */
export async function tellWaitingReaders({ db, now }: DbAndClock): Promise<number> {
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
