/** Stock at the desk: deliveries, scans, changed MRPs, corrections, places of books, and purchase lists. */
import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { packCopy } from "#shop/sales/orders/parcels/pack-order.server.ts";
import { openDelivery } from "#shop/office/stock-room/deliveries.server.ts";
import { begun } from "#tests/support/desk-authority/stock.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk, auditLogTexts } from "#tests/support/desk/desk.ts";
import { lettersOf } from "#tests/support/pages/pdf.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const staffId = await addStaff(desk, "packer", "Asha");
const browser = openDeskBrowser(desk, await addStaffSession(desk, staffId));
const godan = "9780140449136";
await desk.db.execute(sql`update books set isbn13 = ${godan} where id = 'godan'`);

async function onHand(): Promise<number> {
  const { rows } = await desk.db.execute<{ onHand: number }>(sql`select on_hand from stock where book_id = 'godan'`);
  return rows[0]!.onHand;
}

test("without a script a delivery is begun, scanned and put on the shelf; a form sent twice counts once", async () => {
  await setStock(desk.db, "godan", 0);
  const head = { intent: "stock.open-delivery", supplier: "Rupa", billNumber: "R-1", billedOn: "2026-02-28" };
  const page = (await browser.post("/stock/receive", head)).headers.get("location")!;
  const delivery = page.split("/").at(-1)!;
  const scan = {
    intent: "stock.scan",
    delivery,
    once: randomUUID(),
    code: "978-0-14-044913-6",
    copies: "2",
    cost: "150.50",
  };
  const scanned = await browser.post(page, scan);
  expect(scanned.headers.get("location")).toBe(`${page}?scanned=${godan}`);
  await Promise.all([browser.post(page, scan), browser.post(page, scan)]);
  const { once: _, ...withoutKey } = scan;
  expect((await browser.post(page, withoutKey)).status).toBe(422);
  const shown = await (await browser.get(scanned.headers.get("location")!)).text();
  for (const words of ["गोदान", "2 copies", "₹150.50", "Put 2 copies on the shelf"])
    expect(shown.replaceAll("<!-- -->", "")).toContain(words);
  await browser.post(page, { ...scan, once: randomUUID(), code: "9780306406157", copies: "" });
  const waiting = await (await browser.get(page)).text();
  expect(waiting).toContain("Not in the shop yet");
  expect(waiting).toContain(`/books/new?isbn=9780306406157&amp;from=delivery-${delivery}`);
  const wrong = await browser.post(page, { ...scan, once: randomUUID(), code: "9780140449137" });
  expect(wrong.status).toBe(409);
  expect(await wrong.text()).toContain("must end in 6: a digit is wrong, and no book has this item code.");

  const shelve = { intent: "stock.receive", delivery, once: randomUUID(), expected: "2" };
  for (const _ of [1, 2]) expect((await browser.post(page, shelve)).status).toBe(303);
  expect(await onHand()).toBe(2);
  expect((await auditLogTexts(desk, 1))[0]).toBe("Put 2 copies of 1 book of a delivery on the shelf.");
  const late = await browser.post(page, { ...shelve, once: randomUUID() });
  expect(late.status).toBe(409);
  expect(await (await browser.get("/stock/receive")).text()).toContain("of books that are not in the shop");
});

