/** Receiving purchase orders at the desk: parts, bills, short and damaged copies, lots, and printed MRPs that change. */
import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import {
  addToPurchaseOrder,
  makePurchaseOrder,
  markPurchaseOrderSent,
} from "#shop/office/buying/purchase-orders.server.ts";
import { findOrAddSupplier } from "#shop/office/buying/suppliers.server.ts";
import { listLots } from "#shop/office/stock-room/lots/lots.server.ts";
import { applyPlannedMrps } from "#shop/office/stock-room/lots/planned-mrps.server.ts";
import { addStaff, addStaffSession, auditLogTexts, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { pagesOf } from "#tests/support/pages/pdf.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const staffId = await addStaff(desk, "bookseller", "Meera");
const browser = openDeskBrowser(desk, await addStaffSession(desk, staffId));
const packer = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "packer", "Ravi")));
const isbn = { godan: "9780140449136", jejuri: "9780306406157" };
for (const [id, code] of Object.entries(isbn))
  await db.execute(sql`update books set isbn13 = ${code}, mrp_paise = 50000, price_paise = 45000 where id = ${id}`);

const textOf = async (path: string, of = browser) => (await (await of.get(path)).text()).replaceAll("<!-- -->", "");
const press = (path: string, form: Record<string, string>, of = browser) =>
  of.post(path, { once: randomUUID(), ...form });

/** A sent order of these copies to a supplier with 40% discount, sale or return within 90 days. */
async function sentOrder(name: string, lines: Record<string, number>): Promise<number> {
  const at = services.now();
  const { supplier } = await findOrAddSupplier(db, name);
  await db.execute(sql`
    update suppliers set discount = 4000, basis = 'sale-or-return', return_days = 90 where id = ${supplier.id}`);
  const id = await makePurchaseOrder(db, supplier.id, { staffId, at });
  await addToPurchaseOrder(
    db,
    id,
    Object.entries(lines).map(([code, copies]) => ({ code, copies })),
    at,
  );
  await markPurchaseOrderSent(db, id, at);
  return id;
}

/** Starts a delivery, of an order if given; returns its page. */
async function receive(supplier: string, purchase: number | "" = "", of = browser, billNumber = ""): Promise<string> {
  const form = { intent: "stock.open-delivery", supplier, billNumber, billedOn: "", purchase: String(purchase) };
  return (await press("/stock/receive", form, of)).headers.get("location")!;
}

const scan = (page: string, code: string, copies: number, mrp = "", of = browser) =>
  press(
    page,
    { intent: "stock.scan", delivery: page.split("/").at(-1)!, code, copies: String(copies), cost: "", mrp },
    of,
  );

const shelve = (page: string, expected: number, of = browser) =>
  press(page, { intent: "stock.receive", delivery: page.split("/").at(-1)!, expected: String(expected) }, of);

async function onHand(id: string): Promise<number> {
  const { rows } = await db.execute<{ onHand: number }>(sql`select on_hand from stock where book_id = ${id}`);
  return rows[0]!.onHand;
}

test("an order is received in two parts: each goes on the shelf with its cost, and the rest is still to come", async () => {
  await setStock(db, "godan", 0);
  const order = await sentOrder("Rupa", { [isbn.godan]: 10, [isbn.jejuri]: 2 });
  const page = await receive("Rupa", order, packer);
  const shown = await textOf(page, packer);
  for (const words of [`PO-${order}`, "10 to come", "2 to come", "40% off the MRP, sale or return within 90 days"])
    expect(shown, words).toContain(words);
  await scan(page, isbn.godan, 6, "", packer);
  expect(await textOf(page, packer)).toContain("4 to come, 6 of 10 came");
  expect((await shelve(page, 6, packer)).status).toBe(303);
  expect(await onHand("godan")).toBe(6);
  expect(await textOf(`/stock/orders/${order}`)).toContain("6 came, 4 to come");
  // The cost follows from the discount, and the lot keeps it.
  expect(await listLots(db, "godan")).toMatchObject([
    { left: 6, copies: 6, costPaise: 30_000, mrpPaise: 50_000, basis: "sale-or-return" },
  ]);
  const second = await receive("Rupa", order);
  expect(second).not.toBe(page);
  await scan(second, isbn.godan, 5);
  await scan(second, isbn.jejuri, 2);
  const extra = await textOf(second);
  expect(extra).toContain("1 more than ordered");
  expect(await textOf("/stock/orders")).toContain("12 copies of 2 titles, all came");
});

