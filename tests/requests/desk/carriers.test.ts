/** Parcels booked with a carrier at the desk, and the scans that the carrier reports. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { askPins } from "#shop/sales/carriers/pin-service.server.ts";
import { followBookings } from "#shop/sales/carriers/follow-bookings.server.ts";
import { webhookAddress } from "#shop/sales/carriers/webhook-address.server.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  auditLogTexts,
  openDeskBrowser,
  openTestDesk,
} from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openOutsideCarriers } from "#tests/support/shop/outside-carriers.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";

const outside = await openOutsideCarriers();
const desk = await openTestDesk();
const { db, services } = desk;
services.carriers.push(...outside.carriers);
await setStock(db, "godan", 60);
const staffId = await addStaff(desk, "packer");
await addPasskeyRow(desk, staffId);
const packer = openDeskBrowser(desk, await addStaffSession(desk, staffId));

async function textOf(path: string): Promise<string> {
  const answer = await packer.get(path);
  expect(answer.status, path).toBe(200);
  return (await answer.text()).replaceAll("<!-- -->", "");
}

/** The fields of the form that books a parcel, as the page has them. */
async function bookingForm(number: string, changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const page = await textOf(`/parcels/${number}/book`);
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const [, quote = ""] = /value="((?:shiprocket|delhivery) [^"]*)"/.exec(page) ?? [];
  return { ...Object.fromEntries(hidden), quote, pickup: "yes", intent: "parcels.book", ...changes } as Record<
    string,
    string
  >;
}

const sold = (reader: string, copies = 2) => paidOrder(desk, reader, { godan: copies });

test("a parcel is booked by one press: days and prices, label, number filled in, sent by the first scan", async () => {
  const { number } = await sold("booked-at-desk");
  expect(await textOf(`/parcels/${number}`)).toContain("Book with a carrier");
  const page = await textOf(`/parcels/${number}/book`);
  for (const words of ["Xpressbees Surface", "₹46.50", "4 days", "Delhivery Surface"]) expect(page).toContain(words);
  const form = await bookingForm(number, { quote: "delhivery  6200" });
  const answer = await packer.post(`/parcels/${number}/book`, form);
  expect(answer.headers.get("location")).toBe(`/parcels/${number}`);
  const [parcel] = outside.delhivery.book.parcels;
  expect(parcel).toMatchObject({ reference: `${number}-P1`, grams: Number(form.grams), collects: 0 });
  const packed = await textOf(`/parcels/${number}`);
  expect(packed).toContain(`Booked with Delhivery: ${parcel!.awb}, about ₹62.`);
  const label = await packer.get(`/parcels/print/carrier-label?order=${number}`);
  expect(label.headers.get("location")).toBe(`https://labels.example/${parcel!.awb}.pdf`);
  await packer.post(`/parcels/${number}`, { intent: "parcels.scan", order: number, position: "0" });
  await packer.post(`/parcels/${number}`, { intent: "parcels.scan", order: number, position: "0" });
  const ready = await textOf(`/parcels/${number}`);
  expect(ready).toContain(`value="${parcel!.awb}"`);
  expect(ready).toContain('name="carrier" value="Delhivery"');
  await outside.delhivery.scan(parcel!.awb, { type: "UD", status: "In Transit", code: "X-PPOM" });
  const url = webhookAddress(publicUrl, services.linkKey, "delhivery");
  const hint = await desk.pages.fetch(
    new Request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ Shipment: { AWB: parcel!.awb } }),
    }),
  );
  expect(hint.status).toBe(200);
  await followBookings(services);
  expect(await stateOf(db, number)).toBe("shipped");
  const log = (await auditLogTexts(desk)).join("\n");
  expect(log).toContain(`Booked a parcel of order ${number} with Delhivery.`);
  expect(log).toContain(`Printed the carrier’s label of order ${number}.`);
});

test("a webhook at an address with another secret finds nothing", async () => {
  const url = webhookAddress(publicUrl, "another key", "delhivery");
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  expect((await desk.pages.fetch(new Request(url, init))).status).toBe(404);
});

