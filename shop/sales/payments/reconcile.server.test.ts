/** Tests of the jobs that expire orders and find payments and refunds that were not reported. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { applyPromotion } from "#shop/sales/cart/cart.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { expectErrors } from "#tests/support/expect-errors.ts";
import {
  orderOpening,
  paidOrder,
  payAtRazorpay,
  refundOnDashboard,
  refundsOf,
} from "#tests/support/sales/paid-order.ts";
import { cartOf, fillCart, order, orderOf, setStock, readStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { expireReservations, findExternalRefunds, reconcileOrder, reconcilePayments } from "./reconcile.server.ts";
import { requestRefund, sendDueRefunds } from "./refunds.server.ts";

const testServices = await openTestServices();
const { db, services, standIn, wire } = testServices;
await setStock(db, "godan", 100);

/** The paths of all requests to Razorpay. */
const asked: string[] = [];

afterEach(async () => {
  wire.change = null;
  asked.length = 0;
  standIn.setFault("serverError", null);
  standIn.setFault("authorizedOnly", null);
  expect(await findBreaches(db)).toEqual([]);
});

function listen() {
  wire.change = (path, answer) => {
    asked.push(path);
    return answer;
  };
}

const about = (providerOrderId: string) => asked.filter((path) => path.includes(providerOrderId)).length;
const openFor = (providerOrderId: string, age: string) =>
  db.execute(sql`
  update payment_attempts set created_at = now() - ${age}::interval, checked_at = null where id = ${providerOrderId}`);
const endTime = (number: string, since: string) =>
  db.execute(sql`update orders set reserved_until = now() - ${since}::interval where number = ${number}`);

test("an order whose time is up ends, and one that still has time does not", async () => {
  await setStock(db, "jejuri", 2);
  const over = await orderOf(services, cartOf("over"), { jejuri: 1 });
  const open = await orderOf(services, cartOf("hastime"), { jejuri: 1 });
  await endTime(over.number, "1 second");
  expect(await expireReservations(services)).toBe(1);
  expect([await stateOf(db, over.number), await stateOf(db, open.number)]).toEqual(["expired", "pending_payment"]);
  expect(await readStock(db, "jejuri")).toEqual({ onHand: 2, reserved: 1 });
});

