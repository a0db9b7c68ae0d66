/**
 * The cart of a guest or reader: finds and prices it, and adds, changes and removes books, bundles, series and codes.
 */

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import { isBundleOn } from "#shop/catalogue/books/bundles.server.ts";
import type { ShippingTerms } from "#shop/sales/pricing/delivery-rates.ts";
import type { DbAndClock } from "#shop/services.ts";
import type { PromotionRefusal } from "#shop/sales/pricing/promotion-messages.ts";
import { findUsablePromotion, foldCode } from "#shop/sales/pricing/promotions.server.ts";
import { maxLinesPerCart, type Cart, type CartLine } from "./cart.ts";
import { isCartOf, type CartOwner } from "./cart-owner.server.ts";
import {
  changeLines,
  lockCart,
  nextVersion,
  removedLines,
  available,
  type CartChange,
  type LineChange,
} from "./change-lines.server.ts";
import { priceLines } from "./price-lines.server.ts";

interface CartRow {
  cartId: string;
  code: string | null;
  bookId: string;
  quantity: number;
  available: number;
  grams: number | null;
}

/** The cart of its owner at current prices, delivered to a PIN code if it is known; empty for a visitor without one. */
export async function findCart(
  { db, now }: DbAndClock,
  owner: CartOwner | null,
  shipping: ShippingTerms,
  pin: string | null = null,
): Promise<Cart> {
  const { rows } = await db.execute<CartRow>(sql`
    select c.id as cart_id, c.promotion_code as code, l.book_id, l.quantity, ${available} as available, b.weight_grams as grams
    from carts c join cart_lines l on l.cart_id = c.id join books b on b.id = l.book_id
    where ${owner === null ? sql`false` : isCartOf(owner)}
    order by l.created_at, l.book_id`);
  return describeCart(db, rows, { shipping, pin, now: now() });
}

/** A cart with one copy of each of these books, which is not stored. */
export function cartOfBooks({ db, now }: DbAndClock, bookIds: string[], shipping: ShippingTerms): Promise<Cart> {
  const row = { cartId: "0", code: null, quantity: 1, available: 20, grams: null };
  const rows = bookIds.map((bookId): CartRow => ({ ...row, bookId }));
  return describeCart(db, rows, { shipping, pin: null, now: now() });
}

async function describeCart(
  db: Db,
  rows: CartRow[],
  at: { shipping: ShippingTerms; pin: string | null; now: Date },
): Promise<Cart> {
  if (!rows[0]) return emptyCart;
  const ids = rows.map((row) => row.bookId);
  const cards = await listCardsByIds(db, ids);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const known = rows.flatMap((row) => {
    const book = byId.get(row.bookId);
    return book ? [{ ...row, book }] : [];
  });
  const { code } = rows[0];
  const { priced, dearest, trouble } = await priceLines(db, {
    ...at,
    cartId: Number(rows[0].cartId),
    lines: known.map(({ book, quantity, grams }) => {
      return { bookId: book.id, unitPricePaise: book.pricePaise, quantity, grams };
    }),
    code,
    email: null,
  });
  const pricedById = new Map(priced.lines.map((line) => [line.bookId, line]));
  const lines = known.map(({ book, quantity, available: copies }): CartLine => {
    const bundles = pricedById.get(book.id)?.discounts.filter(({ kind }) => kind === "bundle") ?? [];
    const bundleIds = bundles.map(({ source }) => source);
    return { book, quantity, lineTotalPaise: book.pricePaise * quantity, maxQuantity: Math.max(0, copies), bundleIds };
  });
  const { subtotalPaise, discounts, shippingPaise, totalPaise, freeShippingShortPaise } = priced;
  const mrpPaise = lines.reduce((sum, { book, quantity }) => sum + book.mrpPaise * quantity, 0);
  const takenOffPaise = discounts.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return {
    lines,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    subtotalPaise,
    discounts,
    savedPaise: mrpPaise - subtotalPaise + takenOffPaise,
    shippingPaise,
    totalPaise,
    upTo: dearest && { shippingPaise: dearest.shippingPaise, totalPaise: dearest.totalPaise },
    freeShippingShortPaise: dearest ? null : freeShippingShortPaise,
    code: code === null ? null : { code, trouble },
  };
}

const emptyCart: Cart = {
  lines: [],
  count: 0,
  subtotalPaise: 0,
  discounts: [],
  savedPaise: 0,
  shippingPaise: 0,
  totalPaise: 0,
  upTo: null,
  freeShippingShortPaise: null,
  code: null,
};

