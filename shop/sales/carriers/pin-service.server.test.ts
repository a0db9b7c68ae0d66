import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { openOutsideCarriers } from "#tests/support/shop/outside-carriers.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { askPins, readPinService } from "./pin-service.server.ts";

let hoursLater = 0;
const now = () => new Date(Date.now() + hoursLater * 3_600_000);
const outside = await openOutsideCarriers();
const testServices = await openTestServices({}, { now });
const { db } = testServices;
const services = { ...testServices.services, carriers: outside.carriers };

test("the first request of a PIN code gets no answer and waits for no carrier; the job asks, and the next one does", async () => {
  outside.shiprocket.setFault("lateAnswer", { path: "/", milliseconds: 900 });
  expect(await readPinService(services, "411 038")).toBeNull();
  outside.shiprocket.setFault("lateAnswer", null);
  await askPins(services);
  // Shiprocket's fastest courier takes 2 days, Delhivery 3.
  expect(await readPinService(services, "411038")).toEqual({ isServed: true, collectsCash: true, days: 2 });
  await askPins(services);
  expect((await db.execute(sql`select from carrier_pins where is_wanted`)).rows).toEqual([]);
});

test("an answer is asked again after a day, and holds until then", async () => {
  hoursLater += 25;
  expect((await readPinService(services, "411038"))?.days).toBe(2);
  expect((await db.execute(sql`select from carrier_pins where is_wanted and pin = '411038'`)).rows).toHaveLength(2);
});

test("a place without service, and one without cash", async () => {
  for (const pin of ["799999", "744101"]) await readPinService(services, pin);
  await askPins(services);
  expect(await readPinService(services, "799999")).toEqual({ isServed: false, collectsCash: false, days: null });
  expect(await readPinService(services, "744101")).toMatchObject({ isServed: true, collectsCash: false });
});

test("a carrier that fails is asked again after ten minutes, and the other one answers meanwhile", async () => {
  await readPinService(services, "560002");
  outside.shiprocket.setFault("serverError", { path: "/courier/serviceability/" });
  await expect(askPins(services)).rejects.toThrow("Shiprocket has a fault of its own");
  expect(await readPinService(services, "560002")).toEqual({ isServed: true, collectsCash: true, days: 3 });
  hoursLater += 0.2;
  await askPins(services);
  expect((await readPinService(services, "560002"))?.days).toBe(2);
});

test("an address that does not exist says nothing about a PIN code", async () => {
  outside.shiprocket.setFault("notFound", { path: "/courier/serviceability/" });
  await expect(outside.carriers[0]!.findService("411038")).rejects.toThrow("404 Not Found");
  outside.shiprocket.setFault("strangeAnswer", { path: "/courier/serviceability/" });
  await expect(outside.carriers[0]!.findService("411038")).rejects.toThrow(
    "in a form that the shop does not understand",
  );
});

test("a flood of PIN codes makes a bounded list", async () => {
  for (let pin = 600_000; pin < 600_210; pin += 1) await readPinService(services, String(pin));
  const { rows } = await db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from carrier_pins where is_wanted`);
  expect(rows[0]!.waiting).toBeLessThanOrEqual(202);
});

test("a shop without carriers notes nothing, and neither does a malformed PIN code", async () => {
  expect(await readPinService(testServices.services, "600300")).toBeNull();
  expect(await readPinService(services, "6003001")).toBeNull();
  expect((await db.execute(sql`select from carrier_pins where pin like '60030%'`)).rows).toEqual([]);
});
