/** Delivery by weight and zone at the desk: the table, its suggestions and errors, and the test of a cart. */
import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { rereadSettings } from "#server/services.ts";
import { faultsIn, readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const { settings } = services;
const changes = await subscribeToCatalogueChanges(
  desk.url,
  () => {},
  () => void rereadSettings(db, settings),
);
afterAll(() => changes.close());

const id = await addStaff(desk, "owner");
await addPasskeyRow(desk, id);
const owner = openDeskBrowser(desk, await addStaffSession(desk, id));

async function wasOf(): Promise<string> {
  const page = await (await owner.get("/settings")).text();
  return readFilledFrom(new Response(page.slice(page.indexOf('name="group" value="rates"'))));
}

/** Sends the form with a table of two zones and these changes. */
async function save(changed: Record<string, string> = {}, was?: string): Promise<Response> {
  const fields = {
    "weight.0": "500",
    "weight.1": "1000",
    step: "500",
    "zone.0.name": "Bengaluru",
    "zone.0.pins": "560",
    "zone.0.price.0": "30",
    "zone.0.price.1": "45.50",
    "zone.0.stepPrice": "10",
    "zone.0.freeFrom": "999",
    "zone.1.name": "Rest of India",
    "zone.1.pins": "",
    "zone.1.price.0": "60",
    "zone.1.price.1": "80",
    "zone.1.stepPrice": "30",
    "zone.1.freeFrom": "",
    ...changed,
  };
  return owner.post("/settings", {
    intent: "settings.save",
    group: "rates",
    was: was ?? (await wasOf()),
    DELIVERY_BY_WEIGHT: "yes",
    BOOK_GRAMS: "400",
    PACKING_GRAMS: "80",
    ...Object.fromEntries(Object.entries(fields).map(([field, value]) => [`DELIVERY_RATES.${field}`, value])),
  });
}

test("a new shop is offered zones from its own address, without prices", async () => {
  const page = await (await owner.get("/settings")).text();
  for (const zone of ["Bengaluru", "Karnataka", "North-East, far north and islands", "Rest of India"])
    expect(page).toContain(`value="${zone}"`);
  expect(page).toMatch(/name="DELIVERY_RATES\.zone\.0\.price\.0"[^>]*value=""/);
});

test("a wrong price is said at its field, and everything typed is still there", async () => {
  const refused = await save({ "zone.1.price.1": "59", "zone.2.name": "Far", "zone.2.pins": "79" });
  const page = await refused.text();
  expect(faultsIn(page)).toMatchObject({
    "DELIVERY_RATES.zone.1.price.1": "Write at least ₹60.00, the price of a lighter parcel.",
    "DELIVERY_RATES.zone.2.price.0": "Write the price, or 0.",
  });
  expect(page).toMatch(/name="DELIVERY_RATES\.zone\.1\.price\.1"[^>]*value="59"/);
  expect(page).toMatch(/name="DELIVERY_RATES\.zone\.2\.name"[^>]*value="Far"/);
  expect(settings.deliveryRates).toBeNull();
});

test("the table is used within a second, is in the history, conflicts with a later one, and is undone", async () => {
  const was = await wasOf();
  expect((await save({}, was)).status).toBe(303);
  await expect
    .poll(() => settings.deliveryRates?.zones.map(({ name }) => name))
    .toEqual(["Bengaluru", "Rest of India"]);
  expect(settings.usualGrams).toEqual({ book: 400, packing: 80 });
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  const entry = rows[0]!.number;
  const page = await (await owner.get("/settings")).text();
  expect(page).toMatch(/name="DELIVERY_RATES\.zone\.0\.price\.1"[^>]*value="45.50"/);
  expect((await save({ "zone.0.price.0": "31" }, was)).status).toBe(409);
  const trial = await textOf(await owner.get("/offers/trial?book-0=godan&copies-0=1"));
  expect(trial).toContain("Delivery ₹30.00 to ₹60.00");
  expect(await textOf(await owner.get("/offers/trial?book-0=godan&copies-0=1&pin=793001"))).toContain(
    "Delivery ₹60.00",
  );
  expect(await textOf(await owner.get("/offers/trial?book-0=godan&pin=79"))).toContain("A PIN code has six digits");
  expect((await owner.post(`/record/${entry}`, { intent: "record.undo", entry })).status).toBe(303);
  await expect.poll(() => settings.deliveryRates).toBeNull();
});

test("the table cannot be used without prices", async () => {
  const empty = Object.fromEntries(
    ["price.0", "price.1", "stepPrice"].flatMap((field) => [
      [`zone.0.${field}`, ""],
      [`zone.1.${field}`, ""],
    ]),
  );
  const refused = await save(empty);
  expect(await textOf(refused)).toContain("Write a price for each weight and zone.");
});
