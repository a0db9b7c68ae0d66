/** Books that go back to suppliers, their credit, and the statement of a supplier. */
import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findOrAddSupplier } from "#shop/office/buying/suppliers.server.ts";
import { listReturnable } from "#shop/office/buying/supplier-returns.server.ts";
import { owedPaise, sumSupplier } from "#shop/office/buying/statement.server.ts";
import { addToDelivery, openDelivery } from "#shop/office/stock-room/deliveries.server.ts";
import { shelveDelivery } from "#shop/office/stock-room/shelve-delivery.server.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { pagesOf } from "#tests/support/pages/pdf.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const staffId = await addStaff(desk, "bookseller", "Meera");
const browser = openDeskBrowser(desk, await addStaffSession(desk, staffId));
await db.execute(sql`update books set mrp_paise = 50000, price_paise = 45000 where id in ('godan', 'jejuri')`);

const textOf = async (path: string) => (await (await browser.get(path)).text()).replaceAll("<!-- -->", "");
const press = (path: string, form: Record<string, string>) => browser.post(path, { once: randomUUID(), ...form });

/** Puts copies on the shelf from a supplier with these terms, `days` ago; returns the lot and the supplier. */
async function bring(name: string, code: string, copies: number, { basis = "sale-or-return", days = 0 } = {}) {
  const { supplier } = await findOrAddSupplier(db, name);
  await db.execute(sql`
    update suppliers set basis = ${basis}, return_days = 90, discount = 4000 where id = ${supplier.id}`);
  const at = new Date(services.now().getTime() - days * 86_400_000);
  const { id } = await openDelivery(db, { supplier: name, billNumber: "", billedOn: null }, { staffId, at });
  await addToDelivery(db, id, { code, copies, costPaise: null }, at);
  await shelveDelivery(db, id, copies, { staffId, at });
  return { supplier, field: `copies-${id}-${code}`, page: `/stock/suppliers/${supplier.id}/return` };
}

async function stockOf(id: string): Promise<{ onHand: number; moved: number }> {
  const { rows } = await db.execute<{ onHand: number; moved: number }>(sql`
    select on_hand, (select sum(delta)::int from stock_moves m where m.book_id = s.book_id) as moved
    from stock s where book_id = ${id}`);
  return rows[0]!;
}

test("copies go back out of stock with a return note, are credited, and can be cancelled before", async () => {
  await setStock(db, "godan", 2);
  const { supplier, field, page } = await bring("Rupa", "godan", 5);
  const form = { intent: "buying.return-books", supplier: String(supplier.id), agreement: "" };
  const tooMany = await press(page, { ...form, [field]: "6" });
  expect([tooMany.status, await tooMany.text()]).toEqual([409, expect.stringContaining("At most 5 of these copies")]);
  expect((await press(page, { ...form, [field]: "two" })).status).toBe(422);
  expect((await press(page, form)).status).toBe(409);
  const done = await press(page, { ...form, [field]: "3" });
  const made = done.headers.get("location")!;
  expect(made).toMatch(/^\/stock\/supplier-returns\/\d+$/);
  const stock = await stockOf("godan");
  expect(stock).toEqual({ onHand: 4, moved: stock.moved });
  expect(await textOf("/stock/books/godan")).toContain(`Returned to Rupa, RN-${made.split("/").at(-1)}`);
  expect(await listReturnable(db, "rupa")).toMatchObject([{ copies: 2, left: 2, costPaise: 30_000 }]);
  expect(await textOf(made)).toContain("3 copies, ₹900.00.");
  for (const paper of ["return-note", "debit-note"]) {
    const pdf = await browser.get(`${made}/${paper}`);
    expect([pdf.status, pagesOf(Buffer.from(await pdf.arrayBuffer()))], paper).toEqual([200, 1]);
  }
  expect((await browser.get(`${made}/other`)).status).toBe(404);

  const id = made.split("/").at(-1)!;
  await press(made, { intent: "buying.save-credit", return: id, creditNumber: "CN 4", credited: "850" });
  expect(await textOf(made)).toContain("Credited ₹850.00 instead of ₹900.00.");
  expect((await press(made, { intent: "buying.cancel-return", return: id })).status).toBe(409);
  await press(made, { intent: "buying.save-credit", return: id, creditNumber: "", credited: "" });
  expect((await press(made, { intent: "buying.cancel-return", return: id })).status).toBe(303);
  expect((await stockOf("godan")).onHand).toBe(7);
  expect(await listReturnable(db, "rupa")).toMatchObject([{ left: 5 }]);
  expect((await browser.get(made)).status).toBe(404);
});

