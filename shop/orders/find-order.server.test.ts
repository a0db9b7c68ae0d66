import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { refundOrder } from "#shop/refunds/refund-order.server.ts";
import { setQuantity } from "#shop/cart/cart.server.ts";
import { processRefunds } from "#shop/payments/reconcile.server.ts";
import { settlePayment } from "#shop/payments/settle-payment.server.ts";
import { paidOrder, payAtRazorpay } from "#tests/support/paid-order.ts";
import { cartOf, order, orderOf, putOnShelf, stateOf } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { findLastOrder, findOrder, listAttemptsOfCart } from "./find-order.server.ts";

const till = await openTestServices();
const { db, services } = till;
await putOnShelf(db, "godan", 50);

test("the cart remembers its newest order, and for a day that it was paid", async () => {
  const { cart, number } = await paidOrder(till, "newest", { godan: 1 });
  expect(await findLastOrder(db, cart)).toMatchObject({ number, state: "paid", isFresh: true });
  await db.execute(sql`update orders set paid_at = now() - interval '25 hours' where number = ${number}`);
  expect(await findLastOrder(db, cart)).toMatchObject({ number, isFresh: false });
  const next = await orderOf(services, cart, { godan: 2 });
  expect(await findLastOrder(db, cart)).toMatchObject({
    number: next.number,
    state: "pending_payment",
    isFresh: false,
  });
});

test("an order may be paid through everything that was opened for it at Razorpay, the newest first", async () => {
  const cart = cartOf("two-tabs");
  const { number, razorpayOrderId } = await orderOf(services, cart, { godan: 1 });
  await db.execute(sql`
    insert into payment_attempts (id, order_id, receipt, amount_paise, status, created_at)
    select 'order_SecondTab', order_id, receipt, amount_paise, status, created_at + interval '1 second'
    from payment_attempts where id = ${razorpayOrderId}`);
  expect(await listAttemptsOfCart(db, cart, number)).toEqual(["order_SecondTab", razorpayOrderId]);
  expect(await listAttemptsOfCart(db, cartOf("stranger"), number)).toEqual([]);
  await db.execute(sql`delete from payment_attempts where id = 'order_SecondTab'`);
});

/** Two orders of one cart, the newer in the stead of the older, whose book is sold out by now. */
async function replacedOrder(reader: string) {
  const cart = cartOf(reader);
  await putOnShelf(db, "heart-lamp", 1);
  const older = await orderOf(services, cart, { "heart-lamp": 1 });
  await setQuantity(db, cart, "heart-lamp", 0);
  const newer = await orderOf(services, cart, { godan: 1 });
  await putOnShelf(db, "heart-lamp", 0);
  return { older, newer };
}

async function pay(razorpayOrderId: string) {
  await payAtRazorpay(till, razorpayOrderId);
  await settlePayment(services, razorpayOrderId, "webhook");
}

test("a late payment's refund names the newer order only if that had been paid by then", async () => {
  const first = await replacedOrder("paid-before");
  await pay(first.newer.razorpayOrderId);
  await pay(first.older.razorpayOrderId);
  expect(await stateOf(db, first.older.number)).toBe("refund_pending");
  expect((await findOrder(db, first.older.number, "link"))!.refunds).toMatchObject([
    { reason: "sold-out", paidInstead: first.newer.number },
  ]);
  const second = await replacedOrder("paid-after");
  await pay(second.older.razorpayOrderId);
  await pay(second.newer.razorpayOrderId);
  expect(await stateOf(db, second.newer.number)).toBe("paid");
  expect((await findOrder(db, second.older.number, "link"))!.refunds).toMatchObject([
    { reason: "sold-out", paidInstead: null },
  ]);
});

test("a late payment's refund never names an order that somebody else had paid by then", async () => {
  const { older } = await replacedOrder("stranger-paid");
  await paidOrder(till, "stranger", { godan: 1 });
  await pay(older.razorpayOrderId);
  expect((await findOrder(db, older.number, "link"))!.refunds).toMatchObject([
    { reason: "sold-out", paidInstead: null },
  ]);
});

test("an order that was refunded in full still says what was paid for it", async () => {
  const { number, totalPaise } = await paidOrder(till, "refunded", { godan: 2 });
  await refundOrder(db, number, undefined, "");
  await processRefunds(services);
  expect(await findOrder(db, number, "link")).toMatchObject({ state: "refunded", paidPaise: totalPaise });
});

test("pressing the button for a cart that has its order leads to no other", async () => {
  const { number } = await orderOf(services, cartOf("pressed"), { godan: 1 });
  expect((await order(services, cartOf("pressed"))).number).toBe(number);
  expect(await findLastOrder(db, cartOf("pressed"))).toMatchObject({ number });
});
