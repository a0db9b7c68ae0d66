/** Tests of refunds: limits, idempotency, lost answers, outages and refunds made outside the shop. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { expectErrors } from "#tests/support/expect-errors.ts";
import {
  alertsAbout,
  lettersOf,
  paidOrder,
  passRefundWait,
  refundOnDashboard,
} from "#tests/support/sales/paid-order.ts";
import { refundsAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { createRazorpay } from "./razorpay/razorpay.server.ts";
import { processRefunds } from "./reconcile.server.ts";
import { requestRefund, sendDueRefunds } from "./refunds.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const testServices = await openTestServices({}, { connections: 20 });
const { db, services, standIn, wire } = testServices;
await setStock(db, "godan", 100);

afterEach(async () => {
  wire.change = null;
  for (const name of ["serverError", "tooManyRequests", "slowAnswer", "lostRefund"]) standIn.setFault(name, null);
  await db.execute(sql`delete from refunds where state = 'requested'`); // unsent refunds
  expect(await findBreaches(db)).toEqual([]);
});

const ask = (paymentId: string, amountPaise?: number) =>
  inTransaction(db, (tx) => requestRefund(tx, { paymentId, amountPaise, reason: "bookseller", at: new Date() }));

/** The only refund of a payment, with its tries and last error. */
async function onlyRefund(paymentId: string) {
  const { rows } = await db.execute<{ state: string; tries: number; key: string; error: string; isDue: boolean }>(sql`
    select state, tries, idempotency_key as key, last_error as error, due_at <= now() as is_due from refunds
    where payment_id = ${paymentId}`);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

test("what goes back is never more than what was captured", async () => {
  const { paymentId, totalPaise } = await paidOrder(testServices, "limits", { godan: 1 });
  expect(await ask(paymentId, totalPaise + 1)).toEqual({ ok: false, reason: "too-much", leftPaise: totalPaise });
  expect(await ask(paymentId, 1000)).toMatchObject({ ok: true, amountPaise: 1000 });
  const left = totalPaise - 1000;
  expect(await ask(paymentId, left + 1)).toEqual({ ok: false, reason: "too-much", leftPaise: left });
  expect(await ask(paymentId)).toMatchObject({ ok: true, amountPaise: left });
  expect(await ask(paymentId)).toEqual({ ok: false, reason: "nothing-left", leftPaise: 0 });
  expect(await ask(paymentId, 100)).toEqual({ ok: false, reason: "nothing-left", leftPaise: 0 });
});

test("of two who give back sixty per cent at the same moment one may", async () => {
  const { paymentId, totalPaise } = await paidOrder(testServices, "sixty", { godan: 1 });
  const sixty = Math.round(totalPaise * 0.6);
  await warm(testServices.pool, 2);
  const asked = await Promise.all([ask(paymentId, sixty), ask(paymentId, sixty)]);
  expect(asked.filter((one) => one.ok)).toHaveLength(1);
  expect(asked.find((one) => !one.ok)).toEqual({ ok: false, reason: "too-much", leftPaise: totalPaise - sixty });
});

test("of ten who give back thirty per cent at the same moment three may", async () => {
  const { paymentId, totalPaise } = await paidOrder(testServices, "thirty", { godan: 2 });
  await warm(testServices.pool, 10);
  const asked = await Promise.all(Array.from({ length: 10 }, () => ask(paymentId, Math.floor(totalPaise * 0.3))));
  expect(asked.filter((one) => one.ok)).toHaveLength(3);
});

test("less than a rupee does not go back", async () => {
  const { paymentId, totalPaise } = await paidOrder(testServices, "rupee", { godan: 1 });
  for (const amount of [99, 1, 0, -1, -100_000]) {
    expect(await ask(paymentId, amount), String(amount)).toEqual({
      ok: false,
      reason: "too-much",
      leftPaise: totalPaise,
    });
  }
  expect(await ask(paymentId, totalPaise - 199)).toMatchObject({ ok: true });
  expect(await ask(paymentId, 100)).toMatchObject({ ok: true, amountPaise: 100 });
  expect(await ask(paymentId)).toEqual({ ok: false, reason: "nothing-left", leftPaise: 99 });
});

test("nothing goes back for a payment that was not captured, or is none of ours", async () => {
  const { providerOrderId } = await orderOf(services, cartOf("uncaptured"), { godan: 1 });
  await payByCard(testServices, { orderId: providerOrderId, card: "4100280000060003", choice: "failure" });
  standIn.setFault("authorizedOnly", true);
  await payByCard(testServices, { orderId: providerOrderId });
  await settlePayment(services, providerOrderId, "browser");
  const { rows } = await db.execute<{ id: string; status: string }>(
    sql`select id, status from payments where attempt_id = ${providerOrderId} order by status`,
  );
  expect(rows.map((row) => row.status)).toEqual(["authorized", "failed"]);
  for (const id of [...rows.map((row) => row.id), "pay_ofSomebodyElse"]) {
    expect(await ask(id)).toEqual({ ok: false, reason: "not-captured", leftPaise: 0 });
  }
});

test("a refund is asked for once, under its key, and followed to its end", async () => {
  const { number, paymentId } = await paidOrder(testServices, "followed", { godan: 1 });
  await ask(paymentId, 5000);
  expect(await processRefunds(services)).toBe(1);
  expect(await processRefunds(services)).toBe(0);
  const { key, state, tries } = await onlyRefund(paymentId);
  expect({ state, tries }).toEqual({ state: "processed", tries: 1 });
  expect(refundsAtRazorpay(testServices, paymentId)).toMatchObject([{ amount: 5000, receipt: key }]);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-refunded"]);
});

test("many senders at once ask for each refund once", async () => {
  const paid = [];
  for (let reader = 0; reader < 6; reader += 1) paid.push(await paidOrder(testServices, `many${reader}`, { godan: 1 }));
  for (const { paymentId } of paid) await ask(paymentId);
  await warm(testServices.pool, 5);
  const touched = await Promise.all(Array.from({ length: 5 }, () => sendDueRefunds(services)));
  expect(touched.flat().sort()).toEqual(paid.map(({ id }) => id).sort());
  for (const { paymentId } of paid) expect(refundsAtRazorpay(testServices, paymentId)).toHaveLength(1);
});

test("an answer that got lost after the work leaves one refund at Razorpay and one row", async () => {
  const { number, paymentId, totalPaise } = await paidOrder(testServices, "lost", { godan: 1 });
  await ask(paymentId);
  standIn.setFault("lostRefund", true);
  await processRefunds(services);
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "requested", tries: 1, isDue: false });
  expect(refundsAtRazorpay(testServices, paymentId)).toHaveLength(1);
  await passRefundWait(db);
  await processRefunds(services);
  expect(refundsAtRazorpay(testServices, paymentId)).toHaveLength(1);
  expect(await refundsOf(db, number)).toEqual([{ amount: totalPaise, reason: "bookseller", state: "processed" }]);
  expect(await stateOf(db, number)).toBe("refunded");
});

