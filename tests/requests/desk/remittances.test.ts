/** The desk's page of cash on delivery: what carriers owe, a carrier's list with its columns, and lines to look at. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { addStaff, addStaffSession, auditLogTexts, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";
import { openTerms, orderOnDelivery, trackingOf } from "#tests/support/sales/order-on-delivery.ts";
import { setStock, stateOf } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk({ onDelivery: openTerms });
const { db, services } = desk;
await setStock(db, "godan", 100);
const accountant = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "accountant", "Meera")));
const owner = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "owner", "Ravi")));
afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const rupees = async (number: string) => {
  const { rows } = await db.execute<{ paise: string }>(
    sql`select total_paise as paise from orders where number = ${number}`,
  );
  return Number(rows[0]!.paise) / 100;
};
const page = async () => textOfPage(await (await accountant.get("/remittances")).text());
const transfer = { carrier: "Delhivery", day: isoDay(new Date()), deducted: "" };

test("a carrier's list is checked, its columns are chosen and remembered, and its orders become paid", async () => {
  const [one, two] = [
    await orderOnDelivery(services, "list-one", { godan: 1 }, "delivered"),
    await orderOnDelivery(services, "list-two", { godan: 2 }, "delivered"),
  ];
  const [first, second] = [await rupees(one), await rupees(two)];
  const sum = first + second;
  expect(await page()).toContain("Delhivery");
  const list = (utr: string) =>
    [
      "Airway Bill,Paid out,Ref UTR",
      `${trackingOf(one)},"${first.toLocaleString("en-IN")}.00",${utr}`,
      `${trackingOf(two)},${second},${utr}`,
      `OTHER1,99,UTROTHER1`,
      `Total,${sum},${utr}`,
    ].join("\n");
  const form = { ...transfer, utr: "utr000000001", amount: String(sum), text: list("UTR000000001") };
  const unread = await accountant.post("/remittances", { intent: "remittances.preview", ...form });
  expect(textOfPage(await unread.text())).toContain("No column of the list has the amount");
  const columns = { tracking: "Airway Bill", order: "", money: "Paid out", ofUtr: "Ref UTR" };
  const checked = await accountant.post("/remittances", { intent: "remittances.preview", ...form, ...columns });
  const text = textOfPage(await checked.text());
  expect(text).toContain("2 parcels of 2 agree to the paisa");
  expect(text).toContain("2 rows left out");
  expect((await accountant.post("/remittances", { intent: "remittances.record", ...form, ...columns })).status).toBe(
    303,
  );
  expect(await auditLogTexts(desk, 1)).toEqual([
    expect.stringContaining("Delhivery has paid by the transfer UTR000000001"),
  ]);
  const again = await accountant.post("/remittances", { intent: "remittances.record", ...form, ...columns });
  expect(textOfPage(await again.text())).toContain("was recorded before");
  expect(await page()).toContain("Nothing: no parcel was delivered whose money has not come.");
  // The next list of this carrier is read with the same columns.
  const third = await orderOnDelivery(services, "list-three", { godan: 1 }, "delivered");
  const next = {
    ...transfer,
    utr: "UTR000000002",
    amount: String(await rupees(third)),
    text: `Airway Bill,Paid out,Ref UTR\n${trackingOf(third)},${await rupees(third)},UTR000000002`,
  };
  const known = await accountant.post("/remittances", { intent: "remittances.preview", ...next });
  expect(textOfPage(await known.text())).toContain("1 parcel of 1 agrees to the paisa");
  await accountant.post("/remittances", { intent: "remittances.record", ...next });
});

test("parcels are ticked instead; a sum that does not agree is refused with the sum that would", async () => {
  const number = await orderOnDelivery(services, "ticked", { godan: 1 }, "delivered");
  const amount = await rupees(number);
  const form = { ...transfer, utr: "UTR000000003", text: "", parcel: number };
  const wrong = await accountant.post("/remittances", { intent: "remittances.record", ...form, amount: "1" });
  expect(textOfPage(await wrong.text())).toContain("The parcels add up to");
  const kept = { deducted: "20", amount: String(amount - 20) };
  const done = await accountant.post("/remittances", { intent: "remittances.record", ...form, ...kept });
  expect(done.status).toBe(303);
  const nothing = await accountant.post("/remittances", {
    intent: "remittances.preview",
    ...form,
    parcel: "",
    amount: "5",
  });
  expect(nothing.status).toBe(422);
});

test("a line that does not agree is listed until somebody writes what it was", async () => {
  const text = "AWB,COD Amount\nNOBODYS,250.50";
  const form = { ...transfer, utr: "UTR000000004", amount: "250.50", text };
  await accountant.post("/remittances", { intent: "remittances.record", ...form });
  expect(await page()).toContain("No such parcel: ₹250.50");
  const { rows } = await db.execute<{ id: string }>(sql`select id from remittances where utr = 'UTR000000004'`);
  const close = { intent: "remittances.close", remittance: rows[0]!.id, line: "0" };
  expect((await accountant.post("/remittances", { ...close, why: "" })).status).toBe(422);
  await accountant.post("/remittances", { ...close, why: "Of our other shop" });
  expect(await page()).not.toContain("No such parcel");
});

test("the order's page says what is collected, confirms for the reader, and closes a refund that is paid by hand", async () => {
  const number = await orderOnDelivery(services, "at-desk", { godan: 1 }, "placed");
  const order = async () => textOfPage(await (await owner.get(`/orders/${number}`)).text());
  expect(await order()).toContain("To collect on delivery");
  await owner.post(`/orders/${number}`, { intent: "orders.confirm", order: number });
  expect(await stateOf(db, number)).toBe("to_pack");
  const packing = textOfPage(await (await owner.get(`/parcels/${number}`)).text());
  expect(packing).toContain("The carrier collects");
  expect(await order()).not.toContain("The reader has not confirmed this order yet");
});
