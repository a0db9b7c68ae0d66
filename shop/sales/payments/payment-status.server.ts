import { setTimeout as pause } from "node:timers/promises";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isCartOf, type CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { orderStates, type OrderState } from "#shop/sales/orders/order-state.ts";
import type { DbAndClock, Services } from "#shop/services.ts";
import { settlePayment, type Settlement } from "./settle-payment.server.ts";

/** The payment status of an order, for the page that waits for it; `unpaid` also when it can no longer be paid. */
export type PaymentStatus = Exclude<Settlement["outcome"], "unknown">;

/** The provider is asked about a payment that comes back through the reader's browser this often at most, in milliseconds. */
const minCheckMs = 1000;

/** A look that lies further ahead than clocks of machines usually differ is of a shop whose clock is wrong, and holds up nobody. */
const wrongClock = sql`interval '1 minute'`;

/**
 * Checks the payment status of an order of this cart, for a page that polls every few seconds while the widget is open.
 * It is read from the records; the provider is asked after ten seconds at the soonest, then less and less often, so that a
 * window that is open for a quarter of an hour costs about thirty requests. Null when the cart has no such order.
 */
export async function checkPaymentStatus(
  services: Services,
  owner: CartOwner,
  number: string,
): Promise<PaymentStatus | null> {
  const { db, now } = services;
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows: due } = await db.execute<{ id: string }>(sql`
    update payment_attempts a set checked_at = ${at}
    from orders o join carts c on c.id = o.cart_id
    where a.order_id = o.id and o.number = ${number} and ${isCartOf(owner)}
      and o.state = 'pending_payment' and a.status <> 'paid'
      and (coalesce(a.checked_at, a.created_at) < ${at} - greatest(interval '10 seconds', (${at} - a.created_at) / 8)
        or coalesce(a.checked_at, a.created_at) > ${at} + ${wrongClock})
    returning a.id`);
  for (const { id } of due) {
    await settlePayment(services, id, "browser").catch((error: unknown) => {
      console.error(
        `Order ${number} could not be checked at the payment provider and will be checked again later`,
        error,
      );
    });
  }
  return readPaymentStatus(db, owner, number);
}

async function readPaymentStatus(db: Db, owner: CartOwner, number: string): Promise<PaymentStatus | null> {
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
 * Settles a payment that the provider has signed and sent back through the reader's browser (its callback). The same proof
 * may be sent again and again by anybody who has seen it, so the provider is asked once a second at most, and not at all
 * about a payment that is decided already. Throws when the provider cannot be asked.
 */
export async function settleReturnedPayment(services: Services, attemptId: string, paymentId: string): Promise<void> {
  if (await isDecided(services.db, paymentId)) return;
  if (!(await claimCheck(services, attemptId))) {
    // Another check ran less than a second ago, and may have come too early.
    await pause(minCheckMs);
    if (await isDecided(services.db, paymentId)) return;
    if (!(await claimCheck(services, attemptId))) return;
  }
  await settlePayment(services, attemptId, "return");
}

/** What becomes of captured money is decided in the transaction that records it. */
async function isDecided(db: Db, paymentId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from payments where id = ${paymentId} and status in ('captured', 'refunded')`);
  return rows.length > 0;
}

/** Only one of several concurrent checks of the same order runs. */
async function claimCheck({ db, now }: DbAndClock, attemptId: string): Promise<boolean> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string }>(sql`
    update payment_attempts set checked_at = ${at}
    where id = ${attemptId}
      and (checked_at is null or checked_at <= ${at} - make_interval(secs => ${minCheckMs / 1000})
        or checked_at > ${at} + ${wrongClock})
    returning id`);
  return rows.length > 0;
}
