/** Tests of the payment status that pages poll: how often Razorpay is queried, and the answers. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { expectErrors } from "#tests/support/expect-errors.ts";
import { payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { processRefunds } from "./reconcile.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { checkPaymentStatus, settleOpenedReturn, settleReturnedPayment } from "./payment-status.server.ts";

const testServices = await openTestServices();
const { db, pool, services, standIn, wire } = testServices;
await setStock(db, "godan", 100);

/** The paths of all requests to Razorpay. */
const asked: string[] = [];
wire.change = (path, answer) => {
  asked.push(path);
  return answer;
};
const looksAt = (providerOrderId: string) => asked.filter((path) => path === `/v1/orders/${providerOrderId}`).length;

afterEach(async () => {
  for (const fault of ["authorizedOnly", "serverError"]) standIn.setFault(fault, null);
  expect(await findBreaches(db)).toEqual([]);
});

/** Sets the age of a payment attempt, and the time since it was last checked, in seconds. */
const age = (providerOrderId: string, seconds: number, lookedAgo: number | null) =>
  db.execute(sql`
    update payment_attempts set created_at = now() - make_interval(secs => ${seconds}),
      checked_at = now() - make_interval(secs => ${lookedAgo}::float8)
    where id = ${providerOrderId}`);

test("a page that watches an order costs a look at Razorpay now and then, the longer the less", async () => {
  const cart = cartOf("watches");
  const { number, providerOrderId } = await orderOf(services, cart, { godan: 1 });
  for (let times = 0; times < 20; times += 1) expect(await checkPaymentStatus(services, cart, number)).toBe("unpaid");
  expect(looksAt(providerOrderId)).toBe(0);
  for (const [seconds, lookedAgo, isAsked] of [
    [9, null, false],
    [11, null, true],
    [60, 9, false],
    [60, 11, true],
    [800, 90, false],
    [800, 110, true],
  ] as const) {
    asked.length = 0;
    await age(providerOrderId, seconds, lookedAgo);
    await warm(pool, 5);
    await Promise.all(Array.from({ length: 5 }, () => checkPaymentStatus(services, cart, number)));
    expect(looksAt(providerOrderId), `${seconds} s old, looked at ${lookedAgo} s ago`).toBe(isAsked ? 1 : 0);
  }
});

test("a watched order is looked at alone, while it waits, and for its own cart", async () => {
  const [cart, other] = [cartOf("alone"), cartOf("beside")];
  const mine = await orderOf(services, cart, { godan: 1 });
  const theirs = await orderOf(services, other, { godan: 1 });
  for (const { providerOrderId } of [mine, theirs]) await age(providerOrderId, 60, null);
  const looks = () => [looksAt(mine.providerOrderId), looksAt(theirs.providerOrderId)];
  expect(await checkPaymentStatus(services, other, mine.number)).toBeNull();
  expect(looks()).toEqual([0, 0]);
  expect(await checkPaymentStatus(services, cart, mine.number)).toBe("unpaid");
  expect(looks()).toEqual([1, 0]);
  // Razorpay reports the order as paid but the payment is unreadable: the reconciler raises an alert.
  await age(mine.providerOrderId, 60, 30);
  const become = (status: string) =>
    db.execute(sql`update payment_attempts set status = ${status} where id = ${mine.providerOrderId}`);
  await become("paid");
  await checkPaymentStatus(services, cart, mine.number);
  await become("created");
  await cancelOrder(services, { number: theirs.number, by: "link", cause: "reader" });
  await checkPaymentStatus(services, other, theirs.number);
  expect(looks()).toEqual([1, 0]);
});

