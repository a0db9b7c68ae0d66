/** Tests of refunds by the bookseller: full and partial ones, several payments, limits and concurrency. */
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { expireOrder, settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { answerBank, beginPayment, payByCard } from "#razorpay-stand-in/drive.ts";
import { orderIdOf, paidOrder, payAtRazorpay, refundsAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { refundOnDashboard } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock, readStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";

const testServices = await openTestServices({}, { connections: 20 });
const { db, services } = testServices;
for (const bookId of ["godan", "the-anarchy"]) await setStock(db, bookId, 100);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("the bookseller gives back a part, then the rest; the books stay where they are", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "parts", { godan: 1 });
  const before = await readStock(db, "godan");
  expect(await refundOrder(services, number, 5000, "a bent corner")).toMatchObject({ ok: true, amountPaise: 5000 });
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("paid");
  expect(await refundOrder(services, number, undefined, "")).toMatchObject({
    ok: true,
    amountPaise: totalPaise - 5000,
  });
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await readStock(db, "godan")).toEqual(before);
  expect(await refundOrder(services, number, undefined, "")).toEqual({
    ok: false,
    reason: "nothing-left",
    leftPaise: 0,
  });
});

test("what the bookseller gives back after copies were cancelled is the bookseller's own, for no copies", async () => {
  const { number, id } = await paidOrder(testServices, "own-reason", { godan: 2 });
  await cancelOrder(services, { number, by: "link", copies: [{ bookId: "godan", quantity: 1 }], cause: "reader" });
  expect(await refundOrder(services, number, 5000, "A late parcel")).toMatchObject({ ok: true, amountPaise: 5000 });
  const { rows } = await db.execute(sql`select reason, note, copies from refunds where order_id = ${id} order by id`);
  expect(rows).toEqual([
    { reason: "cancelled", note: "", copies: [{ position: 0, quantity: 1 }] },
    { reason: "bookseller", note: "A late parcel", copies: [] },
  ]);
});

test("a payment that the bank declined cannot be given back", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("declined"), { godan: 1 });
  await payByCard(testServices, { orderId: providerOrderId, card: "4100280000060003", choice: "failure" });
  await settlePayment(services, providerOrderId, "browser");
  const { rows } = await db.execute<{ id: string; status: string }>(sql`
    select id, status from payments where order_id = ${await orderIdOf(db, number)}`);
  expect(rows).toMatchObject([{ status: "failed" }]);
  expect(await refundOrder(services, number, undefined, "")).toMatchObject({ ok: false, reason: "not-paid" });
  expect(await refundOrder(services, number, undefined, "", rows[0]!.id)).toMatchObject({
    ok: false,
    reason: "no-such-payment",
  });
});

test("an order that is on its way can be refunded, and ends", async () => {
  const { number } = await paidOrder(testServices, "onitsway", { godan: 1 });
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EA1IN", trackingUrl: "" });
  await refundOrder(services, number, undefined, "lost in the post");
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
});

test("when no payment is named, the one that paid the order goes back, whichever came first", async () => {
  const { number, paymentId } = await paidOrder(testServices, "unnamed", { godan: 1 });
  await db.execute(sql`
    insert into payments (id, attempt_id, order_id, amount_paise, currency, status, evidence_sha256, created_at)
    select 'pay_Earlier', attempt_id, order_id, amount_paise, currency, status, evidence_sha256, created_at - interval '1 hour'
    from payments where id = ${paymentId}`);
  const asked = await refundOrder(services, number, 5000, "a stained cover");
  await db.execute(sql`delete from payments where id = 'pay_Earlier'
    and not exists (select from refunds where payment_id = 'pay_Earlier')`);
  expect(asked).toMatchObject({ ok: true });
  const { rows } = await db.execute(sql`
    select r.payment_id as id from refunds r join orders o on o.id = r.order_id where o.number = ${number}`);
  expect(rows).toEqual([{ id: paymentId }]);
});

test("of many who refund an order at the same moment one does", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "atonce", { godan: 1 });
  await warm(testServices.pool, 10);
  const asked = await Promise.all(Array.from({ length: 10 }, () => refundOrder(services, number, undefined, "")));
  expect(asked.filter((one) => one.ok)).toHaveLength(1);
  expect(await refundsOf(db, number)).toMatchObject([{ amount: totalPaise, reason: "bookseller" }]);
});

