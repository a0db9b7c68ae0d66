/** Reserves, releases, sells, returns and receives copies of books in stock. */
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { MovedBy } from "./shelf.ts";

/** A quantity of copies of a book. */
export interface Copies {
  bookId: string;
  quantity: number;
}

/**
 * Locks the stock rows of the given books in the order of their ids, so that two orders with the same books cannot
 * deadlock. With few rows, PostgreSQL does lock in this order, but it does not guarantee this; on a deadlock,
 * `inTransaction` retries.
 */
const lockStockRows = (books: SQL) => sql`
  select s.book_id from stock s join ${books} using (book_id) order by s.book_id for update of s`;

/**
 * Reserves copies for an order, given by its id or an SQL expression of it. Returns the books that are unlisted (these
 * are sold at the counter only) or have too few copies; the caller must roll back if there are any.
 */
export async function reserveCopies(
  tx: Db,
  orderId: number | SQL,
  lines: Copies[],
  expiresAt: Date,
  { isAtCounter = false } = {},
): Promise<string[]> {
  const { rows } = await tx.execute<{ bookId: string }>(sql`
    with wanted as (${copiesOf(lines)}),
    locked as materialized (${lockStockRows(sql`wanted`)}),
    held as (
      update stock s set reserved = s.reserved + w.quantity from wanted w join locked using (book_id)
      where s.book_id = w.book_id and s.on_hand - s.reserved >= w.quantity
        and (${isAtCounter} or exists (select from books b where b.id = s.book_id and b.is_listed))
      returning s.book_id, w.quantity),
    noted as (
      insert into reservations (order_id, book_id, quantity, state, expires_at)
      select ${orderId}, book_id, quantity, 'held', ${expiresAt.toISOString()}::timestamptz from held
      on conflict (order_id, book_id) do update
        set quantity = excluded.quantity, state = 'held', expires_at = excluded.expires_at)
    select book_id from wanted where book_id not in (select book_id from held) order by book_id`);
  return rows.map((row) => row.bookId);
}

/** Releases the reservations of an order; idempotent. */
export async function releaseReservations(tx: Db, orderId: number): Promise<void> {
  await tx.execute(sql`
    with ended as (${endReservations(orderId, "released")}),
    locked as materialized (${lockStockRows(sql`ended`)})
    update stock s set reserved = s.reserved - e.quantity from ended e join locked using (book_id)
    where s.book_id = e.book_id`);
}

/**
 * Turns the reservations of an order into a sale and reduces the stock. The trigger `stock_words_changed` marks pages
 * as stale if the stock runs low.
 */
export async function sellReserved(tx: Db, orderId: number): Promise<void> {
  await tx.execute(sql`
    with ended as (${endReservations(orderId, "committed")}),
    locked as materialized (${lockStockRows(sql`ended`)}),
    sold as (
      update stock s set reserved = s.reserved - e.quantity, on_hand = s.on_hand - e.quantity
      from ended e join locked using (book_id) where s.book_id = e.book_id
      returning s.book_id, e.quantity)
    insert into stock_moves (book_id, delta, cause, order_id) select book_id, -quantity, 'sale', ${orderId} from sold`);
}

/**
 * Sells copies over the counter, which were never reserved. Returns the books with too few copies that are not reserved
 * for others; the caller must roll back if there are any.
 */
export async function sellAtOnce(tx: Db, orderId: number, lines: Copies[]): Promise<string[]> {
  const { rows } = await tx.execute<{ bookId: string }>(sql`
    with wanted as (${copiesOf(lines)}),
    locked as materialized (${lockStockRows(sql`wanted`)}),
    sold as (
      update stock s set on_hand = s.on_hand - w.quantity from wanted w join locked using (book_id)
      where s.book_id = w.book_id and s.on_hand - s.reserved >= w.quantity
      returning s.book_id, w.quantity),
    noted as (
      insert into stock_moves (book_id, delta, cause, order_id) select book_id, -quantity, 'sale', ${orderId} from sold)
    select book_id from wanted where book_id not in (select book_id from sold) order by book_id`);
  return rows.map((row) => row.bookId);
}

/** Puts sold copies of an order back into stock. The caller locks the order's row and returns each copy only once. */
export async function returnCopies(tx: Db, orderId: number, lines: Copies[]): Promise<void> {
  await tx.execute(sql`
    with given as (${copiesOf(lines)}),
    locked as materialized (${lockStockRows(sql`given`)}),
    back as (
      update stock s set on_hand = s.on_hand + g.quantity from given g join locked using (book_id)
      where s.book_id = g.book_id returning s.book_id, g.quantity)
    insert into stock_moves (book_id, delta, cause, order_id) select book_id, quantity, 'return', ${orderId} from back`);
}

/** Adds received copies to the stock; returns the new number on hand, or null if the book does not exist. */
export function receiveCopies(db: Db, bookId: string, quantity: number, by: MovedBy = {}): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    // Insert the row first, so that the change itself is always an update. Then an undo reverts only the update, and
    // the row stays.
    await tx.execute(sql`
      insert into stock (book_id) select id from books where id = ${bookId} on conflict (book_id) do nothing`);
    const { rows } = await tx.execute<{ onHand: number }>(sql`
      update stock set on_hand = on_hand + ${quantity} where book_id = ${bookId} returning on_hand`);
    if (!rows[0]) return null;
    await tx.execute(sql`
      insert into stock_moves (book_id, delta, cause, staff_id, program, reason)
      values (${bookId}, ${quantity}, 'received', ${by.staffId ?? null}::bigint, ${by.program ?? ""}, ${by.reason ?? ""})`);
    return rows[0].onHand;
  });
}

function copiesOf(lines: Copies[]): SQL {
  const bookIds = lines.map(({ bookId }) => bookId);
  const quantities = lines.map(({ quantity }) => quantity);
  return sql`select book_id, quantity from unnest(${bookIds}::text[], ${quantities}::int[]) as line (book_id, quantity)`;
}

function endReservations(orderId: number, state: "released" | "committed"): SQL {
  return sql`update reservations set state = ${state} where order_id = ${orderId} and state = 'held'
    returning book_id, quantity`;
}
