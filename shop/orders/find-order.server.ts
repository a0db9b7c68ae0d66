import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import { hashCartToken } from "#shop/cart/cart-token.server.ts";
import type { OrderState } from "./order-state.ts";

/** An order as its reader sees it; all money in paise. */
export interface OrderPage {
  number: string;
  state: OrderState;
  email: string;
  name: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  stateCode: string;
  pin: string;
  subtotalPaise: number;
  discountPaise: number;
  shippingPaise: number;
  totalPaise: number;
  paidAt: string | null;
  placedAt: string;
  lines: {
    bookId: string;
    title: string;
    author: string;
    quantity: number;
    unitPricePaise: number;
    totalPaise: number;
  }[];
}

/** An order made from the visitor's own cart; anybody else's is as good as none. */
export async function findOrderOfCart(db: Db, cartToken: string, number: string): Promise<OrderPage | null> {
  const { rows } = await db.execute<{ found: OrderPage }>(sql`
    select json_build_object(
      'number', o.number, 'state', o.state, 'email', o.email, 'name', o.name,
      'addressLine1', o.address_line1, 'addressLine2', o.address_line2, 'city', o.city, 'stateCode', o.state_code,
      'pin', o.pin, 'subtotalPaise', o.subtotal_paise, 'discountPaise', o.discount_paise,
      'shippingPaise', o.shipping_paise, 'totalPaise', o.total_paise, 'paidAt', o.paid_at, 'placedAt', o.created_at,
      'lines', (select json_agg(json_build_object('bookId', l.book_id, 'title', l.title, 'author', l.author,
          'quantity', l.quantity, 'unitPricePaise', l.unit_price_paise, 'totalPaise', l.total_paise) order by l.position)
        from order_lines l where l.order_id = o.id)) as found
    from orders o join carts c on c.id = o.cart_id
    where o.number = ${number} and c.token_hash = ${hashCartToken(cartToken)}`);
  return rows[0]?.found ?? null;
}

/** The Razorpay order that an order of this cart is to be paid through; null when there is none. */
export async function findAttemptOfCart(db: Db, cartToken: string, number: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.id from payment_attempts a join orders o on o.id = a.order_id join carts c on c.id = o.cart_id
    where o.number = ${number} and c.token_hash = ${hashCartToken(cartToken)}
    order by a.created_at desc limit 1`);
  return rows[0]?.id ?? null;
}

/** The number of the order behind a Razorpay order; null when it is none of ours. */
export async function findOrderNumber(db: Db, razorpayOrderId: string): Promise<string | null> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select o.number from payment_attempts a join orders o on o.id = a.order_id where a.id = ${razorpayOrderId}`);
  return rows[0]?.number ?? null;
}

/** What the cart page remembers of the newest order made from it. */
export interface LastOrder {
  number: string;
  state: OrderState;
  /** Paid within the last day, so that the reader who comes back is told. */
  isFresh: boolean;
  heldUntil: string;
  delivery: Record<"email" | "name" | "phone" | "addressLine1" | "addressLine2" | "city" | "stateCode" | "pin", string>;
}

/** The newest order of a cart; its delivery details fill the form the next time. */
export async function findLastOrder(db: Db, cartToken: string): Promise<LastOrder | null> {
  const { rows } = await db.execute<{ found: LastOrder }>(sql`
    select json_build_object(
      'number', o.number, 'state', o.state, 'isFresh', coalesce(o.paid_at > now() - interval '1 day', false),
      'heldUntil', o.reserved_until,
      'delivery', json_build_object('email', o.email, 'name', o.name, 'phone', o.phone, 'addressLine1', o.address_line1,
        'addressLine2', o.address_line2, 'city', o.city, 'stateCode', o.state_code, 'pin', o.pin)) as found
    from orders o join carts c on c.id = o.cart_id
    where c.token_hash = ${hashCartToken(cartToken)} order by o.id desc limit 1`);
  return rows[0]?.found ?? null;
}
