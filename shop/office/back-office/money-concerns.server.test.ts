import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findOrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { processRefunds, reconcileOrder } from "#shop/sales/payments/reconcile.server.ts";
import { expireOrder } from "#shop/sales/payments/settle-payment.server.ts";
import { processWebhooks } from "#shop/sales/payments/webhooks.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { orderIdOf, paidOrder, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, receiveFromRazorpay, sign } from "#tests/support/shop/webhooks.ts";
import { listMoneyConcerns, markConcernsSeen } from "./money-concerns.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await setStock(db, "godan", 10);

const listed = async () => (await listMoneyConcerns(services)).map(({ what, order }) => [what, order]);
const seeAll = async () => markConcernsSeen(services, await listMoneyConcerns(services));

test("money that calls for a person is listed until it was seen, a failed refund until it is made", async () => {
  await setStock(db, "jejuri", 1);
  const { number, providerOrderId } = await orderOf(services, cartOf("soldout"), { jejuri: 1 });
  await expireOrder(services, await orderIdOf(db, number));
  await setStock(db, "jejuri", 0);
  const paymentId = await payAtRazorpay(testServices, providerOrderId);
  await reconcileOrder(services, number);
  await db.execute(sql`update refunds set state = 'failed' where payment_id = ${paymentId}`);
  expect(await listMoneyConcerns(services)).toMatchObject([
    { what: "refund", order: number, message: expect.stringContaining(`failed (${paymentId})`) },
    { what: "payment", order: number },
  ]);
  await seeAll();
  expect(await listed()).toEqual([["refund", number]]);
  expect(await refundOrder(services, number, undefined, "")).toMatchObject({ ok: true });
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await listed()).toEqual([]);
});

test("a dispute, and an event that was set aside, are listed until they were seen", async () => {
  testServices.standIn.setFault("dispute", {});
  const { number, providerOrderId } = await paidOrder(testServices, "disputed", { godan: 1 });
  const { body, signature } = deliveriesOf(testServices, providerOrderId).find(
    ({ type }) => type === "payment.dispute.created",
  )!;
  await receiveFromRazorpay(services, body, signature, "");
  const odd = sign('{"event":"invoice.paid","payload":{}}');
  await receiveFromRazorpay(services, odd.body, odd.signature, "");
  await processWebhooks(services);
  expect(await listed()).toEqual([
    ["event", ""],
    ["dispute", number],
  ]);
  const alertOf = async () => (await findOrderRecord(db, number))!.alerts;
  expect(await alertOf()).toMatchObject([{ message: expect.stringContaining("The bank asks for ₹"), isSeen: false }]);
  await seeAll();
  expect(await listed()).toEqual([]);
  expect(await alertOf()).toMatchObject([{ kind: "dispute", isSeen: true }]);
});

/** Adds an alert and a rejected webhook event with the same id. */
async function addBoth(id: string): Promise<void> {
  await db.execute(sql`
    insert into alerts (id, kind, message) overriding system value values (${id}::bigint, 'ledger', 'A sum is missing')`);
  await db.execute(sql`
    insert into webhook_events (id, event_id, body_sha256, type, body, state) overriding system value
    values (${id}::bigint, ${id}, ${id}, 'payment.captured', '{}', 'dead')`);
}

test("marking a concern as seen leaves those of another kind that have the same number", async () => {
  for (const id of ["7001", "7002"]) await addBoth(id);
  const all = await listMoneyConcerns(services);
  expect(all).toHaveLength(4);
  const keysOf = (concerns: { id: string | null; what: string }[]) => concerns.map(({ id, what }) => `${what} ${id}`);
  for (const [count, seen] of all.entries()) {
    await markConcernsSeen(services, [seen]);
    const left = keysOf(await listMoneyConcerns(services));
    expect(left, `${seen.what} ${seen.id}`).toEqual(keysOf(all.slice(count + 1)));
  }
});
