/** Buying at the desk: suppliers and their terms, and purchase orders from the draft to the e-mail. */
import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { addStaff, addStaffSession, auditLogTexts, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { lettersOf } from "#tests/support/pages/pdf.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const browser = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "bookseller", "Meera")));
const godan = "9780140449136";
const unknown = "9780306406157";
await db.execute(sql`update books set isbn13 = ${godan}, mrp_paise = 50000, price_paise = 45000 where id = 'godan'`);

const textOf = async (path: string) => (await (await browser.get(path)).text()).replaceAll("<!-- -->", "");
const press = (path: string, form: Record<string, string>) => browser.post(path, { once: randomUUID(), ...form });

async function startOrder(supplier: string, more: Record<string, string> = {}) {
  const answer = await press("/stock/orders", { intent: "buying.make-order", supplier, ...more });
  const page = answer.headers.get("location")!;
  return { page, purchase: page.split("/").at(-1)! };
}

test("a draft is filled from what runs low, by a book and by pasted ISBNs, and changed", async () => {
  await setStock(db, "godan", 0);
  await db.execute(sql`update books set supplier = 'Rupa' where id = 'godan'`);
  await press("/stock/books/godan", { intent: "stock.set-level", book: "godan", level: "3", wasLevel: "" });
  expect(await textOf("/stock")).toContain("Make a purchase order");
  const { page, purchase } = await startOrder("rupa", { low: "on" });
  expect(await textOf(page)).toContain("4 copies");

  const add = { intent: "buying.add-books", purchase };
  await press(page, { ...add, book: "Jejuri", copies: "2" });
  const wrong = await press(page, { ...add, codes: `${unknown}, 3\n97801404491\n${godan};0` });
  expect(wrong.status).toBe(422);
  const text = await wrong.text();
  expect(text).toContain("Line 3: order from 1 to 1,00,000 copies.");
  // Nothing that was pasted is lost.
  expect(text).toContain("97801404491");
  expect((await press(page, { ...add, codes: `${unknown}, 3\n978-0-14-044913-6 x 2\n\n` })).status).toBe(303);
  const shown = await textOf(page);
  for (const words of ["6 copies", "Jejuri", "Not in the shop yet", "11 copies of 3 titles"])
    expect(shown, words).toContain(words);

  const change = { intent: "buying.change-line", purchase, code: unknown };
  expect((await press(page, { ...change, copies: "-1" })).status).toBe(422);
  expect((await press(page, { ...change, copies: "0" })).status).toBe(303);
  expect(await textOf(page)).toContain("8 copies of 2 titles");
  const late = await press(page, { ...change, copies: "4" });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("Somebody removed this line")]);

  expect((await press(page, { intent: "buying.delete-order", purchase })).headers.get("location")).toBe(
    "/stock/orders",
  );
  expect((await browser.get(page)).status).toBe(404);
});

