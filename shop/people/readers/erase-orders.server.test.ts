/** Tests of erasing personal data from orders that were never paid. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { expireOrder, settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { orderIdOf, payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { cartOf, fillCart, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { eraseUnpaidOrders } from "./erase-orders.server.ts";
import { readMyData } from "./my-data.server.ts";

const testServices = await openTestServices();
const { services, db } = testServices;
await setStock(db, "godan", 50);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const canary = {
  email: "canary@example.com",
  name: "canary-name",
  phone: "+919812345678",
  addressLine1: "canary-street",
  addressLine2: "canary-desk",
  city: "canary-town",
  stateCode: "KA",
  pin: "560025",
};

async function place(owner: string | { readerId: number }) {
  await fillCart(db, owner, { godan: 1 });
  const placed = await placeOrder(services, owner, canary);
  if (!placed.ok) throw new Error(placed.reason);
  return placed.order;
}

const forgetAfter = (days: number) => eraseUnpaidOrders({ db, now: () => new Date(Date.now() + days * 24 * 3600_000) });
const known = async (number: string) =>
  (await db.execute(sql`select from orders o where number = ${number} and position('canary' in o::text) > 0`)).rows
    .length;

test("an order that was never paid loses its reader after thirty days, and not before", async () => {
  const { number } = await place(cartOf("unpaid"));
  await expireOrder(services, await orderIdOf(db, number));
  expect(await forgetAfter(29)).toBe(0);
  expect(await known(number)).toBe(1);
  expect(await forgetAfter(31)).toBe(1);
  expect(await known(number)).toBe(0);
  expect(await forgetAfter(31)).toBe(0);
});

test("orders that are paid, still wait, or have a payment on its way back keep theirs", async () => {
  const paid = await place(cartOf("paid"));
  await payAtRazorpay(testServices, paid.providerOrderId);
  await settlePayment(services, paid.providerOrderId, "browser");
  const waiting = await place(cartOf("waiting"));
  const late = await place(cartOf("late"));
  await expireOrder(services, await orderIdOf(db, late.number));
  await setStock(db, "godan", 0);
  await payAtRazorpay(testServices, late.providerOrderId);
  await settlePayment(services, late.providerOrderId, "webhook");
  await setStock(db, "godan", 50);
  expect(await forgetAfter(60)).toBe(0);
  for (const { number } of [paid, waiting, late]) expect(await known(number)).toBe(1);
});

test("an order whose money went back without its ever being paid loses its reader thirty days later", async () => {
  const soldOut = await place(cartOf("soldout"));
  await expireOrder(services, await orderIdOf(db, soldOut.number));
  await setStock(db, "godan", 0);
  await payAtRazorpay(testServices, soldOut.providerOrderId);
  await settlePayment(services, soldOut.providerOrderId, "webhook");
  await setStock(db, "godan", 50);
  const unfit = await place(cartOf("unfit"));
  testServices.standIn.setFault("offer", true);
  await payAtRazorpay(testServices, unfit.providerOrderId);
  testServices.standIn.setFault("offer", null);
  await expireOrder(services, await orderIdOf(db, unfit.number));
  await db.execute(sql`update orders set updated_at = now() - interval '20 days' where number = ${unfit.number}`);
  await processRefunds(services);
  expect(await forgetAfter(29)).toBe(0);
  expect(await forgetAfter(31)).toBeGreaterThanOrEqual(2);
  for (const { number } of [soldOut, unfit]) expect(await known(number)).toBe(0);
});

test("a payment for an order that is forgotten by then goes back, one for another late order does not", async () => {
  const order = await place(cartOf("verylate"));
  await expireOrder(services, await orderIdOf(db, order.number));
  expect(await forgetAfter(31)).toBe(1);
  await payAtRazorpay(testServices, order.providerOrderId);
  await settlePayment(services, order.providerOrderId, "webhook");
  expect(await refundsOf(db, order.number)).toHaveLength(1);
  const late = await place(cartOf("lateandknown"));
  await expireOrder(services, await orderIdOf(db, late.number));
  await payAtRazorpay(testServices, late.providerOrderId);
  expect(await settlePayment(services, late.providerOrderId, "webhook")).toMatchObject({ outcome: "paid" });
});

test("what a reader downloads holds an unpaid order as long as it is the reader's", async () => {
  const readerId = await addReader(db, "downloads");
  const { number } = await place({ readerId });
  await expireOrder(services, await orderIdOf(db, number));
  expect(JSON.stringify(await readMyData(db, readerId, new Date()))).toContain(number);
  expect(await forgetAfter(31)).toBe(1);
  expect(JSON.stringify(await readMyData(db, readerId, new Date()))).not.toMatch(/canary|EP-/);
});
