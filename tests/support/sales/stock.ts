import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** Leaves this many copies of a book in stock, as a count by the bookseller does. */
export async function leaveCopies(db: Db, bookId: string, copies: number): Promise<void> {
  await db.execute(sql`
    with moved as (
      insert into stock_moves (book_id, delta, cause)
      select book_id, ${copies}::int - on_hand, 'correction' from stock where book_id = ${bookId} and on_hand <> ${copies}
      returning book_id, delta)
    update stock s set on_hand = s.on_hand + m.delta from moved m where s.book_id = m.book_id`);
}

/** Expires the reservation of a reader's order. */
export async function expireReservation(db: Db, orderNumber: string): Promise<void> {
  await db.execute(sql`
    with ended as (
      update orders set reserved_until = now() - interval '1 second' where number = ${orderNumber} returning id, reserved_until)
    update reservations r set expires_at = e.reserved_until from ended e where r.order_id = e.id`);
}
