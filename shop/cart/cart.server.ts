import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { listCards } from "#shop/catalogue/cards.server.ts";
import type { ShippingRule } from "#shop/pricing/price-cart.ts";
import type { PromotionRefusal } from "#shop/pricing/promotion-words.ts";
import { findUsablePromotion, foldCode } from "#shop/pricing/promotions.server.ts";
import { maxLinesPerCart, maxQuantityPerLine, type Cart } from "./cart.ts";
import { hashCartToken, isCartOf, type CartOwner } from "./cart-owner.server.ts";
import { priceLines } from "./price-lines.server.ts";

/** What became of a change: how many copies the line has now, or why it was not made; `count` is what the cart holds. */
export type CartChange =
  | { ok: true; title: string; quantity: number; isLimited: boolean; count: number }
  | { ok: false; reason: "no-such-book" | "sold-out" | "enough" | "cart-full"; count: number };

/** Copies of a book that this cart may hold: what is free, and what its own open order holds already. */
const obtainable = sql`least(${maxQuantityPerLine}, coalesce((
    select s.on_hand - s.reserved from stock s where s.book_id = b.id), 0) + coalesce((
    select sum(r.quantity) from reservations r join orders o on o.id = r.order_id
    where r.book_id = b.id and r.state = 'held' and o.cart_id = c.id), 0))::int`;

interface CartRow extends Record<string, unknown> {
  cart_id: string;
  code: string | null;
  book_id: string;
  quantity: number;
  obtainable: number;
}

/** The cart of its owner, priced as of now; an empty one for a visitor who has none. */
export async function findCart(
  db: Db,
  owner: CartOwner | null,
  shipping: ShippingRule,
  now = new Date(),
): Promise<Cart> {
  const { rows } = await db.execute<CartRow>(sql`
    select c.id as cart_id, c.promotion_code as code, l.book_id, l.quantity, ${obtainable} as obtainable
    from carts c join cart_lines l on l.cart_id = c.id join books b on b.id = l.book_id
    where ${owner === null ? sql`false` : isCartOf(owner)}
    order by l.created_at, l.book_id`);
  if (!rows[0]) return emptyCart;
  const ids = sql.param(rows.map((row) => row.book_id));
  const cards = await listCards(db, { where: sql`b.id = any(${ids}::text[])`, orderBy: sql`b.id` });
  const byId = new Map(cards.map((card) => [card.id, card]));
  const lines = rows.flatMap((row) => {
    const book = byId.get(row.book_id);
    if (!book) return [];
    const lineTotalPaise = book.pricePaise * row.quantity;
    return [{ book, quantity: row.quantity, lineTotalPaise, maxQuantity: Math.max(0, row.obtainable) }];
  });
  const { code } = rows[0];
  const { priced, refusal } = await priceLines(db, {
    cartId: Number(rows[0].cart_id),
    lines: lines.map(({ book, quantity }) => ({ bookId: book.id, unitPricePaise: book.pricePaise, quantity })),
    code,
    email: null,
    shipping,
    now,
  });
  const { subtotalPaise, discounts, shippingPaise, totalPaise, freeShippingShortPaise } = priced;
  return {
    lines,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    subtotalPaise,
    discounts,
    shippingPaise,
    totalPaise,
    freeShippingShortPaise,
    code: code === null ? null : { code, refusal },
  };
}

const emptyCart: Cart = {
  lines: [],
  count: 0,
  subtotalPaise: 0,
  discounts: [],
  shippingPaise: 0,
  totalPaise: 0,
  freeShippingShortPaise: null,
  code: null,
};