test("an order whose time is up gives its code back", async () => {
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, redemption_limit) values ('LASTONE', 'One', 'everything', 10, 1)`);
  const [cart, other] = [cartOf("withcode"), cartOf("wantscode")];
  const apply = (token: string) => applyPromotion(services, token, "LASTONE");
  await fillCart(db, cart, { godan: 1 });
  await fillCart(db, other, { godan: 1 });
  expect(await apply(cart)).toMatchObject({ ok: true });
  const { number } = await order(services, cart);
  expect(await apply(other)).toEqual({ ok: false, reason: "used-up" });
  await endTime(number, "1 second");
  await expireReservations(services);
  expect(await apply(other)).toMatchObject({ ok: true });
});

test("an order whose payment hangs at the bank stays open, is asked about ever less, and holds up no other", async () => {
  expectErrors();
  const hanging = await orderOf(services, cartOf("hangs"), { godan: 1 });
  standIn.setFault("authorizedOnly", true);
  await payAtRazorpay(testServices, hanging.providerOrderId);
  standIn.setFault("serverError", { path: "/v1/payments/", times: "always" }); // capturing fails
  await endTime(hanging.number, "1 second");
  listen();
  await expireReservations(services);
  expect(await stateOf(db, hanging.number)).toBe("pending_payment");
  const looked = about(hanging.providerOrderId);
  expect(looked).toBeGreaterThan(0);

  const over = await orderOf(services, cartOf("behind"), { godan: 1 });
  await endTime(over.number, "1 second");
  for (let runs = 0; runs < 3; runs += 1) await expireReservations(services);
  expect(about(hanging.providerOrderId)).toBe(looked);
  expect(await stateOf(db, over.number)).toBe("expired");

  for (const [since, lastLook, isAsked] of [
    ["1 minute", "20 seconds", false],
    ["3 minutes", "35 seconds", true],
    ["80 minutes", "9 minutes", false],
    ["80 minutes", "11 minutes", true],
  ] as const) {
    await endTime(hanging.number, since);
    await db.execute(sql`
      update payment_attempts set checked_at = now() - ${lastLook}::interval where id = ${hanging.providerOrderId}`);
    asked.length = 0;
    await expireReservations(services);
    expect(about(hanging.providerOrderId) > 0, `over for ${since}, looked at ${lastLook} ago`).toBe(isAsked);
  }
});

test("an order about which Razorpay cannot be asked stays open, and the next is looked at", async () => {
  expectErrors();
  const silent = await orderOf(services, cartOf("silent"), { godan: 1 });
  const next = await orderOf(services, cartOf("next"), { godan: 1 });
  await endTime(silent.number, "2 seconds");
  await endTime(next.number, "1 second");
  standIn.setFault("serverError", { path: `/v1/orders/${silent.providerOrderId}`, times: "always" });
  await expireReservations(services);
  expect([await stateOf(db, silent.number), await stateOf(db, next.number)]).toEqual(["pending_payment", "expired"]);
  standIn.setFault("serverError", null);
  await db.execute(sql`
    update payment_attempts set checked_at = now() - interval '31 seconds' where id = ${silent.providerOrderId}`);
  await endTime(silent.number, "40 seconds");
  await expireReservations(services);
  expect(await stateOf(db, silent.number)).toBe("expired");
});

test("an order that nobody told us about is asked about after a quarter of an hour, for three days", async () => {
  const ages: [age: string, isAsked: boolean][] = [
    ["1 minute", false],
    ["14 minutes", false],
    ["16 minutes", true],
    ["30 hours", true],
    ["71 hours", true],
    ["73 hours", false],
  ];
  const orders = [];
  for (const [age] of ages) {
    const placed = await orderOf(services, cartOf(age.replace(" ", "")), { godan: 1 });
    await payAtRazorpay(testServices, placed.providerOrderId);
    await openFor(placed.providerOrderId, age);
    orders.push(placed);
  }
  await reconcilePayments(services);
  for (const [at, [age, isAsked]] of ages.entries()) {
    expect(await stateOf(db, orders[at]!.number), age).toBe(isAsked ? "paid" : "pending_payment");
  }
  listen();
  for (const [at, [age, isPaid]] of ages.entries()) {
    if (!isPaid) continue;
    await openFor(orders[at]!.providerOrderId, age);
    await reconcilePayments(services);
    expect(about(orders[at]!.providerOrderId), "one that is paid").toBe(0);
  }
});

test("for the bookseller each attempt of the order is asked about, the first first, and none of another", async () => {
  const [mine, other] = [
    await orderOf(services, cartOf("bookseller"), { godan: 1 }),
    await orderOf(services, cartOf("notasked"), { godan: 1 }),
  ];
  await db.execute(sql`
    insert into payment_attempts (id, order_id, receipt, amount_paise, status, created_at)
    select 'order_Earlier', order_id, 'earlier', amount_paise, 'created', created_at - interval '1 minute'
    from payment_attempts where id = ${mine.providerOrderId}`);
  wire.change = (path, answer) => {
    asked.push(path);
    return answer;
  };
  await expect(reconcileOrder(services, mine.number)).rejects.toMatchObject({ kind: "refused" });
  expect(asked.every((path) => path.includes("order_Earlier"))).toBe(true);
  await db.execute(sql`delete from payment_attempts where id = 'order_Earlier'`);
  const found = [{ id: mine.providerOrderId, outcome: "unpaid" }];
  expect(await reconcileOrder(services, mine.number)).toEqual(found);
  expect(about(other.providerOrderId)).toBe(0);
  expect(await reconcileOrder(services, "EP-0000000000")).toEqual([]);
});

test("what was asked about just now is left alone for a while, the older the longer", async () => {
  const placed = await orderOf(services, cartOf("again"), { godan: 1 });
  const checked = (age: string) =>
    db.execute(sql`
    update payment_attempts set checked_at = now() - ${age}::interval where id = ${placed.providerOrderId}`);
  listen();
  for (const [age, lastLook, isAsked] of [
    ["16 minutes", "2 minutes", false],
    ["16 minutes", "4 minutes", true],
    ["24 hours", "2 hours", false],
    ["24 hours", "4 hours", true],
  ] as const) {
    await openFor(placed.providerOrderId, age);
    await checked(lastLook);
    asked.length = 0;
    await reconcilePayments(services);
    expect(about(placed.providerOrderId) > 0, `${age}, ${lastLook}`).toBe(isAsked);
  }
});

test("what nobody has asked about yet goes first, then what was asked about longest ago", async () => {
  expectErrors();
  const [first, second] = [
    await orderOf(services, cartOf("never"), { godan: 1 }),
    await orderOf(services, cartOf("longago"), { godan: 1 }),
  ];
  for (const { providerOrderId } of [first, second]) {
    await payAtRazorpay(testServices, providerOrderId);
    await openFor(providerOrderId, "1 day");
  }
  await db.execute(sql`
    update payment_attempts set checked_at = now() - interval '20 hours' where id = ${second.providerOrderId}`);
  await db.execute(sql`
    insert into payment_attempts (id, order_id, receipt, amount_paise, status, created_at, checked_at)
    select 'order_crowd' || at, order_id, 'crowd' || at, amount_paise, 'created', now() - interval '1 day', now() - interval '10 hours'
    from payment_attempts, generate_series(1, 60) as at where id = ${first.providerOrderId}`);
  await reconcilePayments(services);
  expect([await stateOf(db, first.number), await stateOf(db, second.number)]).toEqual(["paid", "paid"]);
  await db.execute(sql`delete from payment_attempts where id like 'order_crowd%'`);
});

test("an order opened twice at Razorpay and paid at both gives the second back, though nobody told us of it", async () => {
  const paid = await paidOrder(testServices, "twice", { godan: 1 });
  const again = await services.paymentProviders[0].createOrder(
    orderOpening({ amountPaise: paid.totalPaise, receipt: `${paid.number}-again`, shopOrder: paid.number }),
  );
  await db.execute(sql`
    insert into payment_attempts (id, order_id, receipt, amount_paise, status)
    values (${again.id}, ${paid.id}, ${paid.number}, ${paid.totalPaise}, 'created')`);
  await payAtRazorpay(testServices, again.id);
  await openFor(again.id, "16 minutes");
  await reconcilePayments(services);
  expect(await refundsOf(db, paid.number)).toEqual([
    { amount: paid.totalPaise, reason: "duplicate", state: "requested" },
  ]);
  expect(await stateOf(db, paid.number)).toBe("paid");
});

test("a refund on the dashboard is taken in though nobody told us of it, and only once", async () => {
  expectErrors();
  await findExternalRefunds(services);
  const others = await findExternalRefunds(services); // refunds of other tests are found each time
  const [part, whole] = [
    await paidOrder(testServices, "part", { godan: 1 }),
    await paidOrder(testServices, "whole", { godan: 1 }),
  ];
  await refundOnDashboard(testServices, part.paymentId, 100);
  await refundOnDashboard(testServices, whole.paymentId);
  standIn.setFault("serverError", { path: `/v1/orders/${part.providerOrderId}`, times: "always" });
  expect(await findExternalRefunds(services)).toBe(others + 2);
  expect([await refundsOf(db, part.number), await stateOf(db, whole.number)]).toEqual([[], "refunded"]);

  standIn.setFault("serverError", null);
  for (const orders of [1, 0]) expect(await findExternalRefunds(services)).toBe(others + orders);
  expect(await refundsOf(db, part.number)).toEqual([{ amount: 100, reason: "elsewhere", state: "processed" }]);
  expect(await stateOf(db, part.number)).toBe("paid");
});

test("a refund that we gave up on and Razorpay made is found, and is the one we asked for", async () => {
  const { number, paymentId, totalPaise } = await paidOrder(testServices, "gaveup", { godan: 1 });
  await inTransaction(db, (tx) => requestRefund(tx, { paymentId, reason: "bookseller", at: new Date() }));
  standIn.setFault("lostRefund", { times: "always" }); // refunds of other tests are sent too
  await sendDueRefunds(services);
  standIn.setFault("lostRefund", null);
  await db.execute(sql`update refunds set state = 'failed' where payment_id = ${paymentId}`);
  expect(await findExternalRefunds(services)).toBe(1);
  expect(await refundsOf(db, number)).toEqual([{ amount: totalPaise, reason: "bookseller", state: "processed" }]);
  expect(await stateOf(db, number)).toBe("refunded");
});

test("more refunds than Razorpay lists at a time are all looked through", async () => {
  const { paymentId } = await paidOrder(testServices, "many", { godan: 10 });
  for (let refunds = 0; refunds < 101; refunds += 1) await refundOnDashboard(testServices, paymentId, 100);
  await services.paymentProviders[0].listRefundsSince(new Date(0)).then((all) => {
    expect(new Set(all.filter((one) => one.paymentId === paymentId).map(({ id }) => id)).size).toBe(101);
  });
});

test("what Razorpay does not tell of was looked at all the same, so that others have their turn", async () => {
  expectErrors();
  const { providerOrderId } = await orderOf(services, cartOf("refused"), { godan: 1 });
  await openFor(providerOrderId, "1 day");
  standIn.setFault("serverError", { times: "always" });
  await expect(reconcilePayments(services)).rejects.toMatchObject({ kind: "unreachable" });
  expect(await reconcilePayments(services)).toBe(0);
});

test("a run in which Razorpay told nothing fails, so that the list of jobs says so", async () => {
  expectErrors();
  const { number, paymentId } = await paidOrder(testServices, "nothing told", { godan: 1 });
  await refundOnDashboard(testServices, paymentId, 100);
  const open = await orderOf(services, cartOf("nothingtold"), { godan: 1 });
  await endTime(open.number, "1 second");
  standIn.setFault("serverError", { path: "/v1/orders/", times: "always" });
  await expect(findExternalRefunds(services)).rejects.toMatchObject({ kind: "unreachable" });
  await expect(expireReservations(services)).rejects.toMatchObject({ kind: "unreachable" });
  expect(await expireReservations(services)).toBe(0); // the order counts as checked
  standIn.setFault("serverError", { path: "/v1/refunds", times: "always" });
  await expect(findExternalRefunds(services)).rejects.toMatchObject({ kind: "unreachable" });
  standIn.setFault("serverError", null);
  expect(await findExternalRefunds(services)).toBeGreaterThan(0);
  expect(await refundsOf(db, number)).toMatchObject([{ amount: 100, state: "processed" }]);
});
