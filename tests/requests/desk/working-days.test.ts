/** Working days at the desk: weekdays of the shop and of carriers, ticked holidays, other days off, and what follows. */
import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { rereadSettings } from "#server/services.ts";
import { isoDay, longDay } from "#shop/kernel/dates/dates.ts";
import { listHolidays } from "#shop/kernel/regions/indian-holidays.ts";
import { faultsIn, readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const { settings } = services;
const changes = await subscribeToCatalogueChanges(
  desk.url,
  () => {},
  () => void rereadSettings(db, settings).then(() => desk.pages.drop()),
);
const staff = await addStaff(desk, "owner");
await addPasskeyRow(desk, staff);
const owner = await openDeskBrowser(desk, await addStaffSession(desk, staff));

afterAll(() => changes.close());

const inDays = (days: number) => isoDay(new Date(Date.now() + days * 86_400_000));
const sixDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const holidays = listHolidays(inDays(0));
const lines = holidays.map(({ on, name }) => `${on} ${name}`);

interface Row {
  from?: string;
  to?: string;
  reason?: string;
  remove?: "yes";
}

/** Sends the form as a browser without scripts does. */
async function save({
  packsOn = sixDays,
  carriersOn = sixDays,
  ticked = [] as string[],
  rows = [] as Row[],
  over = "",
  was = null as string | null,
} = {}): Promise<Response> {
  const page = await (await owner.get("/settings")).text();
  const filledFrom = await readFilledFrom(new Response(page.slice(page.indexOf('name="group" value="days"'))));
  return owner.post("/settings", {
    intent: "settings.save",
    group: "days",
    was: was ?? filledFrom,
    PACKING_WEEKDAYS: "none",
    CARRIER_WEEKDAYS: "none",
    ...Object.fromEntries(packsOn.map((day) => [`PACKING_WEEKDAYS.${day}`, "yes"])),
    ...Object.fromEntries(carriersOn.map((day) => [`CARRIER_WEEKDAYS.${day}`, "yes"])),
    DAYS_OFF: over,
    ...Object.fromEntries(ticked.map((line) => [`DAYS_OFF.holiday.${line}`, line])),
    ...Object.fromEntries(
      rows.flatMap(({ from = "", to = "", reason = "", remove }, at) => [
        [`DAYS_OFF.from.${at}`, from],
        [`DAYS_OFF.to.${at}`, to],
        [`DAYS_OFF.reason.${at}`, reason],
        ...(remove ? [[`DAYS_OFF.remove.${at}`, remove]] : []),
      ]),
    ),
  });
}

const stored = async (name: string) =>
  (await db.execute<{ value: string }>(sql`select value from shop_settings where name = ${name}`)).rows[0]?.value ?? "";
const isTicked = (page: string, line: string) =>
  page.split("<input").some((input) => input.includes(`value="${line}"`) && input.includes('checked=""'));
/** The text of the page on shipping, which is cached. */
async function shipping(): Promise<string> {
  const page = await desk.pages.fetch(new Request("http://shop.test/shipping"));
  return (await page.text()).replaceAll("\u00a0", " ");
}

test("an owner ticks the days of the week and the page on shipping follows", async () => {
  const page = await (await owner.get("/settings")).text();
  for (const words of ["The shop packs on", "Carriers collect and deliver on", "Saturday", "Republic Day"])
    expect(page).toContain(words);
  await save({ packsOn: ["Mon", "Tue", "Sat"], carriersOn: ["Mon", "Tue", "Wed"] });
  await expect.poll(() => settings.policies.delivery.packsOn).toEqual([1, 2, 6]);
  expect(settings.policies.delivery.carriersOn).toEqual([1, 2, 3]);
  await expect.poll(shipping).toContain("Monday, Tuesday and Saturday");
  expect(await shipping()).toContain("Couriers collect and deliver Monday to Wednesday.");
});

test("a form without a weekday is refused, and loses none of its other ticks and days", async () => {
  const soon = inDays(3);
  const refused = await save({
    packsOn: [],
    carriersOn: ["Wed"],
    ticked: lines.slice(0, 1),
    rows: [{ from: soon, reason: "Stocktaking" }],
  });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(page).toContain("Tick at least one day.");
  expect(isTicked(page, lines[0]!)).toBe(true);
  expect(page).toMatch(/name="CARRIER_WEEKDAYS\.Wed"[^>]*checked|checked=""[^>]*name="CARRIER_WEEKDAYS\.Wed"/);
  for (const kept of [soon, "Stocktaking"]) expect(page).toContain(`value="${kept}"`);
  expect(await stored("DAYS_OFF")).toBe("");
});

test("holidays and other days are saved in their order, shown again, announced, removed, and all of it is undone", async () => {
  const [republicDay = ""] = lines.filter((line) => line.endsWith("Republic Day"));
  const [soon, later] = [inDays(3), inDays(5)];
  const saved = await save({
    ticked: [republicDay],
    rows: [{ from: soon, to: later, reason: "Book fair; stall 4" }, {}, {}],
  });
  expect(saved.status).toBe(303);
  const both = [`${soon} to ${later} Book fair, stall 4`, republicDay].toSorted();
  expect(await stored("DAYS_OFF")).toBe(both.join("; "));
  await expect.poll(() => settings.policies.delivery.daysOff).toHaveLength(2);
  await expect
    .poll(shipping)
    .toContain(`We do not pack from ${longDay(soon)} to ${longDay(later)} (Book fair, stall 4)`);
  const page = await (await owner.get("/settings")).text();
  expect(isTicked(page, republicDay)).toBe(true);
  for (const field of [`value="${soon}"`, `value="${later}"`, 'value="Book fair, stall 4"'])
    expect(page).toContain(field);

  await save({ ticked: [republicDay], rows: [{ from: soon, to: later, reason: "Book fair", remove: "yes" }, {}] });
  expect(await stored("DAYS_OFF")).toBe(republicDay);
  const { rows } = await db.execute<{ entry: string }>(sql`select max(number)::text as entry from desk_record`);
  const { entry } = rows[0]!;
  expect((await owner.post(`/record/${entry}`, { intent: "record.undo", entry })).status).toBe(303);
  expect(await stored("DAYS_OFF")).toBe(both.join("; "));
  await expect.poll(() => settings.policies.delivery.daysOff).toHaveLength(2);
});

test("what is wrong with a row is said at its field, and the row stays as typed", async () => {
  const was = await stored("DAYS_OFF");
  const refused = await save({
    rows: [
      { reason: "Wedding" },
      { from: inDays(9), to: inDays(8), reason: "Backwards" },
      { from: inDays(9), to: inDays(100) },
      { from: inDays(9), reason: "x".repeat(61) },
      { from: "27/10/2027" },
    ],
  });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(faultsIn(page)).toEqual({
    "DAYS_OFF.from.0": "Choose the first day.",
    "DAYS_OFF.to.1": "Choose a day from the first day on.",
    "DAYS_OFF.to.2": "Choose at most 62 days in one row.",
    "DAYS_OFF.reason.3": "Write at most 60 characters.",
    "DAYS_OFF.from.4": "Choose the first day.",
  });
  for (const typed of ["Wedding", "Backwards", inDays(100), "27/10/2027"]) expect(page).toContain(`value="${typed}"`);
  expect(await stored("DAYS_OFF")).toBe(was);
});

test("days that are over stay for a year and are not shown; every holiday of two years can be ticked", async () => {
  const [old, over] = [`${inDays(-400)} Old`, `${inDays(-9)} Over`];
  await save({ over: `${old}; ${over}`, ticked: lines });
  expect(await stored("DAYS_OFF")).toBe([old, over, ...lines].toSorted().join("; "));
  const page = await (await owner.get("/settings")).text();
  expect(page).toContain(`name="DAYS_OFF" value="${over}"`);
  expect(lines.filter((line) => !isTicked(page, line))).toEqual([]);
  const many = Array.from({ length: 70 }, (_, at) => ({ from: inDays(at + 1), reason: "y".repeat(50) }));
  const long = await save({ rows: many });
  expect([long.status, await textOf(long)]).toEqual([422, expect.stringContaining("Write at most 3,000 characters.")]);
});

test("of two owners who change days off, the second sees both versions in the words of the setting", async () => {
  const page = await (await owner.get("/settings")).text();
  const was = await readFilledFrom(new Response(page.slice(page.indexOf('name="group" value="days"'))));
  const [soon] = [inDays(3)];
  await save({ rows: [{ from: soon, reason: "First" }] });
  const late = await save({ rows: [{ from: soon, reason: "Second" }], was });
  expect(late.status).toBe(409);
  expect(await textOf(late)).toContain(`Days on which nobody packs ${soon} Second ${soon} First`);
});

test("a parcel on its way is late once the carriers' days are over", async () => {
  await setStock(db, "godan", 5);
  const { number } = await paidOrder(desk, "late-parcel", { godan: 1 });
  await owner.post("/parcels", {
    intent: "orders.ship",
    order: number,
    carrier: "India Post",
    trackingNumber: "EE123456789IN",
    trackingUrl: "",
  });
  const shown = async () => textOf(await owner.get("/parcels?sent=yes"));
  expect(await shown()).toMatch(/ Expected by \w{3} \d+ \w{3}/);
  await db.execute(sql`update shipments set shipped_at = shipped_at - interval '60 days'`);
  expect(await shown()).toMatch(/ Late: expected by \w{3} \d+ \w{3}/);
});
