import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { listCards } from "#shop/catalogue/cards.server.ts";
import { addUp, type ShippingRule } from "#shop/pricing/price-lines.ts";
import { maxLinesPerCart, maxQuantityPerLine, type Cart } from "./cart.ts";
import { hashCartToken } from "./cart-token.server.ts";

/** What became of a change: how many copies the line has now, or why it was not made. */
export type CartChange =
  | { ok: true; title: string; quantity: number; isLimited: boolean }
  | { ok: false; reason: "no-such-book" | "sold-out" | "enough" | "cart-full" };

/** Copies of a book that this cart may hold: what is free, and what its own open order holds already. */
const obtainable = sql`least(${maxQuantityPerLine}, coalesce((
    select s.on_hand - s.reserved from stock s where s.book_id = b.id), 0) + coalesce((
    select sum(r.quantity) from reservations r join orders o on o.id = r.order_id
    where r.book_id = b.id and r.state = 'held' and o.cart_id = c.id), 0))::int`;

/** The cart of a token, priced as of now; an empty one for a visitor who has none. */
export async function findCart(db: Db, token: string | null, rule: ShippingRule): Promise<Cart> {
  const { rows } = await db.execute<{ book_id: string; quantity: number; obtainable: number }>(sql`
    select l.book_id, l.quantity, ${obtainable} as obtainable
    from carts c join cart_lines l on l.cart_id = c.id join books b on b.id = l.book_id
    where c.token_hash = ${token === null ? null : hashCartToken(token)}
    order by l.created_at, l.book_id`);
  const ids = sql.param(rows.map((row) => row.book_id));
  const cards = rows.length ? await listCards(db, { where: sql`b.id = any(${ids}::text[])`, orderBy: sql`b.id` }) : [];
  const byId = new Map(cards.map((card) => [card.id, card]));
  const lines = rows.flatMap((row) => {
    const book = byId.get(row.book_id);
    if (!book) return [];
    const lineTotalPaise = book.pricePaise * row.quantity;
    return [{ book, quantity: row.quantity, lineTotalPaise, maxQuantity: Math.max(0, row.obtainable) }];
  });
  const totals = addUp(
    lines.map((line) => ({ pricePaise: line.book.pricePaise, quantity: line.quantity })),
    rule,
  );
  return { lines, count: lines.reduce((sum, line) => sum + line.quantity, 0), ...totals };
}

/** Total quantity, for the badge. */
export async function countCart(db: Db, token: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(l.quantity), 0)::int as count from carts c join cart_lines l on l.cart_id = c.id
    where c.token_hash = ${hashCartToken(token)}`);
  return rows[0]?.count ?? 0;
}

/** Puts one more copy of a book into the cart. */
export function addToCart(db: Db, token: string, bookId: string): Promise<CartChange> {
  return changeLine(db, token, bookId, (quantity) => quantity + 1);
}

/** Sets how many copies of a book are in the cart; 0 or less takes the line out. */
export function setQuantity(db: Db, token: string, bookId: string, quantity: number): Promise<CartChange> {
  return changeLine(db, token, bookId, () => quantity);
}

/** Takes a book out of the cart. */
export function removeFromCart(db: Db, token: string, bookId: string): Promise<CartChange> {
  return changeLine(db, token, bookId, () => 0);
}

/** Takes everything out. */
export async function clearCart(db: Db, token: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const cartId = await lockCart(tx, token);
    await tx.execute(sql`delete from cart_lines where cart_id = ${cartId}`);
  });
}

async function changeLine(
  db: Db,
  token: string,
  bookId: string,
  next: (quantity: number) => number,
): Promise<CartChange> {
  return inTransaction(db, async (tx): Promise<CartChange> => {
    const cartId = await lockCart(tx, token);
    const { rows } = await tx.execute<{ title: string; quantity: number; lines: number; obtainable: number }>(sql`
      select w.title, coalesce(l.quantity, 0) as quantity, ${obtainable} as obtainable,
        (select count(*)::int from cart_lines x where x.cart_id = c.id) as lines
      from books b join works w on w.id = b.work_id join carts c on c.id = ${cartId}
      left join cart_lines l on l.cart_id = c.id and l.book_id = b.id
      where b.id = ${bookId}`);
    const line = rows[0];
    if (!line) return { ok: false, reason: "no-such-book" };

    const wanted = next(line.quantity);
    const quantity = Math.min(wanted, line.obtainable);
    if (wanted > 0) {
      if (quantity <= 0 && line.quantity === 0) return { ok: false, reason: "sold-out" };
      if (wanted > line.quantity && quantity <= line.quantity) return { ok: false, reason: "enough" };
      if (line.quantity === 0 && line.lines >= maxLinesPerCart) return { ok: false, reason: "cart-full" };
    }
    if (quantity <= 0) {
      await tx.execute(sql`delete from cart_lines where cart_id = ${cartId} and book_id = ${bookId}`);
    } else {
      await tx.execute(sql`
        insert into cart_lines (cart_id, book_id, quantity) values (${cartId}, ${bookId}, ${quantity})
        on conflict (cart_id, book_id) do update set quantity = excluded.quantity`);
    }
    return { ok: true, title: line.title, quantity: Math.max(0, quantity), isLimited: quantity < wanted };
  });
}

/** Makes the cart if there is none, and holds its row: changes of one cart happen one after another. */
async function lockCart(tx: Db, token: string): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into carts (token_hash) values (${hashCartToken(token)})
    on conflict (token_hash) do update set version = carts.version + 1, updated_at = now()
    returning id`);
  return Number(rows[0]!.id);
}
