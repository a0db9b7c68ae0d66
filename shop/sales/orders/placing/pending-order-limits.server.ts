import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";

/** Limits of unpaid orders: how many at once, and how many copies of all titles together they may hold. */
interface PendingOrderAllowance {
  orders: number;
  copies: number;
}

/** For a reader who is signed in, wherever the orders come from. */
const readerLimit: PendingOrderAllowance = { orders: 10, copies: 150 };
/** For all guests of one network: a family, a college, or a mobile network with very many readers behind it. */
const guestsLimit: PendingOrderAllowance = { orders: 40, copies: 150 };
/** For one network in all: guests who reach their limit leave room for those who sign in. */
const networkLimit: PendingOrderAllowance = { orders: 120, copies: 450 };

/**
 * How many of the copies of a title that they could get a reader, or the guests of a network, may hold unpaid: three
 * quarters. Two are never too many, so of three copies one is left for others.
 */
function maxOfTitle(available: number): number {
  return Math.max(2, Math.floor((available * 3) / 4));
}

/**
 * How many of the copies of a title that it could get one network may hold unpaid in all, guests and readers: all but
 * one, so that somebody elsewhere can buy it. Two are never too many.
 */
function maxOfTitleNear(available: number): number {
  return Math.max(2, available - 1);
}

interface PendingOrderRequest {
  cartId: string;
  owner: CartOwner;
  /** Where it is asked from; null for the shop's own machine, whose guests are not limited. */
  network: string | null;
  lines: { bookId: string; title: string; quantity: number }[];
}

/**
 * Why a limit refuses an order. With `enough-orders` and `enough-copies` a guest may still sign in and try
 * again; nobody may with `large-order`, which is more than one order ever holds, nor with `network-full`, when the
 * network has reached its own limit.
 */
export type PendingOrderLimit =
  | { reason: "enough-orders" | "enough-copies"; isGuest: boolean }
  | { reason: "large-order" | "network-full" }
  | { reason: "enough-of-title"; titles: string[] };

/**
 * Makes orders from one network wait for one another until the transaction ends, also those of other processes, so that
 * each sees what the others hold. To be called after the cart is locked and before any stock is.
 */
export async function lockNetwork(tx: Db, network: string | null): Promise<void> {
  if (network === null) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orders of ${network}`}, 0))`);
}

/**
 * Why one more order may not hold copies; null when it may. Nobody is counted by an e-mail address, which anybody may
 * type. The cart's own waiting order gives way to the new one and does not count.
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
  const { rows } = await db.execute<HeldRow>(sql`
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
  // Without stock there is nothing to hold: the order is refused as sold out.
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
    // What the cart's own order holds already is taken from nobody, and more than there is at all is refused as sold out.
    if (quantity <= own || quantity > free) return false;
    return owned + quantity > maxOfTitle(free + owned) || near + quantity > maxOfTitleNear(free + near);
  });
  return over.length > 0 ? { reason: "enough-of-title", titles: over.map(({ title }) => title) } : null;
}

interface HeldRow {
  bookId: string;
  own: number;
  owned: number;
  near: number;
  /** Held by nobody, or by the cart's own order. */
  free: number;
  theirOrders: number;
  nearOrders: number;
  theirCopies: number;
  nearCopies: number;
}
