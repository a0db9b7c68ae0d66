import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";

/** Copies wanted of a book. */
export interface Copies {
  bookId: string;
  quantity: number;
}

/**
 * Holds copies for an order. Answers the books that do not have enough, and then holds nothing: the caller rolls back.
 * Rows are taken in the order of their ids, so that two orders with the same books never wait for each other in a ring.
 */
export async function reserveCopies(tx: Db, orderId: number, lines: Copies[], expiresAt: Date): Promise<string[]> {
  const short: string[] = [];
  for (const { bookId, quantity } of inOrder(lines)) {
    const { rowCount } = await tx.execute(sql`
      update stock set reserved = reserved + ${quantity}
      where book_id = ${bookId} and on_hand - reserved >= ${quantity}`);
    if (rowCount === 0) short.push(bookId);
  }
  if (short.length > 0) return short;
  for (const { bookId, quantity } of lines) {
    await tx.execute(sql`
      insert into reservations (order_id, book_id, quantity, state, expires_at)
      values (${orderId}, ${bookId}, ${quantity}, 'held', ${expiresAt.toISOString()}::timestamptz)
      on conflict (order_id, book_id) do update
        set quantity = excluded.quantity, state = 'held', expires_at = excluded.expires_at`);
  }
  return [];
}

/** Gives back what an order holds; does nothing the second time. */
export async function releaseReservations(tx: Db, orderId: number): Promise<void> {
  for (const { bookId, quantity } of await endReservations(tx, orderId, "released")) {
    await tx.execute(sql`update stock set reserved = reserved - ${quantity} where book_id = ${bookId}`);
  }
}

/** Turns what an order holds into a sale: the copies leave the shelf. */
export async function sellReserved(tx: Db, orderId: number): Promise<void> {
  for (const { bookId, quantity } of await endReservations(tx, orderId, "committed")) {
    await tx.execute(sql`
      update stock set reserved = reserved - ${quantity}, on_hand = on_hand - ${quantity} where book_id = ${bookId}`);
    await tx.execute(sql`
      insert into stock_moves (book_id, delta, cause, order_id) values (${bookId}, ${-quantity}, 'sale', ${orderId})`);
  }
}

/** Puts sold copies of an order back on the shelf. */
export async function returnCopies(tx: Db, orderId: number, lines: Copies[]): Promise<void> {
  for (const { bookId, quantity } of inOrder(lines)) {
    await tx.execute(sql`update stock set on_hand = on_hand + ${quantity} where book_id = ${bookId}`);
    await tx.execute(sql`
      insert into stock_moves (book_id, delta, cause, order_id) values (${bookId}, ${quantity}, 'return', ${orderId})`);
  }
}

/** Puts newly arrived copies on the shelf; answers how many are on hand now. */
export function receiveCopies(db: Db, bookId: string, quantity: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ on_hand: number }>(sql`
      insert into stock (book_id, on_hand) values (${bookId}, ${quantity})
      on conflict (book_id) do update set on_hand = stock.on_hand + excluded.on_hand returning on_hand`);
    await tx.execute(sql`insert into stock_moves (book_id, delta, cause) values (${bookId}, ${quantity}, 'received')`);
    return rows[0]!.on_hand;
  });
}

async function endReservations(tx: Db, orderId: number, state: "released" | "committed"): Promise<Copies[]> {
  const { rows } = await tx.execute<{ book_id: string; quantity: number }>(sql`
    update reservations set state = ${state} where order_id = ${orderId} and state = 'held'
    returning book_id, quantity`);
  return inOrder(rows.map((row) => ({ bookId: row.book_id, quantity: row.quantity })));
}

function inOrder(lines: Copies[]): Copies[] {
  return [...lines].sort((a, b) => (a.bookId < b.bookId ? -1 : 1));
}
