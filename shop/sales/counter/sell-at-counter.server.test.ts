/** Tests of sales at the counter: bills of the till, repeated sales, and copies that readers hold or have bought. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { readGstReturn } from "#shop/office/reports/read-gst-return.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { printedDocument } from "#shop/sales/documents/printed-document.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { addTestTill, counterSale } from "#tests/support/sales/counter-sale.ts";
import { paidOrder, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, readStock, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findBookCodes } from "#shop/office/stock-room/find-book-codes.server.ts";
import { listTypedBooks } from "./add-typed-books.server.ts";
import type { CounterSale } from "./counter-sale.ts";
import type { LineToSell } from "./price-sale.ts";
import { sellAtCounter, type RecordedSale } from "./sell-at-counter.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
services.settings.seller.gstin = "29AABCE1234F1Z1";
await addTestTill(db);
const staffId = await addStaff(testServices, "bookseller", "Ravi");
const ravi = { staffId, actor: "Ravi", till: "T1", mostPercent: 20 };
const sell = (sale: CounterSale, seller = ravi) => sellAtCounter(services, sale, seller);

async function sold(sale: CounterSale): Promise<RecordedSale> {
  const done = await sell(sale);
  if (!done.ok) throw new Error(`The sale of the test was refused: ${JSON.stringify(done)}`);
  return done.sale;
}

/** The copies that no order holds; orders of other tests may hold some. */
async function freeCopies(bookId: string): Promise<number> {
  const { onHand, reserved } = await readStock(db, bookId);
  return onHand - reserved;
}

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("a sale takes its copies from the stock, is paid and delivered, and has the next bill of its till", async () => {
  await setStock(db, "godan", 5);
  await setStock(db, "malgudi-days", 5);
  const first = await sold(await counterSale(db, { godan: 2, "malgudi-days": 1 }, { phone: "+919876543210" }));
  const second = await sold(await counterSale(db, { godan: 1 }));
  const year = first.bill.number.slice(3, 8);
  expect([first.bill.number, second.bill.number]).toEqual([`T1/${year}/000001`, `T1/${year}/000002`]);
  expect(await freeCopies("godan")).toBe(2);
  expect(await stateOf(db, first.orderNumber)).toBe("delivered");
  // The shop's own numbers go on without a gap.
  await paidOrder(testServices, "online-between", { godan: 1 });
  const month = isoDay(new Date()).slice(0, 7);
  const { gstReturn, problems } = await readGstReturn(db, "29AABCE1234F1Z1", month);
  expect(problems).toEqual([]);
  expect(gstReturn.numbers).toContainEqual({
    kind: "bill",
    first: first.bill.number,
    last: second.bill.number,
    count: 2,
  });
});

test("a sale to a business is billed to it, and is in the tables of GSTR-1 for registered buyers", async () => {
  await setStock(db, "godan", 5);
  await db.execute(sql`update books set tax_class = 'gst_18', hsn = '4820' where id = 'godan'`);
  // Of another state: the books are sold where the shop is, so the tax is that of the shop's state.
  const gstin = "32AABCS1429B1Z3";
  const business = { name: "St. Anne’s School", gstin, purchaseOrder: "" };
  const sale = await counterSale(
    db,
    { godan: 1 },
    { business, address: "12 Hill Road, Kochi 682001", isOffline: true },
  );
  const { bill, orderNumber } = await sold(sale);
  expect(bill.buyer).toEqual({
    name: business.name,
    addressLines: ["12 Hill Road, Kochi 682001"],
    stateCode: "KA",
    gstin,
  });
  const printed = printedDocument(bill);
  expect(printed.buyerLabel).toBe("Billed to");
  expect(printed.buyerLines).toEqual(["12 Hill Road, Kochi 682001", "Kerala (32)", `GSTIN ${gstin}`]);
  const { gstReturn, problems } = await readGstReturn(db, "29AABCE1234F1Z1", isoDay(new Date()).slice(0, 7));
  expect(problems).toEqual([]);
  expect(gstReturn.registered).toMatchObject([
    { gstin, number: bill.number, placeOfSupply: "29", rate: 18, totalPaise: sale.totalPaise, integratedPaise: 0 },
  ]);
  const { rows } = await db.execute(sql`select name, business from orders where number = ${orderNumber}`);
  expect(rows).toEqual([{ name: business.name, business }]);
  await db.execute(sql`update books set tax_class = 'exempt', hsn = '4901' where id = 'godan'`);
});

