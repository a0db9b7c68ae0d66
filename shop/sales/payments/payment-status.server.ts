/** Reads the payment status of orders for pages that wait for it, with a limited rate of queries to the provider. */
import { setTimeout as pause } from "node:timers/promises";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isCartOf, type CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import type { DbAndClock, Services } from "#shop/services.ts";
import type { PaymentProof } from "./payment-provider.ts";
import type { NamedPayment } from "./provider-report.server.ts";
import { settlePayment, type Settlement } from "./settle-payment.server.ts";

/** The payment status of an order, for the page that waits for it; `unpaid` also if it can no longer be paid. */
export type PaymentStatus = Exclude<Settlement["outcome"], "unknown">;

/**
 * Minimum interval, in milliseconds, between queries to the provider for one order caused by browsers that return from
 * it.
 */
const minCheckMs = 1000;
/** The least time between a check and another one that a reload of the return page causes; longer than any query. */
const reloadMs = 15_000;

/** A `checked_at` further in the future comes from a server with a wrong clock and is ignored. */
const wrongClock = sql`interval '1 minute'`;

/**
 * Returns the payment status of an order of this cart, for a page that polls every few seconds while the widget is
 * open. Reads the database; queries the provider after ten seconds and then less and less often, so that a window that
 * is open for a quarter of an hour costs about thirty requests. Null if the cart has no such order.
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
      and o.payment_state in ('awaited', 'on_delivery') and a.status <> 'paid'
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
  const { rows } = await db.execute<{ isPaid: boolean; hasMoney: boolean; isComing: boolean }>(sql`
    select coalesce(o.payment_state = 'paid', false) as is_paid,
      exists (select from payments p where p.order_id = o.id and p.status in ('captured', 'refunded')) as has_money,
      exists (select from payments p where p.order_id = o.id and p.status = 'authorized') as is_coming
    from orders o join carts c on c.id = o.cart_id where o.number = ${number} and ${isCartOf(owner)}`);
  const order = rows[0];
  if (!order) return null;
  if (order.isPaid) return "paid";
  if (order.hasMoney) return "review";
  return order.isComing ? "confirming" : "unpaid";
}

type Returned = Pick<PaymentProof, "orderId" | "paymentId">;

/** The payment that a proof names, for `settlePayment`. */
export function namedBy({ paymentId }: Returned): NamedPayment | null {
  return paymentId === null ? null : { paymentId, isOnly: false };
}

/**
 * Settles a payment with a proof that came through the reader's browser (the provider's callback). A proof can be
 * replayed, so the provider is queried at most once a second, and not at all for a payment that is already settled.
 * Throws if the query fails.
 */
export async function settleReturnedPayment(services: Services, returned: Returned): Promise<void> {
  const { orderId: attemptId } = returned;
  if (await isDecided(services.db, returned)) return;
  if (!(await claimCheck(services, attemptId, minCheckMs))) {
    // Another check ran less than a second ago and may have been too early.
    await pause(minCheckMs);
    if (await isDecided(services.db, returned)) return;
    if (!(await claimCheck(services, attemptId, minCheckMs))) return;
  }
  await settlePayment(services, attemptId, "return", namedBy(returned));
}

/** Like `settleReturnedPayment`, for a page that a browser may reload: does nothing soon after another check. */
export async function settleOpenedReturn(services: Services, returned: Returned): Promise<void> {
  if (await isDecided(services.db, returned)) return;
  if (await claimCheck(services, returned.orderId, reloadMs))
    await settlePayment(services, returned.orderId, "return", namedBy(returned));
}

/** Whether a payment is settled: the transaction that records it as captured also decides about the money. */
async function isDecided(db: Db, { orderId, paymentId }: Returned): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from payments
    where attempt_id = ${orderId} and (${paymentId}::text is null or id = ${paymentId}) and status in ('captured', 'refunded')`);
  return rows.length > 0;
}

/** Claims a check of an order; of several concurrent checks only one gets true. */
async function claimCheck({ db, now }: DbAndClock, attemptId: string, minMs: number): Promise<boolean> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string }>(sql`
    update payment_attempts set checked_at = ${at}
    where id = ${attemptId}
      and (checked_at is null or checked_at <= ${at} - make_interval(secs => ${minMs / 1000})
        or checked_at > ${at} + ${wrongClock})
    returning id`);
  return rows.length > 0;
}
