/** Bookings at the stand-ins of carriers, with their oddities: there is one parcel, whatever is answered. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { packCopy } from "#shop/sales/orders/parcels/pack-order.server.ts";
import { formatCopiesLeft } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { openTerms, orderOnDelivery } from "#tests/support/sales/order-on-delivery.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openOutsideCarriers } from "#tests/support/shop/outside-carriers.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import type { CarrierId } from "./carrier.ts";
import { listBookings } from "./list-bookings.server.ts";
import { followBookings } from "./follow-bookings.server.ts";
import { askAgain, askCancellation, beginBooking, findBooking } from "./parcel-bookings.server.ts";
import { cancelBooking, placeBooking } from "./place-booking.server.ts";
import { readParcelToBook } from "./read-parcel-to-book.server.ts";

let minutesLater = 0;
const now = () => new Date(Date.now() + minutesLater * 60_000);
const outside = await openOutsideCarriers();
const testServices = await openTestServices({ onDelivery: openTerms }, { now });
const { db } = testServices;
const services = { ...testServices.services, carriers: outside.carriers };
await setStock(db, "godan", 60);
const both: CarrierId[] = ["shiprocket", "delhivery"];

/** A parcel with both copies of an order. */
const parcelOf = (number: string, carrier: CarrierId) => ({
  number,
  carrier,
  option: "",
  chargePaise: null,
  left: formatCopiesLeft([{ bookId: "godan", left: 2 }]),
  grams: 620,
  lengthMm: 240,
  widthMm: 180,
  heightMm: 50,
});

let sales = 0;
/** A paid order of two copies, and the row of a booking that is about to be asked for. */
async function begin(carrier: CarrierId, { pin = "411038", wantsPickup = false } = {}) {
  const { number } = await paidOrder(testServices, `carriers-${(sales += 1)}`, { godan: 2 });
  await db.execute(sql`update orders set pin = ${pin} where number = ${number}`);
  const input = { ...parcelOf(number, carrier), wantsPickup };
  const begun = await beginBooking(services, input);
  if (!begun.ok) throw new Error(begun.reason);
  return { id: begun.id, number, input };
}

const bookOf = (carrier: CarrierId) => outside[carrier].book.parcels;
const createPath = { shiprocket: "/orders/create/adhoc", delhivery: "/api/cmu/create.json" };

test.each(both)("a parcel is booked with %s: weight, number, pickup and courier", async (carrier) => {
  const { id, number } = await begin(carrier, { wantsPickup: true });
  await placeBooking(services, id);
  const [parcel, ...others] = bookOf(carrier);
  expect(others).toEqual([]);
  expect(parcel).toMatchObject({ reference: `${number}-P1`, grams: 620, collects: 0, pin: "411038" });
  const booking = await findBooking(db, id);
  expect(booking).toMatchObject({ state: "booked", trackingNumber: parcel!.awb, trouble: "" });
  expect(booking.pickup).toMatch(/^Pickup planned for /);
});

test.each(both)("a booking whose answer %s lost is found, not repeated", async (carrier) => {
  for (const fault of ["lostAnswer", "cutJson"]) {
    const { id } = await begin(carrier);
    outside[carrier].setFault(fault, { path: createPath[carrier] });
    await placeBooking(services, id);
    expect((await findBooking(db, id)).state).toBe("unknown");
    minutesLater += 6;
    // Shiprocket has the order, but no number for it yet, which a person asks for again.
    await followBookings(services);
    if (carrier === "shiprocket") {
      expect(await askAgain(db, id, now())).toBe(true);
      await placeBooking(services, id);
    }
    const found = await findBooking(db, id);
    expect(found.state).toBe("booked");
    expect(bookOf(carrier).filter(({ reference }) => reference === found.reference)).toHaveLength(1);
  }
});

test.each(both)("a booking that %s never made is tried again only by a person, and made once", async (carrier) => {
  const { id } = await begin(carrier);
  outside[carrier].setFault("neverBooked", { path: createPath[carrier] });
  await placeBooking(services, id);
  expect(await askAgain(db, id, now())).toBe(false);
  minutesLater += 6;
  await followBookings(services);
  expect(await findBooking(db, id)).toMatchObject({
    state: "unknown",
    trouble: expect.stringContaining("does not know"),
  });
  expect(bookOf(carrier)).toEqual([]);
  expect(await askAgain(db, id, now())).toBe(true);
  await placeBooking(services, id);
  expect((await findBooking(db, id)).state).toBe("booked");
  expect(bookOf(carrier)).toHaveLength(1);
});

test.each(both)("a booking that %s makes late, after an error, is found", async (carrier) => {
  const { id } = await begin(carrier);
  outside[carrier].setFault("lateBooking", { path: createPath[carrier], milliseconds: 50 });
  await placeBooking(services, id);
  expect((await findBooking(db, id)).state).toBe("unknown");
  await expect.poll(() => bookOf(carrier).length).toBe(1);
  minutesLater += 6;
  expect(await askAgain(db, id, now())).toBe(true);
  // The carrier would make a second one of a repeated reference.
  outside[carrier].setFault("repeatMakesSecond", true);
  await placeBooking(services, id);
  expect((await findBooking(db, id)).state).toBe("booked");
  expect(bookOf(carrier)).toHaveLength(1);
});

test.each(both)("two processes that book the same parcel with %s make one", async (carrier) => {
  const { id, input } = await begin(carrier);
  expect(await beginBooking(services, input)).toEqual({ ok: false, reason: "booked-already" });
  await Promise.all([placeBooking(services, id), placeBooking(services, id)]);
  expect((await findBooking(db, id)).state).toBe("booked");
  expect(bookOf(carrier)).toHaveLength(1);
});

