import { setTimeout as pause } from "node:timers/promises";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isCartOf, type CartOwner } from "#shop/cart/cart-owner.server.ts";
import { orderStates, type OrderState } from "#shop/orders/order-state.ts";
import type { Services } from "#shop/services.ts";
import { settlePayment, type Settlement } from "./settle-payment.server.ts";

/** How an order stands for the page that waits for its payment; `unpaid` also when it can no longer be paid. */
export type Standing = Exclude<Settlement["outcome"], "unknown">;

/** A payment that comes back through the reader's browser is asked about this often at most, in milliseconds. */
const returnEveryMs = 1000;

/**
 * How an order of this cart stands, for a page that asks every few seconds while the widget is open. It is answered from
 * the records; Razorpay is asked after ten seconds at the soonest, then less and less often, so that a window that is
 * open for a quarter of an hour costs about thirty looks. Null when the cart has no such order.
 */
export async function watchOrder(services: Services, owner: CartOwner, number: string): Promise<Standing | null> {
  const { db } = services;
  const { rows: due } = await db.execute<{ id: string }>(sql`
    update payment_attempts a set checked_at = now()
    from orders o join carts c on c.id = o.cart_id
    where a.order_id = o.id and o.number = ${number} and ${isCartOf(owner)}
      and o.state = 'pending_payment' and a.status <> 'paid'
      and coalesce(a.checked_at, a.created_at) < now() - greatest(interval '10 seconds', (now() - a.created_at) / 8)
    returning a.id`);
  for (const { id } of due) {
    await settlePayment(services, id, "browser").catch((error: unknown) => {
      console.error(`Order ${number} could not be checked at Razorpay and will be checked again later`, error);
    });
  }
  return readStanding(db, owner, number);
}

async function readStanding(db: Db, owner: CartOwner, number: string): Promise<Standing | null> {
  const { rows } = await db.execute<{ state: OrderState; hasMoney: boolean; isComing: boolean }>(sql`
    select o.state,
      exists (select from payments p where p.order_id = o.id and p.status in ('captured', 'refunded')) as has_money,
      exists (select from payments p where p.order_id = o.id and p.status = 'authorized') as is_coming
    from orders o join carts c on c.id = o.cart_id where o.number = ${number} and ${isCartOf(owner)}`);
  const order = rows[0];
  if (!order) return null;
  if (orderStates[order.state].isPaid) return "paid";
  if (order.hasMoney) return "review";
  return order.isComing ? "confirming" : "unpaid";
}

/**
 * Settles a payment that Razorpay has signed and sent back through the reader's browser. The same proof may be sent
 * again and again by anybody who has seen it, so Razorpay is asked once a second at most, and not at all about a payment
 * that is decided already. Throws when Razorpay cannot be asked.
 */
export async function settleReturned(services: Services, razorpayOrderId: string, paymentId: string): Promise<void> {
  if (await isDecided(services.db, paymentId)) return;
  if (!(await claimLook(services.db, razorpayOrderId))) {
    // Somebody looked less than a second ago, and may have looked too early.
    await pause(returnEveryMs);
    if (await isDecided(services.db, paymentId)) return;
    if (!(await claimLook(services.db, razorpayOrderId))) return;
  }
  await settlePayment(services, razorpayOrderId, "return");
}

/** What came of captured money is decided in the transaction that notes it. */
async function isDecided(db: Db, paymentId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from payments where id = ${paymentId} and status in ('captured', 'refunded')`);
  return rows.length > 0;
}

/** Only one of several concurrent checks of the same order runs. */
async function claimLook(db: Db, razorpayOrderId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update payment_attempts set checked_at = now()
    where id = ${razorpayOrderId}
      and (checked_at is null or checked_at < now() - make_interval(secs => ${returnEveryMs / 1000}))
    returning id`);
  return rows.length > 0;
}
