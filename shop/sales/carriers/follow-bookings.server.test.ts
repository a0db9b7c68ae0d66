/** Scans of carriers: which of them move a parcel, and which are left to the bookseller. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { formatPaise } from "#shop/kernel/money/money.ts";
import { openPaymentBeforeDelivery } from "#shop/sales/orders/placing/open-payment.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { formatCopiesLeft } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { openTerms, orderOnDelivery } from "#tests/support/sales/order-on-delivery.ts";
import { lettersOf, paidOrder, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openOutsideCarriers } from "#tests/support/shop/outside-carriers.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import type { CarrierId } from "./carrier.ts";
import { listBookings } from "./list-bookings.server.ts";
import { followBookings, receiveHint } from "./follow-bookings.server.ts";
import { beginBooking, findBooking } from "./parcel-bookings.server.ts";
import { placeBooking } from "./place-booking.server.ts";

let minutesLater = 0;
const now = () => new Date(Date.now() + minutesLater * 60_000);
const outside = await openOutsideCarriers();
const testServices = await openTestServices({ onDelivery: openTerms }, { now });
const { db } = testServices;
const services = { ...testServices.services, carriers: outside.carriers };
await setStock(db, "godan", 60);
const delhivery = outside.carriers[1]!;

/** The parcels of the tests before have no stand-in any more. */
beforeEach(() => db.execute(sql`update parcel_bookings set check_at = null`));

let sales = 0;
async function booked(carrier: CarrierId = "delhivery", copies = 1) {
  const { number } = await paidOrder(testServices, `followed-${(sales += 1)}`, { godan: copies });
  return { number, ...(await book(number, carrier, copies)) };
}

async function book(number: string, carrier: CarrierId, copies: number) {
  const size = { grams: 400, lengthMm: 240, widthMm: 180, heightMm: 50 };
  const left = formatCopiesLeft([{ bookId: "godan", left: copies }]);
  const choice = { carrier, option: "", chargePaise: null, wantsPickup: false };
  const begun = await beginBooking(services, { number, left, ...choice, ...size });
  if (!begun.ok) throw new Error(begun.reason);
  await placeBooking(services, begun.id);
  return { id: begun.id, awb: (await findBooking(db, begun.id)).trackingNumber };
}

/** Lets the pause of the next question pass, and asks. */
async function followLater(minutes = 24 * 60): Promise<void> {
  minutesLater += minutes;
  await followBookings(services);
}

async function stateOf(number: string): Promise<string> {
  const { rows } = await db.execute<{ state: string }>(sql`select state from orders where number = ${number}`);
  return rows[0]!.state;
}

test("a parcel goes on its way with its first scan, and arrives with the last, each by one letter", async () => {
  const { id, number, awb } = await booked();
  await followLater();
  expect(await stateOf(number)).toBe("paid");
  await outside.delhivery.scan(awb, { type: "UD", status: "In Transit", code: "X-PPOM" });
  await followLater();
  expect(await stateOf(number)).toBe("shipped");
  const { rows } = await db.execute(sql`
    select carrier, tracking_number, tracking_url from shipments where tracking_number = ${awb}`);
  const trackingUrl = `https://www.delhivery.com/track-v2/package/${awb}`;
  expect(rows).toEqual([{ carrier: "Delhivery", trackingNumber: awb, trackingUrl }]);
  await outside.delhivery.scan(awb, { type: "DL", status: "Delivered", code: "EOD-38" });
  await followLater();
  await followLater();
  expect(await stateOf(number)).toBe("delivered");
  expect((await findBooking(db, id)).news).toBe("delivered");
  expect((await lettersOf(db, number)).filter((kind) => kind === "order-shipped")).toHaveLength(1);
});

test("a parcel whose scans in between were lost is sent and arrives at once", async () => {
  const { number, awb } = await booked("shiprocket");
  await outside.shiprocket.scan(awb, 7, "Delivered");
  await followLater();
  expect(await stateOf(number)).toBe("delivered");
});

test("a late scan of an earlier step moves nothing back", async () => {
  const { id, number, awb } = await booked("shiprocket");
  await outside.shiprocket.scan(awb, 17, "Out For Delivery");
  await followLater();
  await outside.shiprocket.scan(awb, 1, "AWB Assigned");
  await followLater();
  expect(await findBooking(db, id)).toMatchObject({ news: "out-for-delivery", newsWords: "Out For Delivery" });
  expect(await stateOf(number)).toBe("shipped");
});

test("a parcel that was marked as sent by hand with the booked number is the same parcel", async () => {
  const { number, awb } = await booked();
  await shipOrder(services, number, { carrier: "Delhivery", trackingNumber: awb, trackingUrl: "" });
  await outside.delhivery.scan(awb, { type: "DL", status: "Delivered" });
  await followLater();
  expect(await stateOf(number)).toBe("delivered");
  const { rows } = await db.execute(sql`select place from shipments where tracking_number = ${awb}`);
  expect(rows).toHaveLength(1);
});