test("a sale that is sent again, or twice at once, is one sale with one bill", async () => {
  await setStock(db, "godan", 5);
  const sale = await counterSale(db, { godan: 1 });
  const answers = await Promise.all([sell(sale), sell(sale), sell({ ...sale, isOffline: true })]);
  const numbers = new Set(answers.map((answer) => (answer.ok ? answer.sale.bill.number : answer.reason)));
  expect(numbers.size).toBe(1);
  expect(answers.filter((answer) => answer.ok && answer.isNew)).toHaveLength(1);
  expect(await freeCopies("godan")).toBe(4);
});

test("two tills and one copy: one sells it, the other is told that none is free", async () => {
  await setStock(db, "godan", 1);
  const [one, other] = await Promise.all([
    sell(await counterSale(db, { godan: 1 })),
    sell(await counterSale(db, { godan: 1 })),
  ]);
  const refused = one.ok ? other : one;
  expect([one.ok, other.ok].filter(Boolean)).toHaveLength(1);
  expect(refused).toMatchObject({ reason: "short", books: [{ bookId: "godan", wanted: 1, free: 0, held: 0 }] });
});

test("a copy that a reader holds is sold only knowingly; then the reader's order ends, and a late payment goes back", async () => {
  await setStock(db, "godan", 1);
  const held = await orderOf(services, cartOf("holds-the-last"), { godan: 1 });
  const sale = await counterSale(db, { godan: 1 });
  const refused = await sell(sale);
  expect(refused).toMatchObject({ reason: "short", books: [{ held: 1, free: 0 }] });
  expect(await stateOf(db, held.number)).toBe("pending_payment");

  expect(await sell({ ...sale, short: { godan: "held" } })).toMatchObject({ ok: true });
  expect(await stateOf(db, held.number)).toBe("expired");
  expect(await freeCopies("godan")).toBe(0);
  await payAtRazorpay(testServices, held.providerOrderId);
  await settlePayment(services, held.providerOrderId, "browser");
  expect(await stateOf(db, held.number)).toBe("refund_pending");
});

test("a sale that stays short changes nothing, though another of its books may be taken from a reader", async () => {
  await setStock(db, "godan", 1);
  await setStock(db, "malgudi-days", 0);
  const held = await orderOf(services, cartOf("keeps-the-copy"), { godan: 1 });
  const sale = await counterSale(db, { godan: 1, "malgudi-days": 1 }, { short: { godan: "held" } });
  expect(await sell(sale)).toMatchObject({ reason: "short", books: [{ bookId: "malgudi-days" }] });
  expect(await stateOf(db, held.number)).toBe("pending_payment");
});

test("a copy in hand that the stock does not know is sold by a correction of the stock", async () => {
  await setStock(db, "godan", 1);
  const held = await orderOf(services, cartOf("stays-held"), { godan: 1 });
  await sold(await counterSale(db, { godan: 1 }, { short: { godan: "uncounted" } }));
  expect(await freeCopies("godan")).toBe(0);
  expect(await stateOf(db, held.number)).toBe("pending_payment");
});

