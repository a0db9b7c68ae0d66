/** Changes lines of a cart within the limits of stock and cart, under a lock on the cart. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inOrder } from "#db/transaction.ts";

import type { Db } from "#db/connect.ts";
import { maxLinesPerCart, maxQuantityPerLine } from "./cart.ts";
import { hashSecret } from "#shop/kernel/security/secret.server.ts";
import { isCartOf, type CartOwner } from "./cart-owner.server.ts";

/**
 * The result of a change: the new quantity of the line, or the reason why it was refused; `enough` means that no more
 * copies are available. `count` is the number of copies in the cart.
 */
export type CartChange =
  | { ok: true; title: string; quantity: number; isLimited: boolean; count: number }
  | { ok: false; reason: "no-such-book" | "sold-out" | "enough" | "cart-full"; count: number };

/**
 * The maximum number of copies of a book in cart `c`: the free copies in stock, and those reserved by the cart's own
 * open order; 0 for an unlisted book.
 */
export const available = sql`case when b.is_listed then least(${maxQuantityPerLine}, coalesce((
    select s.on_hand - s.reserved from stock s where s.book_id = b.id), 0) + coalesce((
    select sum(r.quantity) from reservations r join orders o on o.id = r.order_id
    where r.book_id = b.id and r.state = 'held' and o.cart_id = c.id and o.state = 'pending_payment'), 0))::int else 0 end`;

/** A change of one line; `next` computes the wanted quantity from the present one. */
export interface LineChange {
  bookId: string;
  next: (quantity: number) => number;
}

/**
 * Each change increments the version, because an open order belongs to one version of its cart. A refused change does
 * not. `updated_at` is the database's time, which limits for how long removed lines can be restored.
 */
export const nextVersion = sql`version = version + 1, updated_at = now()`;

/**
 * Stores the deleted lines of `gone` along with the version, so that they can be restored; a change without deletions
 * clears them.
 */
export const removedLines = sql`taken_out = (
  select jsonb_build_object('lines', jsonb_agg(jsonb_build_object('bookId', book_id, 'quantity', quantity, 'createdAt', created_at)))
  from gone having count(*) > 0)`;

/** Creates the cart if needed, and locks its row, so that changes of a cart run one after the other. */
export async function lockCart(tx: Db, owner: CartOwner): Promise<number> {
  const key = typeof owner === "string" ? sql`token_hash` : sql`reader_id`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into carts (${key}) values (${typeof owner === "string" ? hashSecret(owner) : owner.readerId})
    on conflict (${key}) do update set ${key} = excluded.${key}
    returning id`);
  return Number(oneRow(rows).id);
}

/**
 * Changes lines in turn, as far as the limits allow, in the caller's transaction; returns the result of each. Three
 * statements for any number of lines.
 */
export async function changeLines(tx: Db, owner: CartOwner, changes: LineChange[], at: Date): Promise<CartChange[]> {
  const bookIds = [...new Set(changes.map(({ bookId }) => bookId))];
  const [cartId, found] = await inOrder([lockCart(tx, owner), readLines(tx, owner, bookIds)]);
  const lines = new Map(found.map((line) => [line.bookId, { ...line, before: line.quantity }]));
  let { lines: lineCount, count } = found[0] ?? { lines: 0, count: 0 };

  const outcomes = changes.map(({ bookId, next }): CartChange => {
    const line = lines.get(bookId);
    if (!line || line.title === null) return { ok: false, reason: "no-such-book", count };
    const wanted = next(line.quantity);
    const quantity = Math.max(0, Math.min(wanted, line.available));
    if (wanted > 0) {
      if (quantity === 0 && line.quantity === 0) return { ok: false, reason: "sold-out", count };
      if (wanted > line.quantity && quantity <= line.quantity) return { ok: false, reason: "enough", count };
      if (line.quantity === 0 && lineCount >= maxLinesPerCart) return { ok: false, reason: "cart-full", count };
    }
    lineCount += Number(quantity > 0) - Number(line.quantity > 0);
    count += quantity - line.quantity;
    line.quantity = quantity;
    return { ok: true, title: line.title, quantity, isLimited: quantity < wanted, count };
  });

  const changed = [...lines.values()].filter(({ quantity, before }) => quantity !== before);
  if (changed.length > 0) await writeLines(tx, cartId, changed, at);
  return outcomes;
}

interface LineRow {
  bookId: string;
  /** Null for an unknown book. */
  title: string | null;
  quantity: number;
  available: number;
  /** Lines and copies in the whole cart. */
  lines: number;
  count: number;
}

async function readLines(tx: Db, owner: CartOwner, bookIds: string[]): Promise<LineRow[]> {
  const { rows } = await tx.execute<LineRow>(sql`
    select asked.id as book_id, w.title, coalesce(l.quantity, 0) as quantity, ${available} as available,
      whole.lines, whole.count
    from carts c
    cross join lateral (select count(*)::int as lines, coalesce(sum(x.quantity), 0)::int as count
      from cart_lines x where x.cart_id = c.id) whole
    cross join unnest(${bookIds}::text[]) as asked (id)
    left join books b on b.id = asked.id left join works w on w.id = b.work_id
    left join cart_lines l on l.cart_id = c.id and l.book_id = b.id
    where ${isCartOf(owner)}`);
  return rows;
}

/** New lines get ascending times in the order in which they were added, even within one millisecond. */
async function writeLines(tx: Db, cartId: number, changed: { bookId: string; quantity: number }[], at: Date) {
  const lines = JSON.stringify(changed.map(({ bookId, quantity }, place) => ({ bookId, quantity, place })));
  await tx.execute(sql`
    with changed as (
      select "bookId" as book_id, quantity, place
      from jsonb_to_recordset(${lines}::jsonb) as line ("bookId" text, quantity int, place int)),
    last as (select max(created_at) + interval '1 microsecond' as after from cart_lines where cart_id = ${cartId}),
    gone as (
      delete from cart_lines l using changed n where l.cart_id = ${cartId} and l.book_id = n.book_id and n.quantity = 0
      returning l.book_id, l.quantity, l.created_at),
    kept as (
      insert into cart_lines (cart_id, book_id, quantity, created_at)
      select ${cartId}, book_id, quantity,
        greatest(${at.toISOString()}::timestamptz, last.after) + place * interval '1 microsecond'
      from changed, last where quantity > 0
      on conflict (cart_id, book_id) do update set quantity = excluded.quantity)
    update carts set ${nextVersion}, ${removedLines} where id = ${cartId}`);
}

/**
 * Removes from the cart the copies that its order has paid for, and the order's promotion code; books added meanwhile
 * in another tab stay. Increments the version, so that ordering the remaining books makes a new order, even if the
 * total is the same.
 */
export async function removePaidLines(tx: Db, cartId: string, orderId: string): Promise<void> {
  await tx.execute(sql`
    with paid as (select book_id, quantity from order_lines where order_id = ${orderId}),
    emptied as (
      delete from cart_lines c using paid
      where c.cart_id = ${cartId} and c.book_id = paid.book_id and c.quantity <= paid.quantity),
    lowered as (
      update cart_lines c set quantity = c.quantity - paid.quantity from paid
      where c.cart_id = ${cartId} and c.book_id = paid.book_id and c.quantity > paid.quantity)
    update carts set ${nextVersion},
      promotion_code = nullif(promotion_code, (select o.promotion_code from orders o where o.id = ${orderId}))
    where id = ${cartId}`);
}