test("two people who receive an order at once share one delivery, and its copies are counted once", async () => {
  await setStock(db, "jejuri", 0);
  const order = await sentOrder("Rupa", { [isbn.jejuri]: 4 });
  const pages = await Promise.all([receive("Rupa", order), receive("Rupa", order, packer)]);
  expect(new Set(pages).size).toBe(1);
  const [page] = pages;
  await Promise.all([scan(page!, isbn.jejuri, 2), scan(page!, isbn.jejuri, 2, "", packer)]);
  const answers = await Promise.all([shelve(page!, 4), shelve(page!, 4, packer)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await onHand("jejuri")).toBe(4);
  // Received again by mistake: nothing is to come, and the page says so.
  expect(await textOf(`/stock/orders/${order}`)).not.toContain("Receive copies");
});

test("short and damaged copies are claimed, and a bill that disagrees is said", async () => {
  await setStock(db, "godan", 0);
  const page = await receive("Rupa", "", browser, "R-77");
  const delivery = page.split("/").at(-1)!;
  await scan(page, isbn.godan, 7);
  const was = { wasCopies: "7", wasCost: "", wasMrp: "", wasDamaged: "0", wasBilled: "" };
  const line = { intent: "stock.change-line", delivery, code: isbn.godan, cost: "", mrp: "", ...was };
  await press(page, { ...line, copies: "6", damaged: "1", billed: "10" });
  const bill = { intent: "stock.save-bill", delivery, billNumber: "R-77", billedOn: "2026-02-28", purchase: "" };
  const more = { ...bill, basis: "firm", charges: "100" };
  expect((await press(page, { ...more, billed: "50" })).status).toBe(409);
  await press(page, { ...more, billed: "3200" });
  const shown = await textOf(page);
  for (const words of ["6 copies", "1 damaged, 3 billed, but missing", "asks for ₹100.00 more", "3 short, 1 damaged"])
    expect(shown, words).toContain(words);
  expect(shown).toContain(">₹1,200.00<");
  await press(page, { ...more, billed: "3100" });
  expect(await textOf(page)).toContain("the bill agrees with what came");
  const pdf = await browser.get(`${page}/claim`);
  expect([pdf.status, pagesOf(Buffer.from(await pdf.arrayBuffer()))]).toEqual([200, 1]);
  // Only the good copies are for sale.
  await shelve(page, 6);
  expect(await onHand("godan")).toBe(6);

  const other = await receive("Rupa", "", browser, "R-78");
  const twice = await press(other, { ...more, delivery: other.split("/").at(-1)!, billed: "" });
  expect([twice.status, await twice.text()]).toEqual([
    409,
    expect.stringContaining("Another delivery of this supplier"),
  ]);
});

test("lots are sold oldest first, and agree with the stock after sales, returns and corrections", async () => {
  await db.execute(sql`delete from delivery_lines where code = ${isbn.jejuri}`);
  await setStock(db, "jejuri", 2);
  const left = async () => {
    const lots = await listLots(db, "jejuri");
    expect(lots.reduce((sum, lot) => sum + lot.left, 0)).toBeLessThanOrEqual(await onHand("jejuri"));
    return lots.map((lot) => lot.left);
  };
  for (const copies of [3, 4]) {
    const page = await receive("Rupa");
    await scan(page, isbn.jejuri, copies);
    await shelve(page, copies);
  }
  expect(await left()).toEqual([4, 3]);
  expect(await textOf("/stock/books/jejuri")).toContain("2 older copies, of unknown cost");
  await paidOrder(desk, "lots", { jejuri: 4 });
  expect(await left()).toEqual([4, 1]);
  expect(await textOf("/stock/books/jejuri")).not.toContain("of unknown cost");
  const correct = { intent: "stock.correct", book: "jejuri", was: "5", copies: "3", reason: "Two were wet" };
  await press("/stock/books/jejuri", correct);
  expect(await left()).toEqual([3, 0]);
  await press("/stock/books/jejuri", { ...correct, was: "3", copies: "8", reason: "Found" });
  expect(await left()).toEqual([4, 3]);
});

test("a higher MRP waits until the old copies are sold; copies with two MRPs do not share a line", async () => {
  await setStock(db, "jejuri", 2);
  await db.execute(sql`delete from delivery_lines where code = ${isbn.jejuri}`);
  const page = await receive("Rupa");
  const delivery = page.split("/").at(-1)!;
  await scan(page, isbn.jejuri, 3, "600");
  const mixed = await scan(page, isbn.jejuri, 1, "700");
  expect([mixed.status, await mixed.text()]).toEqual([409, expect.stringContaining("need a delivery of their own")]);
  const later = { intent: "stock.take-mrp-later", delivery, code: isbn.jejuri, mrp: "60000", wasMrp: "50000" };
  const prices = { wasPrice: "45000", price: "550" };
  // At once it may not cost more than the MRP on the old copies.
  expect((await press(page, { ...later, ...prices, intent: "stock.take-mrp" })).status).toBe(409);
  expect((await press(page, { ...later, ...prices, price: "601" })).status).toBe(409);
  expect((await press(page, { ...later, ...prices })).status).toBe(303);
  await shelve(page, 3);
  const readPrices = async () =>
    (await db.execute(sql`select mrp_paise as mrp, price_paise as price from books where id = 'jejuri'`)).rows[0];
  await applyPlannedMrps(services);
  expect(await readPrices()).toEqual({ mrp: 50_000, price: 45_000 });
  expect(await textOf("/stock/books/jejuri")).toContain("when the 2 copies with the present MRP are sold");
  await paidOrder(desk, "old copies", { jejuri: 2 });
  await applyPlannedMrps(services);
  expect(await readPrices()).toEqual({ mrp: 60_000, price: 55_000 });
  expect((await auditLogTexts(desk, 1))[0]).toContain("its MRP is now ₹600.00 and its price ₹550.00, as planned.");
  await applyPlannedMrps(services);
  expect((await press("/stock/books/jejuri", { intent: "stock.drop-mrp-plan", book: "jejuri" })).status).toBe(409);
});

test("copies with an MRP below the price do not go on the shelf before the price falls", async () => {
  await setStock(db, "godan", 1);
  const page = await receive("Rupa");
  const delivery = page.split("/").at(-1)!;
  await scan(page, isbn.godan, 2, "400");
  expect(await textOf(page)).toContain("1 book costs more in the shop than the MRP printed on these copies");
  expect((await shelve(page, 2)).status).toBe(409);
  expect(await onHand("godan")).toBe(1);
  const take = {
    intent: "stock.take-mrp",
    delivery,
    code: isbn.godan,
    mrp: "40000",
    wasMrp: "50000",
    wasPrice: "45000",
  };
  expect((await press(page, { ...take, intent: "stock.take-mrp-later", price: "390" })).status).toBe(409);
  expect((await press(page, { ...take, price: "390" })).status).toBe(303);
  expect((await shelve(page, 2)).status).toBe(303);
  expect(await onHand("godan")).toBe(3);
});
