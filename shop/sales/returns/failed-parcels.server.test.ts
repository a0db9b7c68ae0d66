/**
 * Tests of parcels that fail: corrected tracking, arrivals taken back, lost and returned parcels, and their refunds.
 */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findOrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { listParcelsOnTheirWay } from "#shop/office/back-office/parcels/parcels.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { listDocuments } from "#shop/sales/documents/find-documents.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { correctTracking } from "#shop/sales/orders/parcels/correct-tracking.server.ts";
import { deliverOrder, takeBackArrival } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { sendDueRefunds } from "#shop/sales/payments/refunds.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { lettersOf, paidOrder, refundsOf } from "#tests/support/sales/paid-order.ts";
import { readStock, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { refundParcel, resendParcel } from "./failed-parcels.server.ts";

const testServices = await openTestServices({ shippingFeePaise: 49_00 }, { connections: 20 });
const { db, services } = testServices;
await setStock(db, "godan", 100);
await setStock(db, "indica", 100);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const post = (trackingNumber: string) => ({ carrier: "India Post", trackingNumber, trackingUrl: "" });
let orders = 0;
/** A paid order of three books, sent in one parcel. */
async function sent() {
  const order = await paidOrder(testServices, `failed-${(orders += 1)}`, { godan: 2, indica: 1 });
  expect(await shipOrder(services, order.number, post("EK1"))).toEqual({ ok: true });
  return order;
}
const recordOf = async (number: string) => (await findOrderRecord(db, number))!;
const later = (minutes: number) => ({ ...services, now: () => new Date(Date.now() + minutes * 60_000) });
const again = { actor: "Ravi", isFit: true, parcel: post("EK2") };

test("a tracking number is corrected while the parcel is on its way, and its reader written to each time", async () => {
  const { number } = await sent();
  const after = post("EK9");
  const wrong = await correctTracking(services, number, { before: post("EK7"), after });
  expect(wrong).toEqual({ ok: false, reason: "changed-meanwhile", now: post("EK1") });
  expect(await correctTracking(services, number, { before: post("EK1"), after })).toMatchObject({
    ok: true,
    part: null,
    was: post("EK1"),
    isChanged: true,
  });
  expect(await correctTracking(services, number, { after })).toMatchObject({ ok: true, isChanged: false });
  expect(await correctTracking(services, number, { after: post("EK1") })).toMatchObject({ ok: true });
  expect((await recordOf(number)).parcels).toMatchObject([post("EK1")]);
  expect(await lettersOf(db, number)).toEqual([
    "order-confirmed",
    "order-shipped",
    "tracking-corrected",
    "tracking-corrected",
  ]);
  await deliverOrder(services, number);
  expect(await correctTracking(services, number, { after })).toEqual({ ok: false, reason: "not-on-its-way" });
});

test("of several parcels on their way the one that is meant is corrected", async () => {
  const { number } = await paidOrder(testServices, "two-parcels", { godan: 1, indica: 1 });
  await shipOrder(services, number, post("A"), undefined, { copies: [{ bookId: "godan", quantity: 1 }] });
  await shipOrder(services, number, post("B"));
  expect(await correctTracking(services, number, { after: post("C") })).toEqual({
    ok: false,
    reason: "which-parcel",
    parcels: [1, 2],
  });
  expect(await correctTracking(services, number, { place: 2, after: post("C") })).toMatchObject({ ok: true, part: 2 });
  expect((await recordOf(number)).parcels).toMatchObject([post("A"), post("C")]);
});

test("an arrival is taken back within an hour, not later, and not once a book was asked back", async () => {
  const { number, id } = await sent();
  expect(await takeBackArrival(services, number, "Ravi")).toEqual({ ok: false, reason: "not-arrived" });
  await deliverOrder(services, number, "Ravi");
  expect(await takeBackArrival(later(61), number)).toEqual({ ok: false, reason: "too-late" });
  expect(await takeBackArrival(later(59), number)).toEqual({ ok: true, parcel: null, isCollection: false });
  expect((await recordOf(number)).state).toBe("shipped");
  // The reader does not see the arrival that was taken back.
  expect((await findOrder(db, number, "link"))!.moves.map(({ state }) => state)).toEqual([
    "pending_payment",
    "paid",
    "shipped",
  ]);
  await deliverOrder(services, number);
  await db.execute(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state, asked_at)
    values (${id}, 0, 1, 'damaged', '', 'asked', now() + interval '1 second')`);
  expect(await takeBackArrival(services, number)).toEqual({ ok: false, reason: "asked-back" });
});

test("of an order in parts the arrival of one part is taken back, and the order with it", async () => {
  const { number } = await paidOrder(testServices, "parts-back", { godan: 1, indica: 1 });
  await shipOrder(services, number, post("A"), undefined, { copies: [{ bookId: "godan", quantity: 1 }] });
  await shipOrder(services, number, post("B"));
  await deliverOrder(services, number, undefined, 1);
  await deliverOrder(services, number, undefined, 2);
  expect((await recordOf(number)).state).toBe("delivered");
  expect(await takeBackArrival(services, number, undefined, 1)).toEqual({ ok: true, parcel: 1, isCollection: false });
  expect((await recordOf(number)).state).toBe("shipped");
  await deliverOrder(services, number);
  expect((await recordOf(number)).state).toBe("delivered");
});

test("what came back goes again without a payment: the same copies, or others from the shelf", async () => {
  for (const isFit of [true, false]) {
    const { number } = await sent();
    const before = [(await readStock(db, "godan")).onHand, (await readStock(db, "indica")).onHand];
    const done = await resendParcel(services, { number, trouble: "came-back", ...again, isFit });
    expect(done).toEqual({ ok: true, place: 2, was: 1 });
    expect([(await readStock(db, "godan")).onHand, (await readStock(db, "indica")).onHand]).toEqual(
      isFit ? before : [before[0]! - 2, before[1]! - 1],
    );
    expect(await recordOf(number)).toMatchObject({
      state: "shipped",
      parcels: [{ failure: "came-back" }, { replaces: 1, failure: null, trackingNumber: "EK2" }],
    });
    const onTheWay = await listParcelsOnTheirWay(db);
    expect(onTheWay.filter((one) => one.number === number)).toMatchObject([{ part: 2, trackingNumber: "EK2" }]);
    expect(await refundsOf(db, number)).toEqual([]);
    expect((await lettersOf(db, number)).filter((kind) => kind === "order-shipped")).toHaveLength(2);
    expect(await deliverOrder(services, number)).toEqual({ ok: true, parcel: 2 });
    expect((await recordOf(number)).state).toBe("delivered");
  }
});

test("a parcel is lost twice, and each time sent again from the shelf; nothing is sent that is not free there", async () => {
  const { number } = await sent();
  const short = (await readStock(db, "indica")).onHand;
  await db.execute(sql`update stock set reserved = on_hand where book_id = 'indica'`);
  expect(await resendParcel(services, { number, trouble: "lost", ...again })).toEqual({
    ok: false,
    reason: "not-enough",
    title: expect.any(String),
    free: 0,
  });
  await db.execute(sql`update stock set reserved = 0 where book_id = 'indica'`);
  expect(await resendParcel(services, { number, trouble: "lost", ...again })).toMatchObject({ place: 2 });
  expect(await resendParcel(services, { number, trouble: "lost", ...again })).toMatchObject({ place: 3, was: 2 });
  expect((await readStock(db, "indica")).onHand).toBe(short - 2);
  expect(await deliverOrder(services, number)).toMatchObject({ ok: true, parcel: 3 });
});

test("damaged copies are sent again while the order stays delivered; no more than were in the parcel", async () => {
  const { number } = await sent();
  const damaged = (quantity: number) => ({
    number,
    trouble: "damaged" as const,
    copies: [{ bookId: "godan", quantity }],
    ...again,
  });
  expect(await resendParcel(services, damaged(3))).toEqual({ ok: false, reason: "not-in-parcel" });
  expect(await resendParcel(services, damaged(1))).toMatchObject({ ok: true, place: 2 });
  // The order was still shipped; damaged copies show that it has arrived.
  expect((await recordOf(number)).state).toBe("delivered");
  expect((await listParcelsOnTheirWay(db)).filter((one) => one.number === number)).toMatchObject([{ part: 2 }]);
  expect(await deliverOrder(services, number)).toEqual({ ok: true, parcel: 2 });
  expect((await recordOf(number)).state).toBe("delivered");
  expect(await takeBackArrival(services, number)).toEqual({ ok: true, parcel: 2, isCollection: false });
  expect((await recordOf(number)).state).toBe("delivered");
});

test("what came back is refunded with or without delivery, on the shelf or not; its credit note is on its books", async () => {
  for (const withDelivery of [false, true]) {
    const { number, totalPaise, providerOrderId, id } = await sent();
    const before = (await readStock(db, "godan")).onHand;
    const failure = withDelivery ? "lost" : "came-back";
    const amount = totalPaise - (withDelivery ? 0 : 49_00);
    const done = await refundParcel(services, { number, failure, isFit: true, withDelivery, actor: "Ravi" });
    expect(done).toMatchObject({ ok: true, refundPaise: amount, copies: 3 });
    expect((await readStock(db, "godan")).onHand).toBe(before + (withDelivery ? 0 : 2));
    expect(await refundsOf(db, number)).toEqual([{ amount, reason: "returned", state: "requested" }]);
    const twice = await refundParcel(services, { number, failure, isFit: true, withDelivery, actor: "Ravi" });
    expect(twice).toEqual({ ok: false, reason: "not-on-its-way" });
    await sendDueRefunds(services);
    await settlePayment(services, providerOrderId, "reconciler");
    await issueDocuments(services);
    expect((await recordOf(number)).state).toBe(withDelivery ? "refunded" : "shipped");
    const note = (await listDocuments(db, id)).find(({ kind }) => kind === "credit-note")!.content;
    expect(
      note.lines.map(({ quantity, totalPaise: paise, discountPaise }) => [quantity, paise > 0, discountPaise]),
    ).toEqual([
      [2, true, 0],
      [1, true, 0],
    ]);
    expect(note.shipping.totalPaise).toBe(withDelivery ? 49_00 : 0);
    expect((await listParcelsOnTheirWay(db)).filter((one) => one.number === number)).toEqual([]);
  }
});

test("a parcel of which all money went back is not sent again, and of two who refund it at once one does", async () => {
  const gone = await sent();
  await refundOrder(services, gone.number, undefined, "lost");
  expect(await resendParcel(services, { number: gone.number, trouble: "lost", ...again })).toMatchObject({
    reason: "refunded",
  });
  const { number, totalPaise } = await sent();
  const both = await Promise.all([
    refundParcel(services, { number, failure: "lost", isFit: false, withDelivery: true, actor: "Ravi" }),
    refundParcel(services, { number, failure: "lost", isFit: false, withDelivery: true, actor: "Asha" }),
    resendParcel(services, { number, trouble: "lost", ...again }),
  ]);
  expect(both.filter(({ ok }) => ok).length).toBeLessThanOrEqual(2);
  const back = (await refundsOf(db, number)).reduce((sum, { amount }) => sum + amount, 0);
  expect(back).toBeLessThanOrEqual(totalPaise);
});

test("of an order in parts one part is lost and refunded, and the order is delivered with the other", async () => {
  const { number } = await paidOrder(testServices, "part-lost", { godan: 1, indica: 1 });
  await shipOrder(services, number, post("A"), undefined, { copies: [{ bookId: "godan", quantity: 1 }] });
  await shipOrder(services, number, post("B"));
  await deliverOrder(services, number, undefined, 1);
  const lost = { number, place: 2, failure: "lost", isFit: false, withDelivery: false, actor: "Ravi" } as const;
  expect(await refundParcel(services, lost)).toMatchObject({ ok: true, copies: 1 });
  expect((await recordOf(number)).state).toBe("delivered");
});