test("a parcel that comes back moves no money and no stock: the bookseller checks it first", async () => {
  const { id, number, awb } = await booked();
  await outside.delhivery.scan(awb, { type: "RT", status: "In Transit", words: "Consignee refused" });
  await followLater();
  await outside.delhivery.scan(awb, { type: "DL", status: "RTO" });
  await followLater();
  expect((await findBooking(db, id)).news).toBe("came-back");
  expect(await stateOf(number)).toBe("shipped");
});

test("a word that the shop does not know is kept as the carrier wrote it", async () => {
  const { id, number, awb } = await booked();
  await outside.delhivery.scan(awb, { type: "XX", status: "Teleported" });
  await followLater();
  expect(await findBooking(db, id)).toMatchObject({ news: "unknown", newsWords: "Teleported" });
  expect(await stateOf(number)).toBe("paid");
});

test("a parcel that left with cancelled copies is named, not sent", async () => {
  const { id, number, awb } = await booked("delhivery", 2);
  await db.execute(sql`
    update order_lines set cancelled_quantity = 1 where order_id = (select id from orders where number = ${number})`);
  await outside.delhivery.scan(awb, { type: "UD", status: "In Transit" });
  await followLater();
  expect((await findBooking(db, id)).trouble).toContain("copies in it were cancelled or sent otherwise");
  expect(await stateOf(number)).toBe("paid");
  await db.execute(sql`
    update order_lines set cancelled_quantity = 0 where order_id = (select id from orders where number = ${number})`);
});

test("a carrier that would collect what was paid online since is named", async () => {
  const number = await orderOnDelivery(services, "paid-since", { godan: 1 });
  const { id, awb } = await book(number, "delhivery", 1);
  const collects = outside.delhivery.book.find((one) => one.awb === awb)!.collects;
  const opened = await openPaymentBeforeDelivery(services, number, "link");
  await payAtRazorpay(testServices, opened!.order.providerOrderId);
  await settlePayment(services, opened!.order.providerOrderId, "browser");
  await outside.delhivery.scan(awb, { type: "UD", status: "In Transit", code: "X-PPOM" });
  await followLater();
  expect(await stateOf(number)).toBe("shipped");
  const { trouble } = await findBooking(db, id);
  expect(trouble).toContain(
    `Delhivery was asked to collect ${formatPaise(collects * 100)}, but nothing is owed by now.`,
  );
  expect((await listBookings(db, now())).find((one) => one.id === id)).toMatchObject({ needsLook: true, trouble });
  await followLater();
  expect((await findBooking(db, id)).trouble).toBe(trouble);
});

test("a webhook is a hint: forged and doubled ones only make the shop ask the carrier, once a minute", async () => {
  const { number, awb } = await booked();
  const asked: string[][] = [];
  const watched = { ...delhivery, track: (numbers: string[]) => (asked.push(numbers), delhivery.track(numbers)) };
  const watching = { ...services, carriers: [watched] };
  const delivered = { Shipment: { AWB: awb, Status: { Status: "Delivered", StatusType: "DL" } } };
  const hint = (body: unknown) => receiveHint(services, delhivery, body);
  await Promise.all([hint(delivered), hint(delivered)]);
  await followBookings(watching);
  // The carrier says otherwise, so nothing moves.
  expect(asked).toEqual([[awb]]);
  expect(await stateOf(number)).toBe("paid");
  await hint(delivered);
  await followBookings(watching);
  expect(asked).toHaveLength(1);
  minutesLater += 2;
  await outside.delhivery.scan(awb, { type: "UD", status: "Dispatched" });
  await followBookings(watching);
  expect(asked).toHaveLength(2);
  expect(await stateOf(number)).toBe("shipped");
});

test("a webhook that cannot be read changes nothing", async () => {
  const { id } = await booked();
  const odd = [
    null,
    undefined,
    "text",
    5,
    [],
    { Shipment: {} },
    { Shipment: { AWB: {} } },
    { Shipment: { AWB: "9".repeat(5000) } },
  ];
  for (const body of odd) await receiveHint(services, delhivery, body);
  const { rows } = await db.execute(sql`
    select from parcel_bookings where id = ${id} and check_at <= ${now().toISOString()}::timestamptz`);
  expect(rows).toEqual([]);
});

test("a carrier that cannot be asked is asked again later, and the job says why", async () => {
  const { number, awb } = await booked();
  await outside.delhivery.scan(awb, { type: "UD", status: "In Transit" });
  outside.delhivery.setFault("busy", { path: "/api/v1/packages/json/" });
  minutesLater += 24 * 60;
  await expect(followBookings(services)).rejects.toThrow("Delhivery asks for a pause");
  await followBookings(services);
  expect(await stateOf(number)).toBe("paid");
  await followLater(11);
  expect(await stateOf(number)).toBe("shipped");
});
