/** Carts, stock and orders for tests of the shop's functions, without pages. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { addToCart, setQuantity } from "#shop/sales/cart/cart.server.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import type { Delivery } from "#shop/kernel/forms/delivery.server.ts";
import { placeOrder, type OpenOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import type { Services } from "#shop/services.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";

/** The delivery details of all orders in the tests. */
export const delivery: Delivery = {
  email: "asha@example.com",
  name: "Asha Rao",
  phone: "+919876543210",
  addressLine1: "12 Residency Road",
  addressLine2: "",
  city: "Bengaluru",
  stateCode: "KA",
  pin: "560025",
};

/** The token of a reader's cart, in the format of the cookie. */
export function cartOf(reader: string): string {
  return reader.padEnd(43, "-");
}

/** Makes exactly `copies` copies of a book available, by stock moves as the bookseller would. */
export async function setStock(db: Db, bookId: string, copies: number): Promise<void> {
  await db.execute(sql`
    with moved as (
      update stock s set on_hand = s.reserved + ${copies} from stock before
      where s.book_id = ${bookId} and before.book_id = s.book_id
      returning s.book_id, s.on_hand - before.on_hand as delta)
    insert into stock_moves (book_id, delta, cause) select book_id, delta, 'correction' from moved where delta <> 0`);
}

/** Delivery details with an e-mail address of their own for each cart. */
export function deliveryOf(cart: string): Delivery {
  return { ...delivery, email: `${cart.replace(/-+$/, "")}@example.com` };
}

/** Puts books into a reader's cart, with the quantity of each. */
export async function fillCart(db: Db, cart: CartOwner, books: Record<string, number>): Promise<void> {
  const shop = withClock(db);
  for (const [bookId, quantity] of Object.entries(books)) {
    await addToCart(shop, cart, bookId);
    if (quantity > 1) await setQuantity(shop, cart, bookId, quantity);
  }
}

/** Places the order of a cart; throws if the order is refused. */
export async function order(services: Services, cart: string): Promise<OpenOrder> {
  const placed = await placeOrder(services, cart, deliveryOf(cart));
  if (!placed.ok) throw new Error(`The order of the test was refused: ${placed.reason}`);
  return placed.order;
}

/** Fills a cart and places its order. */
export async function orderOf(services: Services, cart: string, books: Record<string, number>): Promise<OpenOrder> {
  await fillCart(services.db, cart, books);
  return order(services, cart);
}

/** The state of an order in the database. */
export async function stateOf(db: Db, number: string): Promise<string> {
  const { rows } = await db.execute<{ state: string }>(sql`select state from orders where number = ${number}`);
  return rows[0]!.state;
}

/** The copies of a book on hand and reserved. */
export async function readStock(db: Db, bookId: string): Promise<{ onHand: number; reserved: number }> {
  const { rows } = await db.execute<{ onHand: number; reserved: number }>(
    sql`select on_hand, reserved from stock where book_id = ${bookId}`,
  );
  return rows[0]!;
}

/** The column `count` of a query's only row. */
export async function count(db: Db, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.execute<{ count: string | number }>(query);
  return Number(rows[0]!.count);
}