test("more than was paid, less than a rupee, an unpaid order and one that is nowhere are refused", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "refused", { godan: 1 });
  for (const amount of [totalPaise + 1, 99, 0, -500]) {
    const refusal = { ok: false, reason: "too-much", leftPaise: totalPaise };
    expect(await refundOrder(services, number, amount, ""), String(amount)).toEqual(refusal);
  }
  const unpaid = await orderOf(services, cartOf("unpaid"), { godan: 1 });
  expect(await refundOrder(services, unpaid.number, 500, "")).toEqual({ ok: false, reason: "not-paid", leftPaise: 0 });
  const none = await refundOrder(services, "EP-0000000000", 500, "");
  expect(none).toEqual({ ok: false, reason: "no-such-order", leftPaise: 0 });
});

test("a refund of the payment that paid has the bookseller's own reason and words, whatever went back before", async () => {
  const { number } = await paidOrder(testServices, "ownwords", { godan: 2 });
  await cancelOrder(services, { number, by: "link", copies: [{ bookId: "godan", quantity: 1 }], cause: "reader" });
  await refundOrder(services, number, 5000, "a stained cover");
  const { rows } = await db.execute(sql`
    select reason, note from refunds where order_id = ${await orderIdOf(db, number)} order by id`);
  expect(rows).toEqual([
    { reason: "cancelled", note: "" },
    { reason: "bookseller", note: "a stained cover" },
  ]);
});

test("of a payment that could not pay the rest has its own reason, not that of what went back elsewhere or for another", async () => {
  await paidOrder(testServices, "earlier", { godan: 1 }).then(({ number }) => refundOrder(services, number, 5000, ""));
  const { number, providerOrderId } = await orderOf(services, cartOf("partly"), { godan: 1 });
  await refundOnDashboard(testServices, await payAtRazorpay(testServices, providerOrderId), 100);
  await settlePayment(services, providerOrderId, "webhook");
  await failRefunds(number);
  await refundOrder(services, number, 5000, "");
  await cancelOrder(services, {
    number: (await paidOrder(testServices, "later", { godan: 1 })).number,
    by: "link",
    cause: "reader",
  });
  await refundOrder(services, number, 6000, "");
  expect((await refundsOf(db, number)).map(({ reason }) => reason)).toEqual([
    "mismatch",
    "elsewhere",
    "mismatch",
    "mismatch",
  ]);
});

test("a payment that failed is not given back, neither alone nor beside one that came too late", async () => {
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf("failedfirst"), { godan: 1 });
  await payByCard(testServices, { orderId: providerOrderId, card: "4100280000060003", choice: "failure" });
  await settlePayment(services, providerOrderId, "webhook");
  expect(await refundOrder(services, number, undefined, "")).toEqual({ ok: false, reason: "not-paid", leftPaise: 0 });
  await cancelOrder(services, { number, by: "link", cause: "reader" });
  await payAtRazorpay(testServices, providerOrderId);
  await settlePayment(services, providerOrderId, "webhook");
  await failRefunds(number);
  expect(await refundOrder(services, number, undefined, "")).toMatchObject({ ok: true, amountPaise: totalPaise });
});

test("wherever an order stands, when all its money has gone back it is refunded", async () => {
  const delivered = await paidOrder(testServices, "delivered", { godan: 1 });
  await shipOrder(services, delivered.number, { carrier: "India Post", trackingNumber: "EA1IN", trackingUrl: "" });
  await deliverOrder(services, delivered.number);
  await refundOrder(services, delivered.number, undefined, "");
  await processRefunds(services);
  expect(await stateOf(db, delivered.number)).toBe("refunded");

  const cart = cartOf("replaced");
  const superseded = await orderOf(services, cart, { godan: 1 });
  const expired = await orderOf(services, cart, { "the-anarchy": 1 });
  await expireOrder(services, await orderIdOf(db, expired.number));
  for (const [{ number, providerOrderId }, state] of [
    [superseded, "superseded"],
    [expired, "expired"],
  ] as const) {
    expect(await stateOf(db, number)).toBe(state);
    await refundOnDashboard(testServices, await payAtRazorpay(testServices, providerOrderId));
    await settlePayment(services, providerOrderId, "webhook");
    expect(await stateOf(db, number), state).toBe("refunded");
  }
});