test("a process that dies between question and answer leaves a booking that the job finds", async () => {
  const { id } = await begin("delhivery");
  await db.execute(sql`
    update parcel_bookings set tries = 1, claimed_until = ${now().toISOString()}::timestamptz + interval '90 seconds'
    where id = ${id}`);
  await outside.carriers[1]!.book(await readParcelToBook(services, id), null);
  await placeBooking(services, id);
  await followBookings(services);
  expect((await findBooking(db, id)).state).toBe("asked");
  minutesLater += 3;
  await followBookings(services);
  expect((await findBooking(db, id)).state).toBe("booked");
  expect(bookOf("delhivery")).toHaveLength(1);
});

test("Delhivery's “partially saved” that was saved is a booking", async () => {
  const { id } = await begin("delhivery");
  outside.delhivery.setFault("partiallySaved", true);
  await placeBooking(services, id);
  expect((await findBooking(db, id)).state).toBe("booked");
});

test.each([
  ["shiprocket", "/courier/assign/awb", "Shiprocket: Recharge your wallet"],
  ["delhivery", "/api/cmu/create.json", "Delhivery: Insufficient balance in wallet"],
] as const)(
  "a refusal of %s under status 200 is a refusal, and the next try has a new number",
  async (carrier, path, why) => {
    const { id, number, input } = await begin(carrier);
    outside[carrier].setFault("errorUnder200", { path });
    await placeBooking(services, id);
    expect(await findBooking(db, id)).toMatchObject({ state: "refused", trouble: why, trackingNumber: "" });
    expect(bookOf(carrier).every(({ isCancelled }) => isCancelled)).toBe(true);
    const next = await beginBooking(services, input);
    if (!next.ok) throw new Error(next.reason);
    await placeBooking(services, next.id);
    expect(await findBooking(db, next.id)).toMatchObject({ state: "booked", reference: `${number}-P2` });
  },
);

test.each([
  ["shiprocket", "Shiprocket asks for a pause"],
  ["delhivery", "Delhivery asks for a pause"],
] as const)("%s asks for a pause: nothing is made, and a person tries again later", async (carrier, why) => {
  const { id } = await begin(carrier);
  outside[carrier].setFault("busy", { path: createPath[carrier] });
  await placeBooking(services, id);
  expect(await findBooking(db, id)).toMatchObject({ state: "unknown", trouble: expect.stringContaining(why) });
  minutesLater += 6;
  await askAgain(db, id, now());
  await placeBooking(services, id);
  expect((await findBooking(db, id)).state).toBe("booked");
});

test("an expired token of Shiprocket is renewed once, by one login", async () => {
  const first = await begin("shiprocket");
  await placeBooking(services, first.id);
  const before = outside.shiprocket.logins();
  outside.shiprocket.setFault("expiredToken", true);
  const second = await begin("shiprocket");
  await placeBooking(services, second.id);
  expect((await findBooking(db, second.id)).state).toBe("booked");
  expect(outside.shiprocket.logins()).toBe(before + 1);
});

test.each(both)("a place that %s does not serve is refused in its words", async (carrier) => {
  const question = {
    pin: "799999",
    grams: 500,
    lengthMm: 240,
    widthMm: 180,
    heightMm: 50,
    collectPaise: 0,
    valuePaise: 1,
  };
  const one = outside.carriers.find(({ id }) => id === carrier)!;
  expect(await one.findQuotes(question)).toEqual([]);
  expect(await one.findService("799999")).toEqual({ isServed: false, collectsCash: false, days: null });
  expect(await one.findService("744101")).toMatchObject({ isServed: true, collectsCash: false });
  const [cheapest] = await one.findQuotes({ ...question, pin: "411038" });
  expect(cheapest).toMatchObject({ chargePaise: expect.any(Number), days: expect.any(Number) });
});

test.each(both)("a booked parcel is cancelled at %s, and can be booked again", async (carrier) => {
  const { id, input } = await begin(carrier);
  await placeBooking(services, id);
  outside[carrier].setFault("lostAnswer", { path: carrier === "shiprocket" ? "/orders/cancel" : "/api/p/edit" });
  expect(await askCancellation(db, id, now())).toBe(true);
  await cancelBooking(services, id);
  expect((await findBooking(db, id)).state).toBe("booked");
  minutesLater += 3;
  await followBookings(services);
  expect((await findBooking(db, id)).state).toBe("cancelled");
  expect(bookOf(carrier)[0]).toMatchObject({ isCancelled: true });
  expect((await beginBooking(services, input)).ok).toBe(true);
});

test.each(both)("%s collects what is paid on delivery, and a sum that has changed since is listed", async (carrier) => {
  const number = await orderOnDelivery(services, `collected-${carrier}`, { godan: 2 });
  const { rows } = await db.execute<{ total: number }>(sql`
    select (total_paise / 100)::int as total from orders where number = ${number}`);
  // Only one copy is packed, but the carrier collects the whole sum for one parcel.
  await packCopy(services, number, { position: 0 });
  const begun = await beginBooking(services, { ...parcelOf(number, carrier), wantsPickup: false });
  if (!begun.ok) throw new Error(begun.reason);
  await placeBooking(services, begun.id);
  expect(bookOf(carrier)[0]).toMatchObject({ collects: rows[0]!.total });
  const listed = async () => (await listBookings(db, now())).find((one) => one.id === begun.id)!;
  expect(await listed()).toMatchObject({ needsLook: false, collectPaise: rows[0]!.total * 100 });
  await cancelOrder(services, { number, by: "link", copies: [{ bookId: "godan", quantity: 1 }], cause: "reader" });
  expect(await listed()).toMatchObject({ needsLook: true });
});