/** The number of copies, for the badge. */
export async function countCart(db: Db, owner: CartOwner): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(l.quantity), 0)::int as count from carts c join cart_lines l on l.cart_id = c.id
    where ${isCartOf(owner)}`);
  return rows[0]?.count ?? 0;
}

/** Adds one copy of a book. */
export function addToCart(shop: DbAndClock, owner: CartOwner, bookId: string): Promise<CartChange> {
  return changeOne(shop, owner, bookId, (quantity) => quantity + 1);
}

/** The number of copies added of a book, and why not all were. */
export interface AddedCopies {
  added: number;
  refusal: Extract<CartChange, { ok: false }>["reason"] | null;
}

/** Adds copies of several books: of each book as many of the wanted copies as are available. */
export async function addCopies(
  { db, now }: DbAndClock,
  owner: CartOwner,
  chosen: { bookId: string; copies: number }[],
): Promise<AddedCopies[]> {
  const before = chosen.map(() => 0);
  const changes = chosen.map(({ bookId, copies }, place) => ({
    bookId,
    next(quantity: number) {
      before[place] = quantity;
      return quantity + copies;
    },
  }));
  const changed = await inTransaction(db, (tx) => changeLines(tx, owner, changes, now()));
  return changed.map((change, place): AddedCopies => {
    if (!change.ok) return { added: 0, refusal: change.reason };
    return { added: change.quantity - (before[place] ?? 0), refusal: change.isLimited ? "enough" : null };
  });
}

/** Sets the number of copies of a book; 0 or less removes the line. */
export function setQuantity(shop: DbAndClock, owner: CartOwner, bookId: string, quantity: number): Promise<CartChange> {
  return changeOne(shop, owner, bookId, () => quantity);
}

async function changeOne(
  { db, now }: DbAndClock,
  owner: CartOwner,
  bookId: string,
  next: LineChange["next"],
): Promise<CartChange> {
  const [change] = await inTransaction(db, (tx) => changeLines(tx, owner, [{ bookId, next }], now()));
  if (!change) throw new Error("A change of one line has no result.");
  return change;
}

export function removeFromCart(shop: DbAndClock, owner: CartOwner, bookId: string): Promise<CartChange> {
  return changeOne(shop, owner, bookId, () => 0);
}

export async function clearCart({ db }: DbAndClock, owner: CartOwner): Promise<void> {
  await inTransaction(db, async (tx) => {
    const cartId = await lockCart(tx, owner);
    await tx.execute(sql`
      with gone as (delete from cart_lines where cart_id = ${cartId} returning book_id, quantity, created_at)
      update carts set ${nextVersion}, ${removedLines} where id = ${cartId} and exists (select from gone)`);
  });
}

export type BundleChange =
  | { ok: true; name: string; percentOff: number; copies: number }
  | { ok: false; reason: "no-such-bundle" | "sold-out" | "cart-full" };

/** Adds one copy of each book of a bundle: all or none. */
export async function addBundleToCart(
  { db, now }: DbAndClock,
  owner: CartOwner,
  bundleId: string,
): Promise<BundleChange> {
  const { rows } = await db.execute<{ name: string; percentOff: number; bookIds: string[] }>(sql`
    select b.name, b.percent_off, array_agg(bb.book_id order by bb.position) as book_ids
    from bundles b join bundle_books bb on bb.bundle_id = b.id where b.id = ${bundleId} and ${isBundleOn(now())}
    group by b.id`);
  const bundle = rows[0];
  if (!bundle) return { ok: false, reason: "no-such-bundle" };
  const refusal = await addTogether({ db, now }, owner, bundle.bookIds);
  if (refusal) return { ok: false, reason: refusal };
  return { ok: true, name: bundle.name, percentOff: bundle.percentOff, copies: bundle.bookIds.length };
}

export type SeriesChange =
  | { ok: true; name: string; copies: number }
  | { ok: false; reason: "no-such-series" | "sold-out" | "cart-full" };

/** Adds one copy of each book of a series: all or none. */
export async function addSeriesToCart(shop: DbAndClock, owner: CartOwner, seriesId: string): Promise<SeriesChange> {
  const { rows } = await shop.db.execute<{ name: string; bookIds: string[] }>(sql`
    select r.name, array_agg(l.book_id order by place.position nulls last, l.work_id) as book_ids
    from series r join series_works place on place.series_id = r.id join listings l on l.work_id = place.work_id
    where r.id = ${seriesId} group by r.id`);
  const series = rows[0];
  if (!series) return { ok: false, reason: "no-such-series" };
  if (series.bookIds.length > maxLinesPerCart) return { ok: false, reason: "cart-full" };
  const refusal = await addTogether(shop, owner, series.bookIds);
  if (refusal) return { ok: false, reason: refusal };
  return { ok: true, name: series.name, copies: series.bookIds.length };
}

/** Adds one copy of each book, all or none; returns the reason if none. */
async function addTogether(
  { db, now }: DbAndClock,
  owner: CartOwner,
  bookIds: string[],
): Promise<"cart-full" | "sold-out" | null> {
  try {
    await inTransaction(db, async (tx) => {
      const changes = bookIds.map((bookId) => ({ bookId, next: (quantity: number) => quantity + 1 }));
      const refused = (await changeLines(tx, owner, changes, now())).find((change) => !change.ok);
      if (refused && !refused.ok) throw new NotAll(refused.reason);
    });
    return null;
  } catch (error) {
    if (!(error instanceof NotAll)) throw error;
    return error.reason === "cart-full" ? "cart-full" : "sold-out";
  }
}

/** Rolls the transaction back when one book cannot be added. */
class NotAll extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

export type CodeChange = { ok: true; code: string } | { ok: false; reason: PromotionRefusal };

/** Puts a promotion's code into the cart, if it can be used now; pricing computes the discount. */
export async function applyPromotion({ db, now }: DbAndClock, owner: CartOwner, typed: string): Promise<CodeChange> {
  const code = foldCode(typed);
  if (code === null) return { ok: false, reason: "unknown" };
  return inTransaction(db, async (tx): Promise<CodeChange> => {
    const cartId = await lockCart(tx, owner);
    const at = now();
    const usable = await findUsablePromotion(tx, code, null, at, cartId);
    if (!usable.ok) return usable;
    await tx.execute(sql`
      update carts set promotion_code = ${code}, ${nextVersion}
      where id = ${cartId} and promotion_code is distinct from ${code}`);
    return { ok: true, code };
  });
}

export async function removePromotion({ db }: DbAndClock, owner: CartOwner): Promise<void> {
  await inTransaction(db, async (tx) => {
    const cartId = await lockCart(tx, owner);
    await tx.execute(sql`
      update carts set promotion_code = null, ${nextVersion} where id = ${cartId} and promotion_code is not null`);
  });
}