test("asked again, Razorpay knows the refund by its key alone", async () => {
  const { paymentId } = await paidOrder(testServices, "samekey", { godan: 1 });
  await ask(paymentId, 7000);
  standIn.setFault("lostRefund", true);
  await sendDueRefunds(services);
  await passRefundWait(db);
  // The list is not up to date yet: only the idempotency key prevents a second refund.
  wire.change = (path, answer) => (path.endsWith("/refunds") ? { ...answer, count: 0, items: [] } : answer);
  await sendDueRefunds(services);
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "pending", tries: 2, error: "" });
  expect(refundsAtRazorpay(testServices, paymentId)).toHaveLength(1);
});

test("a refund whose key Razorpay has forgotten is known by its receipt alone", async () => {
  const { paymentId } = await paidOrder(testServices, "forgottenkey", { godan: 1 });
  await ask(paymentId, 7100);
  standIn.setFault("lostRefund", true);
  await sendDueRefunds(services);
  await passRefundWait(db);
  standIn.setFault("forgottenKey", { times: "always" });
  await sendDueRefunds(services);
  standIn.setFault("forgottenKey", null);
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "pending", tries: 2 });
  expect(refundsAtRazorpay(testServices, paymentId)).toHaveLength(1);
});

test("while Razorpay is still at it, or too busy, or broken, the refund waits and is asked for again", async () => {
  const { number, paymentId } = await paidOrder(testServices, "waits", { godan: 1 });
  await ask(paymentId, 9000);
  for (const [at, [fault, wish]] of (
    [
      ["tooManyRequests", { path: "/v1/payments/" }],
      ["serverError", { path: "/v1/payments/", status: 500 }],
      ["serverError", { path: "/v1/payments/", status: 502 }],
    ] as const
  ).entries()) {
    standIn.setFault(fault, wish);
    expect(await sendDueRefunds(services)).toEqual([]);
    expect(await onlyRefund(paymentId)).toMatchObject({ state: "requested", tries: at + 1, isDue: false });
    expect(await sendDueRefunds(services)).toEqual([]);
    await passRefundWait(db);
  }
  // A slow request and a second one with the same key: the second gets status 409.
  wire.change = (path, answer) => (path.endsWith("/refunds") ? { ...answer, count: 0, items: [] } : answer);
  standIn.setFault("slowAnswer", { path: `/v1/payments/${paymentId}/refund`, milliseconds: 1500, times: "always" });
  const slow = sendDueRefunds(services);
  await expect.poll(() => refundsAtRazorpay(testServices, paymentId).length, { timeout: 10_000 }).toBe(1);
  standIn.setFault("slowAnswer", null);
  await passRefundWait(db);
  expect(await sendDueRefunds(services)).toEqual([]);
  expect(await onlyRefund(paymentId)).toMatchObject({ error: expect.stringContaining("still in progress") });
  expect(await slow).toHaveLength(1);
  wire.change = null;
  await processRefunds(services);
  await settlePayment(services, await attemptOf(number), "webhook");
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "processed" });
  expect(refundsAtRazorpay(testServices, paymentId)).toHaveLength(1);
  expect(await alertsAbout(db, number)).toEqual([]);
});

