/** Tests of orders that are collected at the shop: placing, paying, handing over, the reminder, and not collecting. */
import { afterEach, beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { listOwnReviews } from "#shop/people/reviews/list-own-reviews.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { findDocumentByNumber } from "#shop/sales/documents/find-documents.server.ts";
import { beginBooking } from "#shop/sales/carriers/parcel-bookings.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { deliverOrder, takeBackArrival } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { refundParcel, resendParcel } from "#shop/sales/returns/failed-parcels.server.ts";
import { listReturnable } from "#shop/sales/returns/return-window.ts";
import { recordRemittance } from "#shop/sales/remittances/record-remittance.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { collectionTerms, noAddress, openTerms, orderToCollect } from "#tests/support/sales/order-on-delivery.ts";
import { lettersOf, payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, deliveryOf, fillCart, readStock, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { handOver } from "./hand-over.server.ts";
import { lastDayKept } from "./last-day-kept.ts";
import { keepLonger, remindToCollect } from "./keep-longer.server.ts";

const testServices = await openTestServices(
  { shippingFeePaise: 4950, freeShippingFromPaise: null, onDelivery: openTerms, collection: collectionTerms },
  { connections: 20 },
);
const { db, services } = testServices;
const { now } = services;
let free = 0;
beforeEach(async () => {
  await setStock(db, "godan", 50);
  ({ onHand: free } = await readStock(db, "godan"));
});
afterEach(async () => {
  services.settings.collection = collectionTerms;
  services.now = now;
  expect(await findBreaches(db)).toEqual([]);
});

const found = async (number: string) => (await findOrder(db, number, "link"))!;
const cash = { by: "cash", reference: "" } as const;
const hand = (number: string, duePaise: number, payment: Parameters<typeof handOver>[2]["payment"] = null) =>
  handOver(services, number, { duePaise, payment, actor: "Desk" });
const notCollected = (number: string) =>
  refundParcel(services, { number, failure: "came-back", isFit: true, withDelivery: false, actor: "Desk" });
const onHand = async () => (await readStock(db, "godan")).onHand - free;
const later = (days: number) => (services.now = () => new Date(now().getTime() + days * 86_400_000));

/** Places an order that is collected, and pays it online. */
async function paidToCollect(reader: string, stage: "paid" | "ready" = "ready"): Promise<string> {
  const cart = cartOf(reader);
  await fillCart(db, cart, { godan: 1 });
  const collector = { ...deliveryOf(cart), ...noAddress, stateCode: "KA", isCollection: true };
  const placed = await placeOrder(services, cart, collector);
  if (!placed.ok) throw new Error(`The order of the test was refused: ${placed.reason}`);
  const { number, providerOrderId } = placed.order;
  await payAtRazorpay(testServices, providerOrderId);
  expect(await settlePayment(services, providerOrderId, "browser")).toMatchObject({ outcome: "paid" });
  if (stage === "ready") await shipOrder(services, number, { keptUntil: "2099-01-01" });
  return number;
}

test("an order that is collected has no delivery fee and no address; its bill names the state of the shop", async () => {
  const number = await paidToCollect("bill", "paid");
  const order = await found(number);
  expect(order).toMatchObject({ shippingPaise: 0, totalPaise: order.subtotalPaise, pin: "", isCollection: true });
  expect(order.arrival?.from).toBe(order.arrival?.by);
  await issueDocuments(services);
  const bill = (await findDocumentByNumber(db, (await found(number)).documents[0]!.number.replace("/", "-")))!.content;
  expect(bill.buyer).toMatchObject({ addressLines: [], stateCode: services.settings.seller.stateCode });
  expect(bill.placeOfSupply).toBe("Karnataka (29)");
});

test("a bill of ₹50,000 or more needs an address; without the offer nothing can be collected", async () => {
  const cart = cartOf("large");
  const collector = { ...deliveryOf(cart), isCollection: true };
  await fillCart(db, cart, { godan: 1 });
  await db.execute(sql`update books set mrp_paise = 6000000, price_paise = 6000000 where id = 'godan'`);
  try {
    expect(await placeOrder(services, cart, { ...collector, ...noAddress })).toEqual({
      ok: false,
      reason: "address-needed",
    });
    expect(await placeOrder(services, cart, collector)).toMatchObject({ ok: true });
  } finally {
    await db.execute(sql`update books set mrp_paise = 39900, price_paise = 39900 where id = 'godan'`);
  }
  services.settings.collection = null;
  await fillCart(db, cartOf("closed"), { godan: 1 });
  expect(await placeOrder(services, cartOf("closed"), { ...collector, ...noAddress })).toEqual({
    ok: false,
    reason: "no-collection",
  });
});

test("paid when it is collected: due until it is handed over, then paid once, whoever presses", async () => {
  const number = await orderToCollect(services, "pays", { godan: 2 }, "ready");
  const { duePaise } = await found(number);
  expect(duePaise).toBe((await found(number)).totalPaise);
  expect(await hand(number, duePaise!)).toEqual({ ok: false, reason: "not-paid", duePaise });
  expect(await hand(number, duePaise! - 100, cash)).toEqual({ ok: false, reason: "changed", duePaise });
  expect(await stateOf(db, number)).toBe("shipped");
  const pressed = await Promise.all([1, 2, 3].map(() => hand(number, duePaise!, { by: "upi", reference: "42" })));
  expect(pressed.filter(({ ok }) => ok)).toEqual([{ ok: true, paidPaise: duePaise }]);
  const order = await found(number);
  expect(order).toMatchObject({ state: "delivered", duePaise: null, paidPaise: duePaise });
  expect(order.payment).toMatchObject({ provider: "on-delivery", method: "upi" });
  expect(order.moves.map(({ state }) => state)).toEqual(["to_confirm", "to_pack", "shipped", "delivered"]);
  expect(await onHand()).toBe(-2);
  expect(await lettersOf(db, number)).toEqual(["order-to-confirm", "order-confirmed", "order-ready"]);
});

test("a price lowered while the order waits lowers what is due; the shop repays by hand afterwards", async () => {
  const number = await orderToCollect(services, "lowered", { godan: 2 }, "ready");
  const before = (await found(number)).duePaise!;
  await refundOrder(services, number, 50_00, "A worn cover");
  expect((await found(number)).duePaise).toBe(before - 50_00);
  expect(await hand(number, before - 50_00, cash)).toMatchObject({ ok: true });
  await refundOrder(services, number, 10_00, "A torn page");
  expect(await refundsOf(db, number)).toMatchObject([{ state: "processed" }, { state: "requested" }]);
});

test("no carrier gets it: it is not sent, booked, delivered by a scan, sent again, or paid by a remittance", async () => {
  const packed = await orderToCollect(services, "carrier", { godan: 1 });
  const parcel = { carrier: "Delhivery", trackingNumber: "1", trackingUrl: "" };
  expect(await shipOrder(services, packed, parcel)).toEqual({ ok: false, reason: "other-method" });
  const size = { grams: 400, lengthMm: 1, widthMm: 1, heightMm: 1 };
  const booking = { number: packed, carrier: "delhivery", option: "", chargePaise: null, wantsPickup: false } as const;
  expect(await beginBooking(services, { ...booking, ...size, left: "godan:1" })).toEqual({
    ok: false,
    reason: "not-to-pack",
  });
  await shipOrder(services, packed, { keptUntil: "2099-01-01" });
  expect(await deliverOrder(services, packed)).toEqual({ ok: false, reason: "is-collection" });
  expect(
    await resendParcel(services, { number: packed, trouble: "came-back", isFit: true, parcel, actor: "Desk" }),
  ).toEqual({ ok: false, reason: "is-collection" });
  const { totalPaise } = await found(packed);
  const remitted = await recordRemittance(
    services,
    {
      carrier: "Delhivery",
      utr: "UTRCOLLECT1",
      paidOn: "2026-11-01",
      amountPaise: totalPaise,
      deductedPaise: 0,
      lines: [{ trackingNumber: "", orderNumber: packed, amountPaise: totalPaise }],
    },
    { staffId: await addStaff(testServices, "owner"), actor: "Desk" },
  );
  expect(remitted).toMatchObject({ ok: true, lines: [{ outcome: "unknown" }] });
  expect((await found(packed)).duePaise).toBe(totalPaise);
});

test("paid before, it is handed over without a payment, which can be undone for an hour", async () => {
  const number = await paidToCollect("undone");
  expect(await hand(number, 0)).toEqual({ ok: true, paidPaise: 0 });
  expect(await stateOf(db, number)).toBe("delivered");
  expect(await takeBackArrival(services, number)).toMatchObject({ ok: true });
  expect(await stateOf(db, number)).toBe("shipped");
  expect(await hand(number, 0)).toMatchObject({ ok: true });
});

test("while it waits at the shop, nothing of it counts as arrived", async () => {
  const number = await paidToCollect("waits");
  later(60);
  const order = await found(number);
  expect(listReturnable(order, services.settings.policies, services.now())).toEqual([]);
  const readerId = await addReader(db, "waits");
  await db.execute(sql`update orders set reader_id = ${readerId} where number = ${number}`);
  expect(await listOwnReviews(services, readerId)).toEqual([]);
  services.now = now;
  await hand(number, 0);
  expect(await listOwnReviews(services, readerId)).toHaveLength(1);
  expect(listReturnable(await found(number), services.settings.policies, services.now())).toHaveLength(1);
});

test("not collected: copies go back, a paid order is refunded, and of an unpaid one nothing is owed", async () => {
  const unpaid = await orderToCollect(services, "never", { godan: 2 }, "ready");
  const paid = await paidToCollect("never-paid");
  expect(await onHand()).toBe(-3);
  expect(await notCollected(unpaid)).toMatchObject({ ok: true, isDue: true, isCollection: true, copies: 2 });
  expect(await notCollected(paid)).toMatchObject({ ok: true, isDue: false });
  expect(await notCollected(paid)).toMatchObject({ ok: false });
  await processRefunds(services);
  expect(await onHand()).toBe(0);
  expect(await found(unpaid)).toMatchObject({ state: "returned", duePaise: null, paidPaise: 0 });
  expect(await refundsOf(db, paid)).toMatchObject([{ reason: "returned", state: "processed" }]);
  expect((await found(paid)).refunds[0]?.note).toBe("You did not collect the order");
  expect(await hand(unpaid, 0)).toEqual({ ok: false, reason: "not-ready" });
});

test("the reader is reminded on the day before the last one, once; a later day is told, and reminded of again", async () => {
  const number = await orderToCollect(services, "reminded", { godan: 1 }, "ready");
  const reminders = async () => (await lettersOf(db, number)).filter((kind) => kind === "order-ready").length;
  await remindToCollect(services);
  expect(await reminders()).toBe(1);
  later(6);
  await Promise.all([remindToCollect(services), remindToCollect(services)]);
  expect(await reminders()).toBe(2);
  const keptUntil = (await found(number)).parcels[0]!.keptUntil!;
  expect(await keepLonger(services, number, keptUntil)).toEqual({ ok: false, reason: "not-later", was: keptUntil });
  const until = new Date(Date.parse(keptUntil) + 10 * 86_400_000).toISOString().slice(0, 10);
  expect(await keepLonger(services, number, until)).toEqual({ ok: true, was: keptUntil });
  await remindToCollect(services);
  expect(await reminders()).toBe(3);
  later(16);
  await remindToCollect(services);
  expect(await reminders()).toBe(4);
  const short = await orderToCollect(services, "short", { godan: 1 });
  services.now = now;
  await shipOrder(services, short, {
    keptUntil: lastDayKept({ collection: { ...collectionTerms, keptDays: 1 } }, now()),
  });
  await remindToCollect(services);
  expect((await lettersOf(db, short)).filter((kind) => kind === "order-ready")).toHaveLength(1);
  const { duePaise } = await found(number);
  await hand(number, duePaise!, cash);
  later(30);
  await remindToCollect(services);
  expect(await reminders()).toBe(4);
});
