import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { promiseDelivery } from "#shop/kernel/regions/delivery-promise.ts";
import { delivery, setStock } from "#tests/support/sales/sale.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { shipOrder } from "./ship-order.server.ts";

const now = new Date("2026-11-02T06:00:00Z");
const testServices = await openTestServices();
const { db, services } = testServices;
services.now = () => now;
await setStock(db, "godan", 100);
await setStock(db, "indica", 100);

const { delivery: times } = services.settings.policies;
const arrivalOf = async (number: string) => (await findOrder(db, number, "link"))!.arrival;

test("a paid order keeps the promise of its day, whatever the settings say later and wherever its parcel is", async () => {
  const { number } = await paidOrder(testServices, "promised", { godan: 1 });
  const promised = promiseDelivery(times, { pin: delivery.pin, now, publishedOn: null }).arrival;
  expect(promised).toEqual({ from: "2026-11-06", by: "2026-11-10" });
  expect(await arrivalOf(number)).toEqual(promised);
  await shipOrder(services, number, { carrier: "Blue Dart", trackingNumber: "BD1", trackingUrl: "" });
  services.settings.policies.delivery = { ...times, packingDays: 9 };
  expect(await arrivalOf(number)).toEqual(promised);
  services.settings.policies.delivery = times;
});

test("an order waits for the last of its books to come out; of a month the last day counts", async () => {
  await db.execute(sql`
    update books set published_on = '2027-02-01', published_precision = 'month' where id = 'indica'`);
  const { number } = await paidOrder(testServices, "forthcoming", { godan: 1, indica: 1 });
  expect(await arrivalOf(number)).toEqual(
    promiseDelivery(times, { pin: delivery.pin, now, publishedOn: "2027-02-28" }).arrival,
  );
});
