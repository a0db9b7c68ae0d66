import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { processRefunds } from "#shop/payments/reconcile.server.ts";
import { expireOrder, settlePayment } from "#shop/payments/settle-payment.server.ts";
import { answerBank, beginPayment } from "#stand-ins/razorpay/drive.ts";
import { orderIdOf, paidOrder, payAtRazorpay, refundsAtRazorpay, refundsOf } from "#tests/support/paid-order.ts";
import { cartOf, orderOf, setStock, readStock, stateOf } from "#tests/support/sale.ts";
import { warm } from "#tests/support/test-database.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { refundOrder } from "./refund-order.server.ts";
import { shipOrder } from "#shop/orders/ship-order.server.ts";

const testServices = await openTestServices({}, { connections: 20 });
const { db, services } = testServices;
await setStock(db, "godan", 100);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("the bookseller gives back a part, then the rest; the books stay where they are", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "parts", { godan: 1 });
  const before = await readStock(db, "godan");
  expect(await refundOrder(db, number, 5000, "a bent corner")).toMatchObject({ ok: true, amountPaise: 5000 });
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("paid");
  expect(await refundOrder(db, number, undefined, "")).toMatchObject({ ok: true, amountPaise: totalPaise - 5000 });
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await readStock(db, "godan")).toEqual(before);
  expect(await refundOrder(db, number, undefined, "")).toEqual({ ok: false, reason: "nothing-left", leftPaise: 0 });
});

test("an order that is on its way can be refunded, and ends", async () => {
  const { number } = await paidOrder(testServices, "onitsway", { godan: 1 });
  await shipOrder(db, number, { carrier: "India Post", trackingNumber: "EA1IN", trackingUrl: "" });
  await refundOrder(db, number, undefined, "lost in the post");
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
});

test("when no payment is named, the one that paid the order goes back, whichever came first", async () => {
  const { number, paymentId } = await paidOrder(testServices, "unnamed", { godan: 1 });
  await db.execute(sql`
    insert into payments (id, attempt_id, order_id, amount_paise, currency, status, evidence_sha256, created_at)
    select 'pay_Earlier', attempt_id, order_id, amount_paise, currency, status, evidence_sha256, created_at - interval '1 hour'
    from payments where id = ${paymentId}`);
  const asked = await refundOrder(db, number, 5000, "a stained cover");
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
  const asked = await Promise.all(Array.from({ length: 10 }, () => refundOrder(db, number, undefined, "")));
  expect(asked.filter((one) => one.ok)).toHaveLength(1);
  expect(await refundsOf(db, number)).toMatchObject([{ amount: totalPaise, reason: "bookseller" }]);
});

test("more than was paid, less than a rupee, an unpaid order and one that is nowhere are refused", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "refused", { godan: 1 });
  for (const amount of [totalPaise + 1, 99, 0, -500]) {
    const refusal = { ok: false, reason: "too-much", leftPaise: totalPaise };
    expect(await refundOrder(db, number, amount, ""), String(amount)).toEqual(refusal);
  }
  const unpaid = await orderOf(services, cartOf("unpaid"), { godan: 1 });
  expect(await refundOrder(db, unpaid.number, 500, "")).toEqual({ ok: false, reason: "not-paid", leftPaise: 0 });
  const none = await refundOrder(db, "EP-0000000000", 500, "");
  expect(none).toEqual({ ok: false, reason: "no-such-order", leftPaise: 0 });
});

const failRefunds = (number: string) =>
  db.execute(sql`
    update refunds set state = 'failed' where order_id = (select id from orders where number = ${number})`);

test("a refund that failed for an order that came too late for its copies is made again, for the same reason", async () => {
  await setStock(db, "jejuri", 1);
  const { number, razorpayOrderId, totalPaise } = await orderOf(services, cartOf("toolate"), { jejuri: 1 });
  await expireOrder(services, await orderIdOf(db, number));
  await setStock(db, "jejuri", 0);
  const paymentId = await payAtRazorpay(testServices, razorpayOrderId);
  await settlePayment(services, razorpayOrderId, "webhook");
  await failRefunds(number);
  expect(await refundOrder(db, number, undefined, "")).toMatchObject({ ok: true, amountPaise: totalPaise });
  await processRefunds(services);
  expect(await refundsOf(db, number)).toMatchObject([
    { reason: "sold-out", state: "failed" },
    { reason: "sold-out", state: "processed" },
  ]);
  expect(refundsAtRazorpay(testServices, paymentId)).toMatchObject([{ amount: totalPaise }]);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await refundOrder(db, number, undefined, "")).toMatchObject({ ok: false, reason: "nothing-left" });
});

test("of an order with two payments the one that is named goes back, and no payment of another order", async () => {
  const { number, razorpayOrderId, totalPaise } = await orderOf(services, cartOf("twice"), { godan: 1 });
  testServices.standIn.setFault("secondSuccess", { outcome: "captured" });
  await answerBank(testServices, (await beginPayment(testServices, { orderId: razorpayOrderId })).body);
  await settlePayment(services, razorpayOrderId, "browser");
  await failRefunds(number);
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from payments where order_id = ${await orderIdOf(db, number)} and not settles`,
  );
  const other = await paidOrder(testServices, "otherorder", { godan: 1 });
  const refusal = { ok: false, reason: "no-such-payment", leftPaise: 0 };
  expect(await refundOrder(db, number, undefined, "", other.paymentId)).toEqual(refusal);
  expect(await refundOrder(db, number, undefined, "", rows[0]!.id)).toMatchObject({
    ok: true,
    amountPaise: totalPaise,
  });
  await processRefunds(services);
  expect(refundsAtRazorpay(testServices, rows[0]!.id)).toMatchObject([{ amount: totalPaise }]);
  expect(await stateOf(db, number)).toBe("paid");
});

test("of two payments that could not pay, the one that has not gone back yet goes back, whichever came first", async () => {
  await setStock(db, "jejuri", 1);
  const { number, razorpayOrderId, totalPaise } = await orderOf(services, cartOf("twolate"), { jejuri: 1 });
  await expireOrder(services, await orderIdOf(db, number));
  await setStock(db, "jejuri", 0);
  testServices.standIn.setFault("secondSuccess", { outcome: "captured" });
  await answerBank(testServices, (await beginPayment(testServices, { orderId: razorpayOrderId })).body);
  await settlePayment(services, razorpayOrderId, "webhook");
  const { rows } = await db.execute<{ id: string; reason: string }>(sql`
    select payment_id as id, reason from refunds where order_id = ${await orderIdOf(db, number)} order by refunds.id`);
  expect(rows.map(({ reason }) => reason)).toEqual(["sold-out", "duplicate"]);
  const [first, second] = rows.map(({ id }) => id) as [string, string];
  await db.execute(sql`update payments set created_at = created_at - interval '1 hour' where id = ${first}`);
  await db.execute(sql`update refunds set state = 'failed' where payment_id = ${second}`);
  await processRefunds(services);
  expect(refundsAtRazorpay(testServices, first!)).toMatchObject([{ amount: totalPaise }]);
  expect(await refundOrder(db, number, undefined, "")).toMatchObject({ ok: true, amountPaise: totalPaise });
  await processRefunds(services);
  expect(refundsAtRazorpay(testServices, second!)).toMatchObject([{ amount: totalPaise }]);
  expect(await stateOf(db, number)).toBe("refunded");
});
