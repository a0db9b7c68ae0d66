/** Tests of shipping orders: states, cancelled copies, refunds, concurrency and arrival. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { expireOrder, settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { lettersOf, orderIdOf, paidOrder, payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { inTransaction } from "#db/transaction.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { requestRefund } from "#shop/sales/payments/refunds.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { deliverOrder } from "./deliver-order.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { shipOrder } from "./ship-order.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await setStock(db, "godan", 100);
await setStock(db, "indica", 100);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const parcel = { carrier: "Blue Dart", trackingNumber: "BD 12345", trackingUrl: "https://track.example/BD12345" };

test("a paid order is handed to the carrier, and the reader is told where it is", async () => {
  const { number } = await paidOrder(testServices, "ships", { godan: 1 });
  expect(await shipOrder(services, number, parcel)).toEqual({ ok: true });
  expect(await stateOf(db, number)).toBe("shipped");
  expect((await findOrder(db, number, "link"))!.parcels).toMatchObject([{ ...parcel, place: 1, copies: null }]);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-shipped"]);
});

test("an order is one parcel, however many ship it at the same moment", async () => {
  const { number, id } = await paidOrder(testServices, "oneparcel", { godan: 1 });
  await warm(testServices.pool, 10);
  const asked = await Promise.all(Array.from({ length: 10 }, () => shipOrder(services, number, parcel)));
  expect(asked.filter((one) => one.ok)).toHaveLength(1);
  expect(asked.filter((one) => !one.ok && one.reason === "not-paid")).toHaveLength(9);
  expect(await count(db, sql`select count(*) from shipments where order_id = ${id}`)).toBe(1);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-shipped"]);
});

test("what was not paid, has expired or is nowhere is not shipped", async () => {
  const unpaid = await orderOf(services, cartOf("unpaid"), { godan: 1 });
  const expired = await orderOf(services, cartOf("expired"), { godan: 1 });
  await expireOrder(services, await count(db, sql`select id as count from orders where number = ${expired.number}`));
  expect(await shipOrder(services, unpaid.number, parcel)).toEqual({ ok: false, reason: "not-paid" });
  expect(await shipOrder(services, expired.number, parcel)).toEqual({ ok: false, reason: "not-paid" });
  expect(await shipOrder(services, "EP-0000000000", parcel)).toEqual({ ok: false, reason: "no-such-order" });
});

test("an order of which copies were cancelled ships the rest; with nothing left it does not", async () => {
  const { number } = await paidOrder(testServices, "rest", { godan: 2, indica: 1 });
  const cancel = (bookId: string, quantity: number) =>
    cancelOrder(services, { number, by: "link", copies: [{ bookId, quantity }], cause: "bookseller" });
  await cancel("indica", 1);
  await cancel("godan", 1);
  expect(await shipOrder(services, number, parcel)).toEqual({ ok: true });

  const none = await paidOrder(testServices, "nothing", { godan: 1 });
  await cancelOrder(services, { number: none.number, by: "link", cause: "reader" });
  expect(await shipOrder(services, none.number, parcel)).toEqual({ ok: false, reason: "nothing-to-ship" });
});

test("an order of which all the money goes back is not shipped, whether that is asked for or under way", async () => {
  const { number, id, totalPaise } = await paidOrder(testServices, "goesback", { godan: 2 });
  await refundOrder(services, number, 5000, "a bent corner");
  await refundOrder(services, number, totalPaise - 5000, "lost");
  expect(await shipOrder(services, number, parcel)).toEqual({ ok: false, reason: "refunded" });
  await db.execute(sql`
    update refunds set state = 'pending', provider_refund_id = 'rfnd_' || id where order_id = ${id}`);
  expect(await shipOrder(services, number, parcel)).toEqual({ ok: false, reason: "refunded" });
  expect(await stateOf(db, number)).toBe("paid");
});

test("a second payment that went back, or could not, does not keep an order from being shipped", async () => {
  for (const state of ["requested", "failed"]) {
    const { number, providerOrderId } = await orderOf(services, cartOf(`second-${state}`), { godan: 1 });
    testServices.standIn.setFault("secondSuccess", { outcome: "captured" });
    await payAtRazorpay(testServices, providerOrderId);
    await settlePayment(services, providerOrderId, "browser");
    await db.execute(sql`update refunds set state = ${state} where order_id = ${await orderIdOf(db, number)}`);
    expect(await refundsOf(db, number)).toMatchObject([{ reason: "duplicate", state }]);
    expect(await shipOrder(services, number, parcel)).toEqual({ ok: true });
  }
});

test("a refund that failed, or one of a part, does not keep an order from being shipped", async () => {
  const part = await paidOrder(testServices, "partback", { godan: 1 });
  await refundOrder(services, part.number, 5000, "a bent corner");
  expect(await shipOrder(services, part.number, parcel)).toEqual({ ok: true });
  const failed = await paidOrder(testServices, "failedback", { godan: 1 });
  await refundOrder(services, failed.number, undefined, "");
  await db.execute(sql`update refunds set state = 'failed' where order_id = ${failed.id}`);
  expect(await shipOrder(services, failed.number, parcel)).toEqual({ ok: true });
});

test("who ships while somebody else refunds sees the refund", async () => {
  const { number, id, paymentId } = await paidOrder(testServices, "meanwhile", { godan: 1 });
  let shipping: ReturnType<typeof shipOrder> | undefined;
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select from orders where id = ${id} for update`);
    shipping = shipOrder(services, number, parcel);
    const waiting = sql`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => count(db, waiting)).toBe(1);
    await requestRefund(tx, { paymentId, reason: "bookseller", at: new Date() });
  });
  expect(await shipping).toEqual({ ok: false, reason: "refunded" });
});

test("a parcel arrives once, and only one that was sent", async () => {
  const { number } = await paidOrder(testServices, "arrives", { godan: 1 });
  expect(await deliverOrder(services, number)).toEqual({ ok: false, reason: "not-on-its-way" });
  await shipOrder(services, number, parcel);
  expect(await deliverOrder(services, number)).toEqual({ ok: true });
  expect(await stateOf(db, number)).toBe("delivered");
  expect(await deliverOrder(services, number)).toEqual({ ok: false, reason: "not-on-its-way" });
  expect(await deliverOrder(services, "EP-0000000000")).toEqual({ ok: false, reason: "no-such-order" });
  await refundOrder(services, number, undefined, "came back");
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
});
