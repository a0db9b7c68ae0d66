/** Tests of the delays and retries of refunds. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test, vi } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { alertsAbout, paidOrder, passRefundWait } from "#tests/support/sales/paid-order.ts";
import { refundOnDashboard, refundsAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { count, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { createRazorpay } from "./razorpay/razorpay.server.ts";
import { findExternalRefunds, processRefunds } from "./reconcile.server.ts";
import { requestRefund, sendDueRefunds } from "./refunds.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const testServices = await openTestServices();
const { db, services, standIn, wire } = testServices;
vi.spyOn(console, "error").mockImplementation(() => {});
await setStock(db, "godan", 100);

afterEach(async () => {
  wire.change = null;
  for (const fault of ["serverError", "slowAnswer", "refundPending"]) standIn.setFault(fault, null);
  expect(await findBreaches(db)).toEqual([]);
});

const ask = (paymentId: string, amountPaise?: number) =>
  inTransaction(db, (tx) => requestRefund(tx, { paymentId, amountPaise, reason: "bookseller", at: new Date() }));

async function refundOf(paymentId: string) {
  const { rows } = await db.execute<{ state: string; error: string; reason: string }>(sql`
    select state, last_error as error, reason from refunds where payment_id = ${paymentId}`);
  return rows;
}

test("a refund that Razorpay does not answer waits twice as long each time, and a person is told at the tenth", async () => {
  const { number, paymentId } = await paidOrder(testServices, "doubles", { godan: 1 });
  await ask(paymentId, 5000);
  standIn.setFault("serverError", { path: "/v1/payments/", times: "always" });
  const waited = sql`select extract(epoch from due_at - updated_at) as count from refunds where payment_id = ${paymentId}`;
  const pauses: number[] = [];
  const alerts: number[] = [];
  for (let tries = 1; tries <= 16; tries += 1) {
    await sendDueRefunds(services);
    pauses.push(await count(db, waited));
    alerts.push((await alertsAbout(db, number)).length);
    await passRefundWait(db);
  }
  const doubled = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10_240, 20_480, 40_960, 81_920, 86_400];
  for (const [at, seconds] of doubled.entries()) {
    // The pause is shorter by the duration of the try.
    expect(pauses[at], `after try ${at + 1}`).toBeLessThanOrEqual(seconds);
    expect(pauses[at], `after try ${at + 1}`).toBeGreaterThan(seconds / 2);
  }
  expect(alerts).toEqual([...Array<number>(9).fill(0), ...Array<number>(7).fill(1)]);
  standIn.setFault("serverError", null);
  await processRefunds(services);
});

test("a refund that Razorpay refuses fails alone: one that waits beside it stays as it is", async () => {
  const [refused, waiting] = [
    await paidOrder(testServices, "refusedone", { godan: 1 }),
    await paidOrder(testServices, "waitingone", { godan: 1 }),
  ];
  await ask(waiting.paymentId, 5000);
  await db.execute(sql`update refunds set due_at = now() + interval '1 hour' where payment_id = ${waiting.paymentId}`);
  await refundOnDashboard(testServices, refused.paymentId);
  await ask(refused.paymentId, 3000);
  for (let tries = 0; tries < 10; tries += 1) {
    await sendDueRefunds(services);
    await db.execute(sql`update refunds set due_at = now() where payment_id = ${refused.paymentId}`);
  }
  expect(await refundOf(refused.paymentId)).toMatchObject([{ state: "failed" }]);
  expect(await refundOf(waiting.paymentId)).toEqual([{ state: "requested", error: "", reason: "bookseller" }]);
  expect(await alertsAbout(db, waiting.number)).toEqual([]);
  await passRefundWait(db);
  await processRefunds(services);
  await settlePayment(services, refused.providerOrderId, "webhook");
});

test("the refund that was asked for first goes first", async () => {
  const [first, second] = [
    await paidOrder(testServices, "goesfirst", { godan: 1 }),
    await paidOrder(testServices, "goesnext", { godan: 1 }),
  ];
  for (const { paymentId } of [first, second]) await ask(paymentId, 5000);
  expect(await sendDueRefunds(services, 1)).toEqual([first.id]);
  expect(await sendDueRefunds(services, 1)).toEqual([second.id]);
  for (const { providerOrderId } of [first, second]) await settlePayment(services, providerOrderId, "webhook");
});

test("nobody is told that Razorpay does not answer when it has just answered with a no", async () => {
  const { number, paymentId, providerOrderId } = await paidOrder(testServices, "justanswered", { godan: 1 });
  await refundOnDashboard(testServices, paymentId);
  await ask(paymentId, 3000);
  await db.execute(sql`update refunds set tries = 9 where payment_id = ${paymentId}`);
  await sendDueRefunds(services);
  expect(await refundOf(paymentId)).toMatchObject([{ state: "requested", error: expect.stringContaining("refund") }]);
  expect(await alertsAbout(db, number)).toEqual([]);
  await db.execute(sql`update refunds set state = 'failed' where payment_id = ${paymentId}`);
  await settlePayment(services, providerOrderId, "webhook");
});

test("a refund under way is asked about again after an hour, and not before", async () => {
  const { paymentId } = await paidOrder(testServices, "hour", { godan: 1 });
  await ask(paymentId, 4000);
  standIn.setFault("refundPending", { seconds: 0.1 });
  await processRefunds(services);
  expect(await refundOf(paymentId)).toMatchObject([{ state: "pending", error: "" }]);
  await standIn.settled();
  for (const [age, state] of [
    ["59 minutes", "pending"],
    ["61 minutes", "processed"],
  ] as const) {
    await db.execute(sql`update refunds set updated_at = now() - ${age}::interval where payment_id = ${paymentId}`);
    await processRefunds(services);
    expect(await refundOf(paymentId), age).toMatchObject([{ state }]);
  }
  const endedNow = sql`
    select count(*) from refunds where payment_id = ${paymentId} and updated_at > now() - interval '1 minute'`;
  expect(await count(db, endedNow)).toBe(1);
});

test("Razorpay is asked about the orders whose refunds are under way, and about no other", async () => {
  const [mine, other] = [
    await paidOrder(testServices, "asks", { godan: 1 }),
    await paidOrder(testServices, "beside", { godan: 1 }),
  ];
  for (const { paymentId } of [mine, other]) await ask(paymentId, 4000);
  await processRefunds(services);
  await db.execute(sql`
    update refunds set updated_at = now() - interval '61 minutes'
    where payment_id in (${mine.paymentId}, ${other.paymentId})`);
  const asked: string[] = [];
  wire.change = (path, answer) => {
    asked.push(path);
    return answer;
  };
  await processRefunds(services);
  expect(asked).toEqual([]);
  await ask(mine.paymentId, 5000);
  await processRefunds(services);
  const looks = ({ providerOrderId }: typeof mine) =>
    asked.filter((path) => path === `/v1/orders/${providerOrderId}`).length;
  expect([looks(mine), looks(other)]).toEqual([1, 0]);
  await ask(mine.paymentId, 6000);
  await ask(mine.paymentId, 7000);
  await processRefunds(services);
  expect([looks(mine), looks(other)]).toEqual([2, 0]);
});

test("refunds that nobody told of are looked for three days back", async () => {
  const { number, paymentId } = await paidOrder(testServices, "threedays", { godan: 1 });
  await refundOnDashboard(testServices, paymentId, 100);
  const inHours = (hours: number) => ({ ...services, now: () => new Date(Date.now() + hours * 3_600_000) });
  await findExternalRefunds(inHours(73));
  expect(await refundsOf(db, number)).toEqual([]);
  await findExternalRefunds(inHours(71));
  expect(await refundsOf(db, number)).toEqual([{ amount: 100, reason: "elsewhere", state: "processed" }]);
});

test("exactly one rupee that is left goes back", async () => {
  const { paymentId, totalPaise } = await paidOrder(testServices, "onerupee", { godan: 1 });
  expect(await ask(paymentId, totalPaise - 100)).toMatchObject({ ok: true });
  expect(await ask(paymentId)).toMatchObject({ ok: true, amountPaise: 100 });
  await processRefunds(services);
});

test.each([
  ["is answered late", 30_000, 2500],
  ["is never answered", 3000, 5000],
])("a refund whose end is told while its own question %s stays ended", async (how, answerWithinMs, milliseconds) => {
  const { paymentId, providerOrderId, number } = await paidOrder(testServices, how.replaceAll(" ", ""), { godan: 1 });
  await ask(paymentId);
  const razorpay = createRazorpay({ ...testServices.razorpay, answerWithinMs });
  standIn.setFault("slowAnswer", { path: `/v1/payments/${paymentId}/refund`, milliseconds });
  const slow = sendDueRefunds({ ...services, paymentProviders: [razorpay] });
  await expect.poll(() => refundsAtRazorpay(testServices, paymentId).length, { timeout: 10_000 }).toBe(1);
  await settlePayment(services, providerOrderId, "webhook");
  await slow;
  expect(await refundOf(paymentId)).toEqual([{ state: "processed", error: "", reason: "bookseller" }]);
  expect(await stateOf(db, number)).toBe("refunded");
});

test("one refund that failed does not hide that another, told with it, ended the order", async () => {
  const { number, paymentId, providerOrderId } = await paidOrder(testServices, "both", { godan: 1 });
  await ask(paymentId, 2468); // the stand-in lets this amount fail
  await processRefunds(services);
  await standIn.settled();
  await refundOnDashboard(testServices, paymentId);
  await settlePayment(services, providerOrderId, "webhook");
  expect((await refundOf(paymentId)).map(({ state, reason }) => `${reason} ${state}`).sort()).toEqual([
    "bookseller failed",
    "elsewhere processed",
  ]);
  expect(await stateOf(db, number)).toBe("refunded");
});

test("a refund that has ended stays as it ended, and when, whatever is told of it later", async () => {
  const { number, paymentId, providerOrderId } = await paidOrder(testServices, "ended", { godan: 1 });
  await ask(paymentId, 2468); // the stand-in lets this amount fail
  await ask(paymentId, 5000);
  await processRefunds(services);
  await standIn.settled();
  await settlePayment(services, providerOrderId, "webhook");
  const ends = async () =>
    (await db.execute(sql`select state, updated_at from refunds where payment_id = ${paymentId} order by id`)).rows;
  const before = await ends();
  expect(before).toMatchObject([{ state: "failed" }, { state: "processed" }]);
  await settlePayment(services, providerOrderId, "webhook");
  wire.change = (path, answer) =>
    path.endsWith("/refunds")
      ? { ...answer, items: answer.items.map((item: object) => ({ ...item, status: "pending" })) }
      : answer;
  await settlePayment(services, providerOrderId, "webhook");
  wire.change = null;
  expect(await ends()).toEqual(before);
  expect(await alertsAbout(db, number)).toHaveLength(1);
});
