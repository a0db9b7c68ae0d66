/** Tests of the saving for paying online: in the cart's price, taken off an order on delivery, and its bill. */
import { afterEach, beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { openTerms, orderOnDelivery } from "#tests/support/sales/order-on-delivery.ts";
import { refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, deliveryOf, fillCart, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findOrder } from "./find-order.server.ts";
import { packCopy } from "./parcels/pack-order.server.ts";
import { shipOrder } from "./parcels/ship-order.server.ts";
import { openPaymentBeforeDelivery } from "./placing/open-payment.server.ts";
import { placeOrder } from "./placing/place-order.server.ts";

const testServices = await openTestServices({ shippingFeePaise: 4950, freeShippingFromPaise: null });
const { db, services } = testServices;
await setStock(db, "godan", 50);
await setStock(db, "malgudi-days", 50);
beforeEach(() => {
  services.settings.onDelivery = { ...openTerms, onlineSaving: { paise: 20_00 } };
});
afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const find = async (number: string) => (await findOrder(db, number, "link"))!;
const books = { godan: 3, "malgudi-days": 1 };

/** Opens an order on delivery at Razorpay, from its page; returns Razorpay's id of the order, and its sum. */
async function open(number: string) {
  const { order } = (await openPaymentBeforeDelivery(services, number, "link"))!;
  return { attempt: order.providerOrderId, paise: order.totalPaise };
}

/** Pays an order on delivery online. */
async function payOnline(number: string) {
  const { attempt, paise } = await open(number);
  expect((await payByCard(testServices, { orderId: attempt })).status).toBe(200);
  return { paise, ...(await settlePayment(services, attempt, "browser")) };
}

/** The sums of an order's bills and credit notes, in paise. */
async function billed(number: string) {
  await issueDocuments(services);
  const { rows } = await db.execute<{ kind: string; paise: string }>(sql`
    select d.kind, d.content ->> 'totalPaise' as paise from documents d join orders o on o.id = d.order_id
    where o.number = ${number} order by d.id`);
  return rows.map(({ kind, paise }) => [kind, Number(paise)]);
}

test("an order that is paid online from the cart costs less, by a sum or by percent with a most", async () => {
  const total = async (name: string) => {
    await fillCart(db, cartOf(name), books);
    const placed = await placeOrder(services, cartOf(name), deliveryOf(cartOf(name)));
    if (!placed.ok) throw new Error(placed.reason);
    return find(placed.order.number);
  };
  services.settings.onDelivery = openTerms;
  const full = await total("full");
  services.settings.onDelivery = { ...openTerms, onlineSaving: { paise: 20_00 } };
  const less = await total("less");
  expect(less.totalPaise).toBe(full.totalPaise - 20_00);
  expect(less.discounts).toEqual([{ label: "Saving for paying online", amountPaise: 20_00 }]);
  const goods = full.totalPaise - full.shippingPaise;
  services.settings.onDelivery = { ...openTerms, onlineSaving: { percent: 3, mostPaise: null } };
  expect((await total("percent")).totalPaise).toBe(full.totalPaise - Math.floor((goods * 3 + 50) / 100));
  services.settings.onDelivery = { ...openTerms, onlineSaving: { percent: 50, mostPaise: 5_00 } };
  expect((await total("most")).totalPaise).toBe(full.totalPaise - 5_00);
  services.settings.onDelivery = { ...openTerms, onlineSaving: { paise: 50_000_00 } };
  expect((await total("all")).totalPaise).toBe(full.shippingPaise + 1_00);
});

test("an order on delivery that is paid online before packing costs less: its bill, refund and credit note agree", async () => {
  for (const stage of ["placed", "confirmed"] as const) {
    const number = await orderOnDelivery(services, `saves-${stage}`, books, stage);
    const { totalPaise, onlineSavingPaise } = await find(number);
    expect(onlineSavingPaise).toBe(20_00);
    expect(await billed(number)).toEqual([]);
    expect(await payOnline(number)).toMatchObject({ outcome: "paid", paise: totalPaise - 20_00 });
    const paid = await find(number);
    expect(paid).toMatchObject({ totalPaise: totalPaise - 20_00, onlineSavingPaise: 0, duePaise: null });
    expect(paid.discounts).toContainEqual({ label: "Saving for paying online", amountPaise: 20_00 });
    expect(await billed(number)).toEqual([["bill", totalPaise - 20_00]]);
    await cancelOrder(services, { number, by: "link", cause: "reader" });
    await processRefunds(services);
    expect(await refundsOf(db, number)).toMatchObject([{ amount: totalPaise - 20_00, state: "processed" }]);
    expect((await billed(number)).at(-1)).toEqual(["credit-note", totalPaise - 20_00]);
  }
});

test("the saving ends when packing begins, and the bill is for the whole price; money at the old price goes back", async () => {
  const number = await orderOnDelivery(services, "packed", books);
  const { totalPaise } = await find(number);
  const { attempt } = await open(number);
  expect((await open(number)).attempt).toBe(attempt);
  await packCopy(services, number, { position: 0 });
  expect(await billed(number)).toEqual([["bill", totalPaise]]);
  expect((await find(number)).onlineSavingPaise).toBe(0);
  expect((await payByCard(testServices, { orderId: attempt })).status).toBe(200);
  expect(await settlePayment(services, attempt, "browser")).toMatchObject({ outcome: "review" });
  expect(await stateOf(db, number)).toBe("to_pack");
  const later = await payOnline(number);
  expect(later).toMatchObject({ outcome: "paid", paise: totalPaise });
  await processRefunds(services);
  expect(await refundsOf(db, number)).toMatchObject([{ reason: "mismatch", amount: totalPaise - 20_00 }]);
});

test("an order that is sent without scanning has its bill, and one that is cancelled has a bill and its credit note", async () => {
  const sent = await orderOnDelivery(services, "sent", books);
  await shipOrder(services, sent, { carrier: "Delhivery", trackingNumber: "1", trackingUrl: "" });
  expect(await billed(sent)).toEqual([["bill", (await find(sent)).totalPaise]]);
  const cancelled = await orderOnDelivery(services, "cancelled", books);
  const { totalPaise } = await find(cancelled);
  await cancelOrder(services, {
    number: cancelled,
    by: "link",
    copies: [{ bookId: "godan", quantity: 1 }],
    cause: "reader",
  });
  expect(await openPaymentBeforeDelivery(services, cancelled, "link")).toBeNull();
  expect(await billed(cancelled)).toEqual([]);
  await cancelOrder(services, { number: cancelled, by: "link", cause: "reader" });
  await billed(cancelled);
  const documents = await billed(cancelled);
  expect(documents.map(([kind]) => kind)).toEqual(["bill", "credit-note", "credit-note"]);
  expect(documents.slice(1).reduce((sum, [, paise]) => sum + Number(paise), 0)).toBe(totalPaise);
});