test("a sent order keeps its terms, counts as arriving, and what does not come is cancelled", async () => {
  await setStock(db, "godan", 1);
  const { page, purchase } = await startOrder("Mani & Co");
  const send = { intent: "buying.send-order", purchase };
  const empty = await press(page, { ...send, by: "self" });
  expect([empty.status, await empty.text()]).toEqual([
    409,
    expect.stringContaining("Nothing is in this purchase order"),
  ]);
  await press(page, { intent: "buying.add-books", purchase, codes: `${godan}, 10` });
  const noAddress = await press(page, { ...send, by: "email" });
  expect([noAddress.status, await noAddress.text()]).toEqual([
    409,
    expect.stringContaining("Enter the e-mail address"),
  ]);

  const supplier = /\/stock\/suppliers\/\d+/.exec(await textOf(page))![0];
  const blank = {
    name: "Mani & Co",
    gstin: "",
    email: "",
    discount: "",
    creditDays: "",
    basis: "firm",
    returnDays: "",
  };
  const id = supplier.split("/").at(-1)!;
  const save = { intent: "buying.save-supplier", supplier: id, was: JSON.stringify(blank), ...blank };
  const mistyped = await press(supplier, { ...save, gstin: "29AABCE1234F1Z2", email: "mani", discount: "100" });
  expect(mistyped.status).toBe(422);
  const errors = await mistyped.text();
  for (const words of ["one character is mistyped", "Write an e-mail address", "Write per cent from 0 to 99.99"])
    expect(errors).toContain(words);
  const terms = { ...blank, email: "orders@mani.example", discount: "37.5", basis: "sale-or-return", returnDays: "90" };
  expect((await press(supplier, { ...save, ...terms })).status).toBe(303);
  expect((await press(supplier, { ...save, ...terms })).status).toBe(409);
  expect(await textOf("/stock/suppliers")).toContain("37.5% off the MRP, sale or return within 90 days");

  expect((await press(page, { ...send, by: "email" })).status).toBe(303);
  expect((await auditLogTexts(desk, 1))[0]).toBe(`Sent the purchase order PO-${purchase} to Mani & Co by e-mail.`);
  // Later changes of terms and MRP do not reach it.
  await press(supplier, { ...save, was: JSON.stringify(terms), ...terms, discount: "20" });
  await db.execute(sql`update books set mrp_paise = 60000 where id = 'godan'`);
  const shown = await textOf(page);
  for (const words of ["₹312.50", ">₹500.00<", "10 to come", "Send again to orders@mani.example"])
    expect(shown, words).toContain(words);
  const { rows } = await db.execute<{ facts: unknown; to: string }>(sql`
    select facts, to_address as to from outbox where kind = 'purchase-order'`);
  expect(rows).toEqual([{ facts: { orderId: Number(purchase) }, to: "orders@mani.example" }]);
  expect(await textOf("/stock/books/godan")).toContain("10 arriving: ordered, or scanned in deliveries");

  const draftOnly = await press(page, { intent: "buying.change-line", purchase, code: godan, copies: "3" });
  expect(draftOnly.status).toBe(409);
  const cancel = { intent: "buying.cancel-line", purchase, code: godan };
  const tooMany = await press(page, { ...cancel, cancelled: "11" });
  expect([tooMany.status, await tooMany.text()]).toEqual([409, expect.stringContaining("Write at most 10.")]);
  await press(page, { ...cancel, cancelled: "4" });
  expect(await textOf(page)).toContain("4 cancelled, 6 to come");
  expect(await textOf("/stock/books/godan")).toContain("6 arriving");
  await press(page, { intent: "buying.cancel-rest", purchase });
  expect(await textOf(page)).toContain("10 cancelled");
  expect(await textOf("/stock/books/godan")).not.toContain("arriving: ordered");
  expect(await textOf("/stock/orders")).toContain("All copies cancelled");
  await db.execute(sql`update books set mrp_paise = 50000 where id = 'godan'`);
});

test("the supplier gets the order as PDF and as a table, and so does who downloads it", async () => {
  const { page, purchase } = await startOrder("Mani & Co");
  await press(page, { intent: "buying.add-books", purchase, codes: `${godan}, 2\n${unknown}` });
  const csv = await (await browser.get(`${page}/csv`)).text();
  expect(csv).toContain(`"=""${godan}""",गोदान`);
  expect(csv).toContain(`,2,500.00,20,PO-${purchase}`);
  const pdf = Buffer.from(await (await browser.get(`${page}/pdf`)).arrayBuffer());
  expect(lettersOf(pdf)).toContain("P");
  await press(page, { intent: "buying.send-order", purchase, by: "email" });
  await sendDueLetters(services);
  const letter = desk.mailbox.letters().find(({ subject }) => subject.includes(`PO-${purchase} `))!;
  expect(letter).toMatchObject({ to: "orders@mani.example", files: [`PO-${purchase}.pdf`, `PO-${purchase}.csv`] });
  expect(letter.text).toContain("3 copies of 2 titles");
});

test("packers see no purchase orders, and the menu does not lead them there", async () => {
  const packer = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "packer", "Ravi")));
  expect((await packer.get("/stock/orders")).status).toBe(403);
  const stock = await (await packer.get("/stock")).text();
  expect(stock).not.toContain("/stock/orders");
  expect(stock).toContain("/stock/receive");
});