test("a watched order that is paid is found to be, though no webhook ever comes", async () => {
  expectErrors();
  const cart = cartOf("found");
  const { number, providerOrderId } = await orderOf(services, cart, { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  await age(providerOrderId, 11, null);
  standIn.setFault("serverError", { times: "always" });
  expect(await checkPaymentStatus(services, cart, number)).toBe("unpaid");
  standIn.setFault("serverError", null);
  await age(providerOrderId, 30, 11);
  expect(await checkPaymentStatus(services, cart, number)).toBe("paid");
  expect(await stateOf(db, number)).toBe("paid");
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EA1IN", trackingUrl: "" });
  expect(await checkPaymentStatus(services, cart, number)).toBe("paid");
  await deliverOrder(services, number);
  expect(await checkPaymentStatus(services, cart, number)).toBe("paid");
});

test("what a watched order has come to is told as it is, and to its own cart alone", async () => {
  const cart = cartOf("told");
  const { number, providerOrderId } = await orderOf(services, cart, { godan: 1 });
  standIn.setFault("authorizedOnly", true);
  await payAtRazorpay(testServices, providerOrderId);
  await settlePayment(services, providerOrderId, "browser");
  expect(await checkPaymentStatus(services, cart, number)).toBe("confirming");
  expect(await checkPaymentStatus(services, cartOf("somebody else"), number)).toBeNull();
  expect(await checkPaymentStatus(services, cart, "EP-0000000000")).toBeNull();

  const lowered = cartOf("lowered");
  const second = await orderOf(services, lowered, { godan: 1 });
  standIn.setFault("offer", {});
  await payAtRazorpay(testServices, second.providerOrderId);
  await settlePayment(services, second.providerOrderId, "browser");
  expect(await checkPaymentStatus(services, lowered, second.number)).toBe("review");
  await processRefunds(services);
  expect(await checkPaymentStatus(services, lowered, second.number)).toBe("review");

  const declined = cartOf("declined");
  const third = await orderOf(services, declined, { godan: 1 });
  await payByCard(testServices, { orderId: third.providerOrderId, card: "4100280000060003", choice: "failure" });
  await settlePayment(services, third.providerOrderId, "browser");
  expect(await checkPaymentStatus(services, declined, third.number)).toBe("unpaid");
});

test("a payment that comes back again and again is asked about once when it has paid", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("replays"), { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  for (let times = 0; times < 30; times += 1)
    await settleReturnedPayment(services, { orderId: providerOrderId, paymentId: null });
  expect(await stateOf(db, number)).toBe("paid");
  expect(looksAt(providerOrderId)).toBe(1);
  await refundOrder(services, number, undefined, "");
  await processRefunds(services);
  asked.length = 0;
  await age(providerOrderId, 60, 30);
  await settleReturnedPayment(services, { orderId: providerOrderId, paymentId: null });
  expect(looksAt(providerOrderId)).toBe(0);
});

test("many copies of a return that decides nothing cost two looks at most, a second apart", async () => {
  const { providerOrderId } = await orderOf(services, cartOf("floods"), { godan: 1 });
  standIn.setFault("authorizedOnly", true);
  await payAtRazorpay(testServices, providerOrderId);
  await warm(pool, 10);
  await Promise.all(
    Array.from({ length: 40 }, () => settleReturnedPayment(services, { orderId: providerOrderId, paymentId: null })),
  );
  expect(looksAt(providerOrderId)).toBeLessThanOrEqual(2);
  asked.length = 0;
  await age(providerOrderId, 60, 30);
  await settleReturnedPayment(services, { orderId: providerOrderId, paymentId: null });
  expect(looksAt(providerOrderId)).toBe(1);
});

test("a return page that is loaded again asks nothing until the last look is a while ago", async () => {
  const { providerOrderId } = await orderOf(services, cartOf("reloads"), { godan: 1 });
  standIn.setFault("authorizedOnly", true);
  await payAtRazorpay(testServices, providerOrderId);
  asked.length = 0;
  const returned = { orderId: providerOrderId, paymentId: null };
  await settleReturnedPayment(services, returned);
  for (let times = 0; times < 3; times += 1) await settleOpenedReturn(services, returned);
  expect(looksAt(providerOrderId)).toBe(1);
  await age(providerOrderId, 60, 30);
  await settleOpenedReturn(services, returned);
  expect(looksAt(providerOrderId)).toBe(2);
});

test("a shop whose clock is ahead holds up no look of the others", async () => {
  const cart = cartOf("ahead");
  const { number, providerOrderId } = await orderOf(services, cart, { godan: 1 });
  // The shop with the wrong clock placed the order without a check, or has checked it.
  for (const [seconds, lookedAgo] of [
    [-600, null],
    [60, -600],
  ] as const) {
    asked.length = 0;
    await age(providerOrderId, seconds, lookedAgo);
    for (let times = 0; times < 3; times += 1) await checkPaymentStatus(services, cart, number);
    expect(looksAt(providerOrderId), `${seconds} s old, looked at ${lookedAgo} s ago`).toBe(1);
  }
  await payAtRazorpay(testServices, providerOrderId);
  await age(providerOrderId, 60, -600);
  await settleReturnedPayment(services, { orderId: providerOrderId, paymentId: null });
  expect(await stateOf(db, number)).toBe("paid");
});

test("a return right after somebody looked too early is right all the same", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("too early"), { godan: 1 });
  expect(await settlePayment(services, providerOrderId, "browser")).toMatchObject({ outcome: "unpaid" });
  await payAtRazorpay(testServices, providerOrderId);
  await settleReturnedPayment(services, { orderId: providerOrderId, paymentId: null });
  expect(await stateOf(db, number)).toBe("paid");
});