async function attemptOf(number: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.id from payment_attempts a join orders o on o.id = a.order_id where o.number = ${number}`);
  return rows[0]!.id;
}

test("while Razorpay is away a refund is never given up, and a person is told once", async () => {
  const { number, paymentId } = await paidOrder(testServices, "away", { godan: 1 });
  await ask(paymentId, 9100);
  standIn.setFault("serverError", { path: "/v1/payments/", times: "always" });
  const pauses = [];
  for (let tries = 1; tries <= 20; tries += 1) {
    await sendDueRefunds(services);
    pauses.push(
      await count(
        db,
        sql`
      select extract(epoch from due_at - updated_at)::int as count from refunds where payment_id = ${paymentId}`,
      ),
    );
    await passRefundWait(db);
  }
  expect(pauses).toEqual(pauses.toSorted((paus, other) => paus - other));
  expect([pauses[0], pauses.at(-1)]).toEqual([5, 86_400]);
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "requested", tries: 20 });
  expect(await alertsAbout(db, number)).toEqual([expect.stringContaining("Razorpay does not answer for refund")]);
  standIn.setFault("serverError", null);
  await processRefunds(services);
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "processed", tries: 21 });
});

test("while Razorpay rejects the shop's keys no refund is given up, and a person is told once", async () => {
  const { number, paymentId } = await paidOrder(testServices, "keys", { godan: 1 });
  await ask(paymentId, 9200);
  const old = createRazorpay({ ...testServices.razorpay, keySecret: "rotated_away" });
  for (let tries = 1; tries <= 12; tries += 1) {
    await sendDueRefunds({ ...services, paymentProviders: [old] });
    await passRefundWait(db);
  }
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "requested", tries: 12 });
  expect(await alertsAbout(db, number)).toEqual([expect.stringContaining("rejects the shop's keys")]);
  await processRefunds(services);
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "processed", tries: 13 });
});

test("a refund that is refused for good fails and calls for a person, once", async () => {
  const { number, paymentId, totalPaise } = await paidOrder(testServices, "refused", { godan: 1 });
  await refundOnDashboard(testServices, paymentId);
  await ask(paymentId, 3000); // the shop does not know of the refund yet
  for (let tries = 0; tries < 12; tries += 1) {
    await sendDueRefunds(services);
    await passRefundWait(db);
  }
  const refused = await refundsOf(db, number);
  expect(refused).toEqual([{ amount: 3000, reason: "bookseller", state: "failed" }]);
  expect(await alertsAbout(db, number)).toEqual([expect.stringContaining("refused 10 times")]);
  await settlePayment(services, await attemptOf(number), "webhook");
  expect(await refundsOf(db, number)).toContainEqual({ amount: totalPaise, reason: "elsewhere", state: "processed" });
  expect(await stateOf(db, number)).toBe("refunded");
});

test("a refund given up on is taken in all the same, when it turns out that Razorpay made it", async () => {
  const { number, paymentId, totalPaise } = await paidOrder(testServices, "gaveup", { godan: 1 });
  await ask(paymentId);
  standIn.setFault("lostRefund", true);
  await sendDueRefunds(services);
  await db.execute(sql`update refunds set state = 'failed' where payment_id = ${paymentId}`);
  await settlePayment(services, await attemptOf(number), "webhook");
  expect(await refundsOf(db, number)).toEqual([{ amount: totalPaise, reason: "bookseller", state: "processed" }]);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await ask(paymentId)).toMatchObject({ ok: false, reason: "nothing-left" });
});

test("a refund that the bank refuses fails in sight of a person, and can be given again", async () => {
  const { number, paymentId, totalPaise } = await paidOrder(testServices, "magic", { godan: 1 });
  await ask(paymentId, 2468);
  await processRefunds(services);
  await standIn.settled();
  await settlePayment(services, await attemptOf(number), "webhook");
  await settlePayment(services, await attemptOf(number), "webhook");
  expect(await refundsOf(db, number)).toEqual([{ amount: 2468, reason: "bookseller", state: "failed" }]);
  expect(await alertsAbout(db, number)).toEqual([expect.stringContaining("failed at Razorpay")]);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed"]);
  expect(await stateOf(db, number)).toBe("paid");
  expect(await ask(paymentId)).toMatchObject({ ok: true, amountPaise: totalPaise });
});

test("a refund under way is looked after, and its end is told once", async () => {
  const { number, paymentId } = await paidOrder(testServices, "underway", { godan: 1 });
  await ask(paymentId, 4000);
  standIn.setFault("refundPending", { seconds: 0.3 });
  await processRefunds(services);
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "pending" });
  await standIn.settled();
  await processRefunds(services);
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "pending" }); // a webhook or the hourly check reports its end
  await db.execute(sql`update refunds set updated_at = now() - interval '61 minutes' where payment_id = ${paymentId}`);
  await processRefunds(services);
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "processed", tries: 1 });
  await settlePayment(services, await attemptOf(number), "webhook");
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-refunded"]);
});

test("a refund in a status that nobody knows is under way until a known one comes", async () => {
  const { number, paymentId } = await paidOrder(testServices, "unknownword", { godan: 1 });
  await ask(paymentId, 4100);
  wire.change = (path, answer) =>
    path.endsWith("/refunds")
      ? { ...answer, items: answer.items.map((item: object) => ({ ...item, status: "on_hold" })) }
      : answer;
  await processRefunds(services);
  const odd = { state: "pending", error: 'Razorpay calls this refund "on_hold"' };
  expect(await onlyRefund(paymentId)).toMatchObject(odd);
  wire.change = null;
  await settlePayment(services, await attemptOf(number), "webhook");
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "processed", error: "" });
});

test("a refund made in Razorpay's dashboard is taken in, once", async () => {
  const { number, paymentId, totalPaise } = await paidOrder(testServices, "dashboard", { godan: 1 });
  const attempt = await attemptOf(number);
  await refundOnDashboard(testServices, paymentId, 1500);
  await warm(testServices.pool, 10);
  await Promise.all(Array.from({ length: 5 }, () => settlePayment(services, attempt, "webhook")));
  expect(await refundsOf(db, number)).toEqual([{ amount: 1500, reason: "elsewhere", state: "processed" }]);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-refunded"]);
  expect(await stateOf(db, number)).toBe("paid");
  expect(await ask(paymentId, totalPaise - 1499)).toMatchObject({ ok: false, leftPaise: totalPaise - 1500 });
});

test("an order refunded in parts ends with the last of them, and its copies stay sold", async () => {
  const { number, paymentId, totalPaise, id } = await paidOrder(testServices, "parts", { godan: 2 });
  for (const amount of [totalPaise - 2000, 1000]) {
    await ask(paymentId, amount);
    await processRefunds(services);
    expect(await stateOf(db, number)).toBe("paid");
  }
  await ask(paymentId);
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await lettersOf(db, number)).toHaveLength(4);
  expect(await count(db, sql`select -sum(delta) as count from stock_moves where order_id = ${id}`)).toBe(2);
});

test("an order stays paid while a part of its money is still on the way back", async () => {
  const { number, paymentId, totalPaise } = await paidOrder(testServices, "partpending", { godan: 1 });
  standIn.setFault("refundPending", { seconds: 0.3 });
  await ask(paymentId, 4200);
  await processRefunds(services);
  await ask(paymentId);
  await processRefunds(services);
  expect(await refundsOf(db, number)).toMatchObject([
    { amount: 4200, state: "pending" },
    { amount: totalPaise - 4200, state: "processed" },
  ]);
  expect(await stateOf(db, number)).toBe("paid");
  await standIn.settled();
  await settlePayment(services, await attemptOf(number), "webhook");
  expect(await stateOf(db, number)).toBe("refunded");
});

test("Razorpay's silence keeps a refund from being followed, and nothing else", async () => {
  expectErrors();
  const { number, paymentId } = await paidOrder(testServices, "silence", { godan: 1 });
  await ask(paymentId);
  standIn.setFault("serverError", { path: "/v1/orders/", times: "always" });
  await expect(processRefunds(services)).rejects.toMatchObject({ kind: "unreachable" });
  expect(await onlyRefund(paymentId)).toMatchObject({ state: "pending" });
  standIn.setFault("serverError", null);
  await settlePayment(services, await attemptOf(number), "webhook");
  expect(await stateOf(db, number)).toBe("refunded");
});