/** Total quantity, for the badge. */
export async function countCart(db: Db, owner: CartOwner): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(l.quantity), 0)::int as count from carts c join cart_lines l on l.cart_id = c.id
    where ${isCartOf(owner)}`);
  return rows[0]?.count ?? 0;
}

/** Puts one more copy of a book into the cart. */
export function addToCart(db: Db, owner: CartOwner, bookId: string): Promise<CartChange> {
  return inTransaction(db, (tx) => changeLine(tx, owner, bookId, (quantity) => quantity + 1));
}

/** Sets how many copies of a book are in the cart; 0 or less takes the line out. */
export function setQuantity(db: Db, owner: CartOwner, bookId: string, quantity: number): Promise<CartChange> {
  return inTransaction(db, (tx) => changeLine(tx, owner, bookId, () => quantity));
}

/** Sees to it that the cart has at least so many copies of a book, inside the caller's transaction; how many it has. */
export async function keepAtLeast(tx: Db, owner: CartOwner, bookId: string, quantity: number): Promise<number> {
  let held = 0;
  const change = await changeLine(tx, owner, bookId, (already) => {
    held = already;
    return Math.max(already, quantity);
  });
  return change.ok ? change.quantity : held;
}

/** Takes a book out of the cart. */
export function removeFromCart(db: Db, owner: CartOwner, bookId: string): Promise<CartChange> {
  return inTransaction(db, (tx) => changeLine(tx, owner, bookId, () => 0));
}

/** Takes everything out. */
export async function clearCart(db: Db, owner: CartOwner): Promise<void> {
  await inTransaction(db, async (tx) => {
    const cartId = await lockCart(tx, owner);
    await tx.execute(sql`
      with gone as (delete from cart_lines where cart_id = ${cartId} returning book_id)
      update carts set ${newVersion} where id = ${cartId} and exists (select from gone)`);
  });
}

export type BundleChange =
  | { ok: true; name: string; percentOff: number; copies: number }
  | { ok: false; reason: "no-such-bundle" | "sold-out" | "cart-full" };

/** Puts one copy of each book of a bundle into the cart; all of them, or none. */
export async function addBundleToCart(db: Db, owner: CartOwner, bundleId: string): Promise<BundleChange> {
  const { rows } = await db.execute<{ name: string; percent_off: number; book_ids: string[] }>(sql`
    select b.name, b.percent_off, array_agg(bb.book_id order by bb.position) as book_ids
    from bundles b join bundle_books bb on bb.bundle_id = b.id where b.id = ${bundleId} group by b.id`);
  const bundle = rows[0];
  if (!bundle) return { ok: false, reason: "no-such-bundle" };
  try {
    await inTransaction(db, async (tx) => {
      for (const bookId of bundle.book_ids) {
        const change = await changeLine(tx, owner, bookId, (quantity) => quantity + 1);
        if (!change.ok) throw new NotAll(change.reason);
      }
    });
  } catch (error) {
    if (!(error instanceof NotAll)) throw error;
    return { ok: false, reason: error.reason === "cart-full" ? "cart-full" : "sold-out" };
  }
  return { ok: true, name: bundle.name, percentOff: bundle.percent_off, copies: bundle.book_ids.length };
}

/** Undoes the part of a bundle that was put in before one book could not be had. */
class NotAll extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

export type CodeChange = { ok: true; code: string } | { ok: false; reason: PromotionRefusal };

/** Puts a promotion's code into the cart, if it may be used now; what it takes off is worked out with every price. */
export async function applyPromotion(db: Db, owner: CartOwner, typed: string, now: Date): Promise<CodeChange> {
  const code = foldCode(typed);
  if (code === null) return { ok: false, reason: "unknown" };
  return inTransaction(db, async (tx): Promise<CodeChange> => {
    const cartId = await lockCart(tx, owner);
    const usable = await findUsablePromotion(tx, code, null, now, cartId);
    if (!usable.ok) return usable;
    await tx.execute(sql`
      update carts set promotion_code = ${code}, ${newVersion}
      where id = ${cartId} and promotion_code is distinct from ${code}`);
    return { ok: true, code };
  });
}

/** Takes the code out of the cart. */
export async function removePromotion(db: Db, owner: CartOwner): Promise<void> {
  await inTransaction(db, async (tx) => {
    const cartId = await lockCart(tx, owner);
    await tx.execute(sql`
      update carts set promotion_code = null, ${newVersion} where id = ${cartId} and promotion_code is not null`);
  });
}

/** Sets a line to what `next` makes of its quantity, as far as the rules allow, inside the caller's transaction. */
async function changeLine(
  tx: Db,
  owner: CartOwner,
  bookId: string,
  next: (quantity: number) => number,
): Promise<CartChange> {
  const [cartId, line] = await Promise.all([lockCart(tx, owner), readLine(tx, owner, bookId)]);
  const { title, others } = line;
  const count = others + line.quantity;
  if (title === null) return { ok: false, reason: "no-such-book", count };

  const wanted = next(line.quantity);
  const quantity = Math.min(wanted, line.obtainable);
  if (wanted > 0) {
    if (quantity <= 0 && line.quantity === 0) return { ok: false, reason: "sold-out", count };
    if (wanted > line.quantity && quantity <= line.quantity) return { ok: false, reason: "enough", count };
    if (line.quantity === 0 && line.lines >= maxLinesPerCart) return { ok: false, reason: "cart-full", count };
  }
  if (Math.max(0, quantity) !== line.quantity) {
    const change =
      quantity <= 0
        ? sql`delete from cart_lines where cart_id = ${cartId} and book_id = ${bookId}`
        : sql`insert into cart_lines (cart_id, book_id, quantity) values (${cartId}, ${bookId}, ${quantity})
            on conflict (cart_id, book_id) do update set quantity = excluded.quantity`;
    await tx.execute(sql`with changed as (${change}) update carts set ${newVersion} where id = ${cartId}`);
  }
  const left = Math.max(0, quantity);
  return { ok: true, title, quantity: left, isLimited: quantity < wanted, count: others + left };
}

/** What a change of one line is judged by; the title is null for a book that does not exist. */
async function readLine(tx: Db, owner: CartOwner, bookId: string) {
  const { rows } = await tx.execute<{
    title: string | null;
    quantity: number;
    obtainable: number;
    lines: number;
    others: number;
  }>(sql`
    select w.title, coalesce(l.quantity, 0) as quantity, ${obtainable} as obtainable,
      (select count(*)::int from cart_lines x where x.cart_id = c.id) as lines,
      (select coalesce(sum(x.quantity), 0)::int from cart_lines x
        where x.cart_id = c.id and x.book_id <> ${bookId}) as others
    from carts c left join books b on b.id = ${bookId} left join works w on w.id = b.work_id
    left join cart_lines l on l.cart_id = c.id and l.book_id = b.id
    where ${isCartOf(owner)}`);
  return rows[0]!;
}

/** What a change writes beside it, and a refusal does not: an open order is for one version of its cart. */
const newVersion = sql`version = version + 1, updated_at = now()`;

/** Makes the cart if there is none, and holds its row: changes of one cart happen one after another. */
async function lockCart(tx: Db, owner: CartOwner): Promise<number> {
  const key = typeof owner === "string" ? sql`token_hash` : sql`reader_id`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into carts (${key}) values (${typeof owner === "string" ? hashCartToken(owner) : owner.readerId})
    on conflict (${key}) do update set ${key} = excluded.${key}
    returning id`);
  return Number(rows[0]!.id);
}
