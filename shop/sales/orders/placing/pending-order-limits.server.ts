/** Limits the unpaid orders of a reader and of a network, and the copies that they reserve. */

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";

/** The maximum number of unpaid orders at a time, and of their copies over all titles. */
interface PendingOrderAllowance {
  orders: number;
  copies: number;
}

/** For a signed-in reader, over all networks. */
const readerLimit: PendingOrderAllowance = { orders: 10, copies: 150 };
/** For all guests of one network: a family, a college, or a mobile network with very many readers. */
const guestsLimit: PendingOrderAllowance = { orders: 40, copies: 150 };
/** For one network in total: more than the limit of guests, so that signed-in readers can still order. */
const networkLimit: PendingOrderAllowance = { orders: 120, copies: 450 };

/**
 * The maximum number of copies of a title that a reader, or the guests of a network, may reserve unpaid: three quarters
 * of the copies available to them, but at least two. Of three copies one is left for others.
 */
function maxOfTitle(available: number): number {
  return Math.max(2, Math.floor((available * 3) / 4));
}

/**
 * The maximum number of copies of a title that one network may reserve unpaid, guests and readers together: all
 * available ones except one, which other networks can buy, but at least two.
 */
function maxOfTitleNear(available: number): number {
  return Math.max(2, available - 1);
}

interface PendingOrderRequest {
  cartId: string;
  owner: CartOwner;
  /** The network of the request; null for the shop's own machine, whose guests are not limited. */
  network: string | null;
  lines: { bookId: string; title: string; quantity: number }[];
}

/**
 * The limit that refuses an order. With `enough-orders` or `enough-copies` a guest may sign in and try again. Signing
 * in does not help with `large-order`, which exceeds the limit of a single order, or with `network-full`.
 */
export type PendingOrderLimit =
  | { reason: "enough-orders" | "enough-copies"; isGuest: boolean }
  | { reason: "large-order" | "network-full" }
  | { reason: "enough-of-title"; titles: string[] };

/**
 * Serialises the orders of a network, also of other processes, until the transaction ends, so that each sees the
 * reservations of the others. Lock order: after the cart, before any stock.
 */
export async function lockNetwork(tx: Db, network: string | null): Promise<void> {
  if (network === null) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orders of ${network}`}, 0))`);
}

/**
 * The limit that one more order would exceed, or null. E-mail addresses do not count, because anyone can type any
 * address. The cart's own order that waits for its payment does not count, because the new one replaces it.
 */
export async function findPendingOrderLimit(
  db: Db,
  { cartId, owner, network, lines }: PendingOrderRequest,
): Promise<PendingOrderLimit | null> {
  const isGuest = typeof owner === "string";
  if (isGuest && network === null) return null;
  const isTheirs = isGuest
    ? sql`(o.network = ${network} and o.reader_id is null)`
    : sql`coalesce(o.reader_id = ${owner.readerId}, false)`;
  const { rows } = await db.execute<LockedRow>(sql`
    with waiting as (
      select o.id, o.cart_id is not distinct from ${cartId}::bigint as is_own, ${isTheirs} as is_owned,
        coalesce(o.network = ${network}, false) as is_near
      from orders o
      where o.state = 'pending_payment' and (o.cart_id = ${cartId} or ${isTheirs} or o.network = ${network})),
    held as (
      select r.book_id, coalesce(sum(r.quantity) filter (where w.is_own), 0)::int as own,
        coalesce(sum(r.quantity) filter (where w.is_owned and not w.is_own), 0)::int as owned,
        coalesce(sum(r.quantity) filter (where w.is_near and not w.is_own), 0)::int as near
      from waiting w join reservations r on r.order_id = w.id and r.state = 'held' group by r.book_id)
    select s.book_id, coalesce(h.own, 0) as own, coalesce(h.owned, 0) as owned, coalesce(h.near, 0) as near,
      s.on_hand - s.reserved + coalesce(h.own, 0) as free, o.*, c.*
    from stock s left join held h on h.book_id = s.book_id,
      (select count(*) filter (where is_owned and not is_own)::int as their_orders,
        count(*) filter (where is_near and not is_own)::int as near_orders from waiting) o,
      (select coalesce(sum(owned), 0)::int as their_copies, coalesce(sum(near), 0)::int as near_copies from held) c
    where s.book_id = any(${lines.map((line) => line.bookId)}::text[])`);
  const sums = rows[0];
  // Without stock there is nothing to reserve: the order is refused as sold out.
  if (!sums) return null;
  const limit = isGuest ? guestsLimit : readerLimit;
  const copies = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (copies > limit.copies) return { reason: "large-order" };
  if (sums.nearOrders >= networkLimit.orders || sums.nearCopies + copies > networkLimit.copies) {
    return { reason: "network-full" };
  }
  if (sums.theirOrders >= limit.orders) return { reason: "enough-orders", isGuest };
  if (sums.theirCopies + copies > limit.copies) return { reason: "enough-copies", isGuest };
  const byBook = new Map(rows.map((row) => [row.bookId, row]));
  const over = lines.filter(({ bookId, quantity }) => {
    const { own = 0, owned = 0, near = 0, free = 0 } = byBook.get(bookId) ?? {};
    // Copies reserved by the cart's own order are not taken from others. More copies than are free are refused as sold
    // out.
    if (quantity <= own || quantity > free) return false;
    return owned + quantity > maxOfTitle(free + owned) || near + quantity > maxOfTitleNear(free + near);
  });
  return over.length > 0 ? { reason: "enough-of-title", titles: over.map(({ title }) => title) } : null;
}

interface LockedRow {
  bookId: string;
  own: number;
  owned: number;
  near: number;
  /** Copies that are not reserved, or are reserved by the cart's own order. */
  free: number;
  theirOrders: number;
  nearOrders: number;
  theirCopies: number;
  nearCopies: number;
}