test("a book that the shop does not know is sold by its typed title and MRP, and listed until it is completed", async () => {
  await setStock(db, "godan", 1);
  const typed = (code: string, title: string, kind: "book" | "stationery"): LineToSell => ({
    bookId: `typed-${title}`,
    copies: 1,
    unitPricePaise: 299_00,
    unitMrpPaise: 299_00,
    discount: null,
    typed: { code, title, kind },
  });
  const lines = [
    typed("9788172234980", "Batatyachi chal", "book"),
    typed("8901234567890", "Ruled notebook", "stationery"),
  ];
  const sale = await counterSale(db, { godan: 1 }, { more: lines });
  const { bill, orderNumber } = await sold(sale);
  expect(bill.lines).toMatchObject([
    { title: expect.any(String) },
    { title: "Batatyachi chal", hsn: "4901", rate: 0 },
    { title: "Ruled notebook", hsn: "4820", rate: 18 },
  ]);
  const { rows } = await db.execute<{ id: string; isListed: boolean; onHand: number }>(sql`
    select b.id, b.is_listed, s.on_hand from order_lines l join orders o on o.id = l.order_id join books b on b.id = l.book_id
    join stock s on s.book_id = b.id where o.number = ${orderNumber} and l.position > 0`);
  expect(rows).toMatchObject([
    { isListed: false, onHand: 0 },
    { isListed: false, onHand: 0 },
  ]);
  expect((await listTypedBooks(db)).map(({ title }) => title)).toEqual(expect.arrayContaining(["Batatyachi chal"]));
  // Its code finds it from now on; a till that did not know so sells the same book.
  const code = (await findBookCodes(db, ["8901234567890"]))[0];
  expect(code).toEqual({ code: rows[1]!.id });
  await sold(await counterSale(db, {}, { more: lines, isOffline: true }));
  const { rows: sales } = await db.execute<{ sales: string }>(
    sql`select count(*) as sales from order_lines where book_id = ${rows[0]!.id}`,
  );
  expect(sales).toEqual([{ sales: "2" }]);
  await db.execute(sql`update books set is_listed = true where id = ${rows[0]!.id}`);
  expect((await listTypedBooks(db)).map(({ title }) => title)).toEqual(["Ruled notebook"]);
});

test("a sale that is not made adds no typed book", async () => {
  await setStock(db, "godan", 0);
  const typed = { code: "", title: "Never sold", kind: "book" } as const;
  const line = { bookId: "typed-1", copies: 1, unitPricePaise: 99_00, unitMrpPaise: 99_00, discount: null, typed };
  const sale = await counterSale(db, { godan: 1 }, { more: [line] });
  expect(await sell(sale)).toMatchObject({ reason: "short", books: [{ bookId: "godan" }] });
  const { rows } = await db.execute(sql`select from works where title = 'Never sold'`);
  expect(rows).toEqual([]);
});

test("an offline sale is recorded as it was made: at its price and discount, and without copies on hand", async () => {
  await setStock(db, "malgudi-days", 1);
  const online = (await paidOrder(testServices, "bought-online", { "malgudi-days": 1 })).number;
  const sale = await counterSale(
    db,
    { "malgudi-days": 1 },
    {
      isOffline: true,
      // The clock of the till is wrong.
      madeAt: "2019-01-01T00:00:00.000Z",
      discount: { percent: 50 },
      lines: (line) => ({ ...line, unitPricePaise: line.unitPricePaise - 100 }),
    },
  );
  const { bill } = await sold(sale);
  expect(bill).toMatchObject({ totalPaise: sale.totalPaise, issuedOn: isoDay(new Date()) });
  expect(await freeCopies("malgudi-days")).toBe(0);
  const { rows } = await db.execute<{ message: string }>(sql`
    select message from alerts a join orders o on o.id = a.order_id where o.number = ${online} and a.kind = 'stock'`);
  expect(rows).toEqual([{ message: expect.stringContaining(`bill ${bill.number}`) }]);
});

test("another price, a sum that does not agree and too much discount are refused, and nothing is sold", async () => {
  await setStock(db, "godan", 5);
  const cheaper = await counterSale(db, { godan: 1 }, { lines: (line) => ({ ...line, unitPricePaise: 100 }) });
  expect(await sell(cheaper)).toMatchObject({ reason: "prices", books: [{ bookId: "godan" }] });
  const sale = await counterSale(db, { godan: 1 });
  expect(await sell({ ...sale, totalPaise: sale.totalPaise - 100 })).toMatchObject({ reason: "sum" });
  const unpaid = { ...sale.payment, cashPaise: sale.payment.cashPaise - 100 };
  expect(await sell({ ...sale, payment: unpaid })).toMatchObject({ reason: "sum" });
  const generous = await counterSale(db, { godan: 1 }, { discount: { percent: 21 } });
  expect(await sell(generous)).toMatchObject({ reason: "discount" });
  expect(await sell(await counterSale(db, { godan: 1 }), { ...ravi, till: "T9" })).toMatchObject({
    reason: "no-such-till",
  });
  expect(await freeCopies("godan")).toBe(5);
});

test("a school takes more copies of a book than a cart can have", async () => {
  await setStock(db, "godan", 150);
  const { bill } = await sold(await counterSale(db, { godan: 120 }));
  expect(bill.lines).toMatchObject([{ quantity: 120 }]);
});
