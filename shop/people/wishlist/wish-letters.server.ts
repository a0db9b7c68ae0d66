/** Letters about wishlist books that became cheaper or are back in stock: enqueues them, and unsubscribes from them. */
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { Services } from "#shop/services.ts";

/** Wishes per run; the rest follow in the next run. */
const maxBatch = 500;

/**
 * Enqueues letters for readers who asked for them: the book costs less than when it was put on the list and less than
 * in any earlier letter; or the book was sold out and is back. At most one letter about a book a day. Returns the
 * number of letters.
 */
export async function enqueueWishLetters({ db, now }: Services): Promise<number> {
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`
    update wishes x set is_awaited = true from wishlists l, stock s
    where l.id = x.wishlist_id and l.tells_back and not x.is_awaited and s.book_id = x.book_id and s.on_hand = 0`);
  const isRested = sql`(x.told_at is null or x.told_at <= ${at} - interval '1 day')`;
  return inTransaction(db, async (tx) => {
    const back = await tell(tx, "wish-back", at, {
      change: sql`is_awaited = false`,
      due: sql`l.tells_back and x.is_awaited and ${isRested} and s.on_hand > s.reserved`,
    });
    const cheaper = await tell(tx, "wish-cheaper", at, {
      change: sql`told_paise = (select price_paise from books b where b.id = w.book_id)`,
      due: sql`l.tells_cheaper and ${isRested} and b.price_paise < least(x.price_paise, x.told_paise)
        and s.on_hand > s.reserved`,
    });
    return back + cheaper;
  });
}

/** Enqueues one letter for each wish that is due; readers without an address get none. */
async function tell(tx: Db, kind: "wish-back" | "wish-cheaper", at: SQL, { change, due }: { change: SQL; due: SQL }) {
  const { rows } = await tx.execute<{ readerId: string; bookId: string; email: string; told: string }>(sql`
    with due as (
      select x.reader_id, x.book_id, r.email from wishes x
      join wishlists l on l.id = x.wishlist_id join readers r on r.id = x.reader_id
      join books b on b.id = x.book_id and b.is_listed join stock s on s.book_id = x.book_id
      where r.email is not null and ${due}
      order by x.reader_id, x.book_id limit ${maxBatch}
      -- Skips accounts that are being deleted: the deletion would wait for these rows, and the letters for the deletion
      -- (a deadlock).
      for no key update of x skip locked for key share of r skip locked)
    update wishes w set told_at = ${at}, ${change} from due
    where w.reader_id = due.reader_id and w.book_id = due.book_id
    returning w.reader_id, w.book_id, due.email, ${at}::text as told`);
  for (const { readerId, bookId, email, told } of rows) {
    await enqueueLetter(tx, {
      kind,
      readerId: Number(readerId),
      to: email,
      subjectKey: `${bookId} ${told}`,
      facts: { readerId: Number(readerId), bookId },
    });
  }
  return rows.length;
}

/** The name of the wishlist that an unsubscribe link belongs to; null if no letters are sent for it. */
export async function findListWithLetters(db: Db, unsubscribeToken: string): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from wishlists where leave_token = ${unsubscribeToken} and (tells_cheaper or tells_back)`,
  );
  return rows[0]?.name ?? null;
}

/** Ends the letters about a list. Idempotent. */
export async function unsubscribeWishLetters(db: Db, unsubscribeToken: string): Promise<void> {
  await db.execute(sql`
    with list as (update wishlists set tells_cheaper = false, tells_back = false
      where leave_token = ${unsubscribeToken} returning id)
    update wishes x set is_awaited = false from list where x.wishlist_id = list.id`);
}