test("after its last day a copy goes back only by agreement, and one that is reserved or was bought for good not at all", async () => {
  await setStock(db, "jejuri", 0);
  const { supplier, field, page } = await bring("Mani & Co", "jejuri", 3, { days: 100 });
  expect(await textOf(page)).toContain("Over since");
  const form = { intent: "buying.return-books", supplier: String(supplier.id), [field]: "2" };
  const late = await press(page, { ...form, agreement: "" });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("Its last day is over.")]);
  await db.execute(sql`update stock set reserved = 2 where book_id = 'jejuri'`);
  const reserved = await press(page, { ...form, agreement: "Mr Mani on the phone" });
  expect([reserved.status, await reserved.text()]).toEqual([409, expect.stringContaining("At most 1 can go back")]);
  await db.execute(sql`update stock set reserved = 0 where book_id = 'jejuri'`);
  const done = await press(page, { ...form, agreement: "Mr Mani on the phone" });
  expect(done.status).toBe(303);
  expect(await textOf(done.headers.get("location")!)).toContain("Agreed: Mr Mani on the phone");
  expect((await stockOf("jejuri")).onHand).toBe(1);

  const firm = await bring("Firm Books", "jejuri", 2, { basis: "firm" });
  expect(await textOf(firm.page)).toContain("Nothing may go back");
  const forged = {
    intent: "buying.return-books",
    supplier: String(firm.supplier.id),
    agreement: "x",
    [firm.field]: "1",
  };
  expect((await press(firm.page, forged)).status).toBe(409);
});

test("two people who send the last copies back at once: they go back once", async () => {
  await setStock(db, "jejuri", 0);
  const { supplier, field, page } = await bring("Once Only", "jejuri", 4);
  const form = { intent: "buying.return-books", supplier: String(supplier.id), agreement: "", [field]: "3" };
  const answers = await Promise.all([press(page, form), press(page, form)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect((await stockOf("jejuri")).onHand).toBe(1);
});

test("a statement owes bills and sold consignment, less claims, returns and payments", async () => {
  await setStock(db, "godan", 0);
  const { supplier, field, page } = await bring("Statement", "godan", 5, { basis: "consignment" });
  const owed = async () => owedPaise(await sumSupplier(db, supplier));
  expect(await owed()).toBe(0);
  await paidOrder(desk, "consignment", { godan: 2 });
  expect(await owed()).toBe(60_000);
  await press(page, { intent: "buying.return-books", supplier: String(supplier.id), agreement: "", [field]: "1" });
  // What was not sold is not owed, so its return changes nothing.
  expect(await owed()).toBe(60_000);

  await db.execute(sql`update suppliers set credit_days = 30 where id = ${supplier.id}`);
  const head = { supplier: "Statement", billNumber: "S-1", billedOn: "2026-02-01" };
  const { id } = await openDelivery(db, head, { staffId, at: services.now() });
  await db.execute(sql`update deliveries set basis = 'firm', billed_paise = 100000 where id = ${id}`);
  await addToDelivery(db, id, { code: "jejuri", copies: 1, costPaise: 30_000 }, services.now());
  await db.execute(sql`update delivery_lines set damaged = 1, billed = 3 where delivery_id = ${id}`);
  expect(await sumSupplier(db, supplier)).toMatchObject({ billedPaise: 100_000, claimedPaise: 60_000 });
  const own = `/stock/suppliers/${supplier.id}`;
  const pay = { intent: "buying.note-payment", supplier: String(supplier.id), reference: "UTR 7" };
  expect((await press(own, { ...pay, paidOn: "2999-01-01", paid: "100" })).status).toBe(409);
  expect((await press(own, { ...pay, paidOn: "2026-02-20", paid: "0" })).status).toBe(422);
  expect((await press(own, { ...pay, paidOn: "2026-02-20", paid: "400" })).status).toBe(303);
  expect(await owed()).toBe(60_000);
  const shown = await textOf(own);
  for (const words of ["Bill S-1", "due on 3 Mar 2026", "Payment, UTR 7", "Consignment sold", ">₹600.00<"])
    expect(shown, words).toContain(words);
});