test("another MRP on the copies of a delivery: the desk says how many carry the book's, and takes the new one over", async () => {
  await setStock(desk.db, "godan", 3);
  const { rows } = await desk.db.execute<{ mrp: number; price: number }>(sql`
    select mrp_paise as mrp, price_paise as price from books where id = 'godan'`);
  const { mrp, price } = rows[0]!;
  const head = { intent: "stock.open-delivery", supplier: "Rupa", billNumber: "M-1", billedOn: "" };
  const page = (await browser.post("/stock/receive", head)).headers.get("location")!;
  const delivery = page.split("/").at(-1)!;
  const scan = { intent: "stock.scan", delivery, code: godan, copies: "10", cost: "", mrp: "999" };
  const answer = await browser.post(`${page}/scan`, { ...scan, once: randomUUID() });
  const words = `Printed MRP ₹999.00, but the book’s is ${formatPaise(mrp)}; 3 copies on hand carry that MRP.`;
  expect(await answer.json()).toMatchObject({ scanned: { note: words } });
  const text = async (of = browser) => (await (await of.get(page)).text()).replaceAll("<!-- -->", "");
  expect(await text()).toContain(words);
  expect(await text()).not.toContain("stock.take-mrp");

  const seller = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "bookseller", "Meera")));
  expect(await text(seller)).toContain("stock.take-mrp");
  const take = { intent: "stock.take-mrp", delivery, code: godan, mrp: "99900", wasMrp: String(mrp) };
  const prices = { wasPrice: String(price), price: String(price / 100) };
  const above = await seller.post(page, { ...take, ...prices, price: "1000" });
  expect(above.status).toBe(409);
  expect(await above.text()).toContain("The price cannot be above the MRP of ₹999.00.");
  expect((await seller.post(page, { ...take, ...prices, wasPrice: String(price + 1) })).status).toBe(409);
  const unlawful = await seller.post(page, { ...take, ...prices, price: String(mrp / 100 + 1) });
  expect([unlawful.status, await unlawful.text()]).toEqual([
    409,
    expect.stringContaining(
      `The MRP of ${formatPaise(mrp)} is printed on 3 copies on hand: the price cannot be above it`,
    ),
  ]);
  expect((await seller.post(page, { ...take, ...prices })).status).toBe(303);
  expect(await text(seller)).not.toContain("stock.take-mrp");
  const { rows: now } = await desk.db.execute(sql`
    select mrp_paise as mrp, price_paise as price, field_origins -> 'mrp_paise' ->> 'by' as by from books where id = 'godan'`);
  expect(now).toEqual([{ mrp: 99_900, price, by: "person" }]);
});

test("two who put one delivery on the shelf at the same moment: its copies are counted once", async () => {
  const other = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "packer", "Ravi")));
  for (let round = 0; round < 4; round += 1) {
    await setStock(desk.db, "godan", 0);
    const head = {
      intent: "stock.open-delivery",
      supplier: "Rupa",
      billNumber: `Both-${round}`,
      billedOn: "2026-02-28",
    };
    const page = (await browser.post("/stock/receive", head)).headers.get("location")!;
    const delivery = page.split("/").at(-1)!;
    const key = () => ({ delivery, once: randomUUID() });
    await browser.post(page, { intent: "stock.scan", ...key(), code: godan, copies: "3", cost: "" });
    const shelve = () => ({ intent: "stock.receive", ...key(), expected: "3" });
    const answers = await Promise.all([browser, other].map((one) => one.post(page, shelve())));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await onHand()).toBe(3);
  }
});

test("with a script each scan is answered with the title, or why it was not taken", async () => {
  const delivery = await begun(desk, staffId);
  const scan = async (code: string) => {
    const form = { intent: "stock.scan", delivery, once: randomUUID(), code, copies: "1", cost: "" };
    const answer = await browser.post(`/stock/receive/${delivery}/scan`, form);
    return [answer.status, await answer.json()];
  };
  expect(await scan(godan)).toEqual([200, { scanned: { code: godan, title: "गोदान", lookupTitle: null, copies: 1 } }]);
  const unknown = { code: "9780306406157", title: null, lookupTitle: null };
  expect(await scan(unknown.code)).toEqual([200, { scanned: { ...unknown, copies: 1 } }]);
  // An imported file has added the title meanwhile.
  await desk.db.execute(sql`
    insert into lookup_books (isbn13, record, read_at) values (${unknown.code}, '{"title":"Pure Logic"}', now())`);
  expect(await scan(unknown.code)).toEqual([200, { scanned: { ...unknown, lookupTitle: "Pure Logic", copies: 2 } }]);
  const page = await (await browser.get(`/stock/receive/${delivery}?scanned=${unknown.code}`)).text();
  expect(page.match(/Not in the shop yet: (<!-- -->)?<cite[^>]*>Pure Logic/g)).toHaveLength(2);
  expect(await scan("8901030865237")).toEqual([
    409,
    { problem: expect.stringContaining("not the bar code of a book") },
  ]);
  expect(await scan("no-such-book")).toEqual([409, { problem: expect.stringContaining("no book has this item code") }]);
});