test("the same form sent twice books one parcel, and so do two forms", async () => {
  const { number } = await sold("booked-twice");
  const form = await bookingForm(number, { quote: "delhivery  " });
  const answers = await Promise.all([1, 2].map(() => packer.post(`/parcels/${number}/book`, form)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  const other = await packer.post(`/parcels/${number}/book`, { ...form, once: "" });
  expect(other.status).toBe(409);
  expect(await other.text()).toContain("is booked already");
  expect(outside.delhivery.book.parcels).toHaveLength(1);
});

test("wrong measures are named at their fields, and a refusal is shown with everything that was typed", async () => {
  const { number } = await sold("refused-at-desk");
  const wrong = await textOf(`/parcels/${number}/book?grams=heavy&length=24&width=18&height=5`);
  expect(wrong).toContain("Write a whole number from 1 to 50,000.");
  expect(wrong).toContain('value="heavy"');
  expect(wrong).not.toContain("parcels.book");
  outside.delhivery.setFault("errorUnder200", { path: "/api/cmu/create.json" });
  const form = await bookingForm(number, { quote: "delhivery  ", grams: "777" });
  const answer = await packer.post(`/parcels/${number}/book`, form);
  const next = answer.headers.get("location")!;
  expect(next).toContain("grams=777");
  const page = await textOf(next);
  expect(page).toContain("Not booked. Delhivery: Insufficient balance in wallet");
  expect(page).toContain('value="777"');
});

test("a carrier that does not answer is named, and the other one's quotes are shown", async () => {
  const { number } = await sold("one-silent");
  outside.shiprocket.setFault("serverError", { path: "/courier/serviceability/" });
  const page = await textOf(`/parcels/${number}/book`);
  expect(page).toContain("Shiprocket has a fault of its own");
  expect(page).toContain("Delhivery Surface");
});

test("what a carrier reports is listed until a person has dealt with it, and counted on Today", async () => {
  const { number } = await sold("came-back");
  await packer.post(`/parcels/${number}/book`, await bookingForm(number, { quote: "delhivery  " }));
  const { awb } = outside.delhivery.book.parcels[0]!;
  expect(await textOf("/parcels/booked")).toContain(awb);
  await outside.delhivery.scan(awb, { type: "DL", status: "RTO", words: "Consignee refused" });
  await db.execute(sql`update parcel_bookings set check_at = now() where tracking_number = ${awb}`);
  await followBookings(services);
  expect(await textOf("/parcels/booked")).toContain("Came back to you (“RTO: Consignee refused”).");
  expect(await textOf("/")).toContain("1 booked parcel to look at");
  const { rows } = await db.execute<{ id: string }>(sql`select id from parcel_bookings where tracking_number = ${awb}`);
  const dismissed = { intent: "parcels.dismiss-news", order: number, booking: rows[0]!.id };
  expect((await packer.post("/parcels/booked", dismissed)).status).toBe(303);
  expect(await textOf("/parcels/booked")).not.toContain(awb);
});

test("a booking is cancelled before the carrier has the parcel, and the order can be booked again", async () => {
  const { number } = await sold("cancelled-at-desk");
  await packer.post(`/parcels/${number}/book`, await bookingForm(number, { quote: "shiprocket 51 4650" }));
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from parcel_bookings where reference = ${`${number}-P1`}`,
  );
  await packer.post(`/parcels/${number}`, { intent: "parcels.cancel-booking", order: number, booking: rows[0]!.id });
  expect(outside.shiprocket.book.parcels[0]).toMatchObject({ isCancelled: true });
  expect(await textOf(`/parcels/${number}`)).toContain("The booking with Shiprocket is cancelled.");
  expect(await textOf(`/parcels/${number}`)).toContain("Book with a carrier");
});

test("readers are promised the carrier's days once it has answered", async () => {
  const ask = async () =>
    (await (await desk.pages.fetch(new Request(`${publicUrl}/delivery?pin=302001`))).json()) as { words: string };
  const before = (await ask()).words;
  await askPins(services);
  expect((await ask()).words).not.toBe(before);
});