const failRefunds = (number: string) =>
  db.execute(sql`
    update refunds set state = 'failed'
    where state = 'requested' and order_id = (select id from orders where number = ${number})`);

test("a refund that failed for an order that came too late for its copies is made again, for the same reason", async () => {
  await setStock(db, "jejuri", 1);
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf("toolate"), { jejuri: 1 });
  await expireOrder(services, await orderIdOf(db, number));
  await setStock(db, "jejuri", 0);
  const paymentId = await payAtRazorpay(testServices, providerOrderId);
  await settlePayment(services, providerOrderId, "webhook");
  await failRefunds(number);
  const between = await paidOrder(testServices, "between", { godan: 1 });
  await refundOrder(services, between.number, 5000, "A late parcel");
  expect(await refundOrder(services, number, undefined, "")).toMatchObject({ ok: true, amountPaise: totalPaise });
  await processRefunds(services);
  expect(await refundsOf(db, number)).toMatchObject([
    { reason: "sold-out", state: "failed" },
    { reason: "sold-out", state: "processed" },
  ]);
  expect(refundsAtRazorpay(testServices, paymentId)).toMatchObject([{ amount: totalPaise }]);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await refundOrder(services, number, undefined, "")).toMatchObject({ ok: false, reason: "nothing-left" });
});

test("of an order with two payments the one that is named goes back, and no payment of another order", async () => {
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf("twice"), { godan: 1 });
  testServices.standIn.setFault("secondSuccess", { outcome: "captured" });
  await answerBank(testServices, (await beginPayment(testServices, { orderId: providerOrderId })).body);
  await settlePayment(services, providerOrderId, "browser");
  await failRefunds(number);
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from payments where order_id = ${await orderIdOf(db, number)} and not settles`,
  );
  const other = await paidOrder(testServices, "otherorder", { godan: 1 });
  const refusal = { ok: false, reason: "no-such-payment", leftPaise: 0 };
  expect(await refundOrder(services, number, undefined, "", other.paymentId)).toEqual(refusal);
  expect(await refundOrder(services, number, undefined, "", rows[0]!.id)).toMatchObject({
    ok: true,
    amountPaise: totalPaise,
  });
  await processRefunds(services);
  expect(refundsAtRazorpay(testServices, rows[0]!.id)).toMatchObject([{ amount: totalPaise }]);
  expect(await stateOf(db, number)).toBe("paid");
});

test("of two payments that could not pay, the one that has not gone back yet goes back, whichever came first", async () => {
  await setStock(db, "jejuri", 1);
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf("twolate"), { jejuri: 1 });
  await expireOrder(services, await orderIdOf(db, number));
  await setStock(db, "jejuri", 0);
  testServices.standIn.setFault("secondSuccess", { outcome: "captured" });
  await answerBank(testServices, (await beginPayment(testServices, { orderId: providerOrderId })).body);
  await settlePayment(services, providerOrderId, "webhook");
  const { rows } = await db.execute<{ id: string; reason: string }>(sql`
    select payment_id as id, reason from refunds where order_id = ${await orderIdOf(db, number)} order by refunds.id`);
  expect(rows.map(({ reason }) => reason)).toEqual(["sold-out", "duplicate"]);
  const [first, second] = rows.map(({ id }) => id) as [string, string];
  await db.execute(sql`update payments set created_at = created_at - interval '1 hour' where id = ${first}`);
  await db.execute(sql`update refunds set state = 'failed' where payment_id = ${second}`);
  await processRefunds(services);
  expect(refundsAtRazorpay(testServices, first!)).toMatchObject([{ amount: totalPaise }]);
  expect(await refundOrder(services, number, undefined, "")).toMatchObject({ ok: true, amountPaise: totalPaise });
  await processRefunds(services);
  expect(refundsAtRazorpay(testServices, second!)).toMatchObject([{ amount: totalPaise }]);
  expect(await stateOf(db, number)).toBe("refunded");
});