test("what somebody changed meanwhile is said with both versions, and nothing is saved", async () => {
  await setStock(desk.db, "godan", 5);
  const page = "/stock/books/godan";
  const form = { intent: "stock.correct", book: "godan", was: "7", copies: "3", reason: "Two were wet" };
  const late = await browser.post(page, { ...form, once: randomUUID() });
  expect(late.status).toBe(409);
  const text = await late.text();
  expect(text).toContain("it was 7 when you opened the page, and is now 5. You entered 3.");
  expect(text).toContain("Two were wet");
  const once = randomUUID();
  for (const _ of [1, 2]) expect((await browser.post(page, { ...form, once, was: "5" })).status).toBe(303);
  expect(await onHand()).toBe(3);
  expect((await auditLogTexts(desk, 1))[0]).toBe("Corrected the copies of “गोदान”: 3 instead of 5.");
  const level = { intent: "stock.set-level", book: "godan", level: "4", wasLevel: "9" };
  expect((await browser.post(page, level)).status).toBe(409);
  expect((await browser.post(page, { ...level, wasLevel: "" })).status).toBe(303);
  expect((await browser.get("/stock/books/no-such-book")).status).toBe(404);
});

test("whoever counts the shelf finds the number on the page of a book, and what to take off it", async () => {
  await setStock(desk.db, "kanthapura", 8);
  const facts = async () => {
    const page = (await (await browser.get("/stock/books/kanthapura")).text()).replaceAll("<!-- -->", "");
    const found = [...page.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>(\d+)<\/dd>/g)];
    return { page, ...Object.fromEntries(found.map(([, label, copies]) => [label!, Number(copies)])) };
  };
  const { number } = await paidOrder(desk, "shelf", { kanthapura: 3 });
  const sold = await facts();
  expect(sold).toMatchObject({ "On the shelf": 8, "For sale": 5, Reserved: 0, Sold: 3 });
  expect(sold.page).toContain("Count the shelf and subtract 3: they are sold, but in no parcel yet.");
  await packCopy(desk.services, number, { position: 0 });
  const packed = await facts();
  expect(packed).toMatchObject({ "On the shelf": 7, "For sale": 5, Sold: 2 });
  expect(packed.page).toContain("5 on hand: for sale and reserved; 1 more packed, and not sent yet.");
});

test("deliveries that are over wait for nothing", async () => {
  const { id } = await openDelivery(
    desk.db,
    { supplier: "Nothing Came", billNumber: "", billedOn: null },
    { staffId, at: desk.services.now() },
  );
  const line = async () => {
    const page = (await (await browser.get("/stock/receive")).text()).replaceAll("<!-- -->", "");
    return page.split("<li").find((part) => part.includes("Nothing Came"))!;
  };
  expect(await line()).toContain("Nothing scanned yet");
  await desk.db.execute(sql`update deliveries set closed_at = now() where id = ${id}`);
  expect(await line()).toContain("Nothing was scanned");
});

test("a book has a place in the shop, which is found by its beginning; of two who say it the later is told", async () => {
  const page = "/stock/books/jejuri";
  const form = { intent: "stock.set-place", book: "jejuri", place: " C7,  right ", wasPlace: "" };
  expect((await browser.post(page, { ...form, place: "x".repeat(41) })).status).toBe(422);
  expect((await browser.post(page, form)).status).toBe(303);
  expect(await (await browser.get(page)).text()).toContain(`value="C7, right"`);
  const late = await browser.post(page, { ...form, place: "D1" });
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining("is now “C7, right”, and you entered “D1”"),
  ]);
  expect(await (await browser.get("/stock?place=c7")).text()).toContain(`href="/stock/books/jejuri"`);
  expect(await (await browser.get("/stock?place=right")).text()).toContain("No book is at");
});

test("what to order of a supplier is a table and a list on paper, both with the arithmetic", async () => {
  await setStock(desk.db, "a-suitable-boy", 0);
  await desk.db.execute(sql`update books set supplier = 'Mani & Co' where id = 'a-suitable-boy'`);
  const level = { intent: "stock.set-level", book: "a-suitable-boy", level: "3", wasLevel: "" };
  expect((await browser.post("/stock/books/a-suitable-boy", level)).status).toBe(303);
  const page = await (await browser.get("/stock")).text();
  expect(page).toContain(`href="/stock/to-order.pdf?supplier=Mani%20%26%20Co"`);
  const csv = await (await browser.get("/stock/to-order.csv?supplier=mani%20%26%20co")).text();
  expect(csv).toContain("None left; the shelf should hold 4.");
  const pdf = await browser.get("/stock/to-order.pdf?supplier=mani%20%26%20co");
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const bytes = Buffer.from(await pdf.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(lettersOf(bytes)).toContain(";");
  const nobody = await browser.get("/stock/to-order.pdf?supplier=nobody");
  expect([nobody.status, (await nobody.arrayBuffer()).byteLength > 500]).toEqual([200, true]);
});
