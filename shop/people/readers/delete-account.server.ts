import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Reader } from "./reader.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { listStates } from "#shop/sales/orders/order-state.ts";
import type { DbAndClock, Services } from "#shop/services.ts";
import { eraseOrders } from "./erase-orders.server.ts";
import { dataByEmail } from "./my-data.server.ts";
import { checkPassword, hasPassword } from "./password.server.ts";

/** The word that a reader without an account password types to confirm. */
const deleteConfirmation = "DELETE";
const openStates = listStates(({ isOpen }) => isOpen);
/** A parcel sent longer ago counts as arrived, even if no delivery was recorded. */
const onTheWayDays = 30;

export type DeletedAccount =
  | { ok: true }
  | { ok: false; reason: "word" | "wrong" | "locked" }
  /** Open orders: not yet sent, on the way, or with an open return or refund. */
  | { ok: false; reason: "open-orders"; numbers: string[] };

/**
 * Deletes a reader's account and data, confirmed by the word DELETE or by the account password if one is set. Orders
 * are kept for accounting, without the reader's data. Bills are kept as printed, as the law requires (section 36 of the
 * CGST Act, section 128 of the Companies Act).
 */
export async function deleteAccount({ db, now }: Services, reader: Reader, given: string): Promise<DeletedAccount> {
  if (await hasPassword(db, reader.id)) {
    const checked = await checkPassword(db, reader.id, given);
    if (!checked.ok) return checked;
  } else if (given.trim() !== deleteConfirmation) {
    return { ok: false, reason: "word" };
  }
  return eraseReader({ db, now }, reader.id);
}

/** Erases a reader's account without a confirmation by the reader; the bookseller uses it at the reader's request. */
export function eraseReader(
  { db, now }: DbAndClock,
  readerId: number,
): Promise<{ ok: true } | { ok: false; reason: "open-orders"; numbers: string[] }> {
  return inTransaction(db, async (tx) => {
    // An order that is being placed for this reader waits for this lock and then finds no reader.
    const { rows } = await tx.execute<{ name: string; email: string | null }>(
      sql`select name, email from readers where id = ${readerId} for update`,
    );
    if (!rows[0]) return { ok: true };
    const { name, email } = rows[0];
    // Waits for payments and returns of these orders that are being processed.
    await tx.execute(sql`select from orders where reader_id = ${readerId} order by id for update`);
    const open = await openOrders(tx, readerId, now());
    if (open.length > 0) return { ok: false, reason: "open-orders", numbers: open };
    const orderCount = await eraseOrders(tx, sql`reader_id = ${readerId}`, now());
    for (const { from } of Object.values(dataByEmail)) await tx.execute(sql`delete ${from(readerId)}`);
    await tx.execute(sql`delete from readers where id = ${readerId}`);
    // Letters about the account are deleted by cascade. Transactions that were enqueuing letters to the address have
    // ended, because the statements above wait for their locks.
    await tx.execute(sql`delete from outbox where order_id is null and lower(to_address) = lower(${email})`);
    if (email) {
      const letter = {
        to: email,
        subjectKey: String(readerId),
        facts: { readerName: name, orderCount },
      };
      await enqueueLetter(tx, { kind: "account-deleted", ...letter });
    }
    return { ok: true };
  });
}

/** The numbers of the orders that prevent the deletion of the account. */
export async function openOrders(db: Db, readerId: number, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - onTheWayDays * 24 * 60 * 60 * 1000);
  const { rows } = await db.execute<{ number: string }>(sql`
    select o.number from orders o where o.reader_id = ${readerId} and (
      o.state = any(${openStates}::text[])
      or o.state = 'shipped' and o.delivery_method = 'collection'
      or o.state = 'shipped' and exists (
        select from shipments s where s.order_id = o.id and s.shipped_at > ${since.toISOString()}::timestamptz)
      or exists (select from returns t where t.order_id = o.id and t.state in ('asked', 'accepted'))
      or exists (select from refunds r where r.order_id = o.id and r.state in ('requested', 'pending')))
    order by o.id`);
  return rows.map((row) => row.number);
}
