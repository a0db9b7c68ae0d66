/** The counter at the desk: tills, looking books up, sales that are sent by a till, and what the order's page says. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import type { CounterSale } from "#shop/sales/counter/counter-sale.ts";
import {
  addStaff,
  addStaffSession,
  auditLogTexts,
  openDeskBrowser,
  openTestDesk,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";
import { addTestTill, counterSale } from "#tests/support/sales/counter-sale.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db } = desk;
await addTestTill(db);
await setStock(db, "godan", 50);
const owner = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "owner", "Ravi")));
const bookseller = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "bookseller", "Meera")));

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

async function send(browser: DeskBrowser, sale: unknown) {
  const form = { intent: "counter.sell", till: "T1", sale: JSON.stringify(sale) };
  const response = await browser.post("/counter/T1/sell", form);
  return { status: response.status, answer: await response.json() };
}

async function found(text: string) {
  return (await bookseller.get(`/counter/find?text=${encodeURIComponent(text)}`)).json();
}

test("an owner adds a till, whose page then opens; its code is checked, and taken once", async () => {
  const add = (code: string) => owner.post("/counter", { intent: "counter.add-till", code, name: "Book fair" });
  expect((await add("1T")).status).toBe(422);
  expect((await add("b1")).status).toBe(303);
  expect((await add("B1")).status).toBe(409);
  expect(textOfPage(await (await bookseller.get("/counter")).text())).toContain("Book fair");
  expect((await bookseller.get("/counter/B1")).status).toBe(200);
  await owner.post("/counter", { intent: "counter.open-till", till: "B1", open: "no" });
  expect((await bookseller.get("/counter/B1")).status).toBe(404);
});

test("a till finds a book by its ISBN or bar code, and by words of its title", async () => {
  const { rows } = await db.execute<{ isbn: string; id: string }>(
    sql`select isbn13 as isbn, id from books where isbn13 is not null order by id limit 1`,
  );
  const { isbn, id } = rows[0]!;
  expect(await found(isbn)).toMatchObject({ isExact: true, books: [{ bookId: id, isbn }] });
  expect(await found("godan")).toMatchObject({ isExact: true, books: [{ bookId: "godan", free: 50 }] });
  const byTitle = await found("malgudi");
  expect(byTitle).toMatchObject({ isExact: false });
  expect(byTitle.books.map(({ bookId }: { bookId: string }) => bookId)).toContain("malgudi-days");
  // What a till keeps for sales without a connection.
  const list = await (await bookseller.get("/counter/list")).json();
  expect(list).toContainEqual(expect.objectContaining({ bookId: "godan", free: 50, pricePaise: expect.any(Number) }));
  expect(await found("9780000000002")).toEqual({ books: [], isExact: false });
});

test("a sale is recorded once with its bill, is in the audit log, and has a page without an address", async () => {
  const sale = await counterSale(db, { godan: 2 });
  const { status, answer } = await send(bookseller, sale);
  expect([status, answer.kind]).toEqual([200, "sold"]);
  const { bill, orderNumber } = answer.sale;
  expect(bill.number).toMatch(/^T1\/\d\d-\d\d\/\d{6}$/);
  expect(await auditLogTexts(desk, 1)).toEqual([expect.stringContaining(`at the till T1, bill ${bill.number}.`)]);
  expect((await send(bookseller, sale)).answer.sale.bill.number).toBe(bill.number);

  const page = textOfPage(await (await bookseller.get(`/orders/${orderNumber}`)).text());
  expect(page).toContain("Sold at the counter");
  expect(page).toContain("Sold to Counter sale");
  expect(page).not.toContain("Delivering to");
  const pdf = await bookseller.get(`/documents/${bill.number.replaceAll("/", "-")}`);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const search = await bookseller.get(`/find?text=${encodeURIComponent(bill.number)}`);
  expect(search.headers.get("location")).toBe(`/orders/${orderNumber}`);
});

test("what is wrong with a sale is said, and nothing is sold", async () => {
  const sale = await counterSale(db, { godan: 1 });
  const broken: [Partial<CounterSale>, number, string][] = [
    [{ lines: [] }, 422, "There is no book in this sale."],
    [{ lines: sale.lines.map((line) => ({ ...line, copies: 1000 })) }, 422, "A sale has at most 999 copies of a book."],
    [{ business: { name: "A school", gstin: "32AABCS1429B1Z4", purchaseOrder: "" } }, 422, "check character"],
    [{ business: { name: "", gstin: "32AABCS1429B1Z3", purchaseOrder: "" } }, 422, "Enter the name in which"],
    [{ phone: "12345" }, 422, "Write an Indian mobile number with ten digits."],
    [{ totalPaise: sale.totalPaise + 100 }, 409, "The sums do not agree."],
    [{ lines: sale.lines.map((line) => ({ ...line, bookId: "no-such-book" })) }, 409, "no longer in the shop"],
  ];
  for (const [change, status, problem] of broken) {
    const sent = await send(bookseller, { ...sale, ...change });
    expect(sent.status, problem).toBe(status);
    expect(sent.answer.problem).toContain(problem);
  }
  expect((await send(bookseller, "no sale")).status).toBe(422);
  const generous = await counterSale(db, { godan: 1 }, { discount: { percent: 30 } });
  expect((await send(bookseller, generous)).answer.problem).toContain("You may give up to 20%");
  expect((await send(owner, generous)).answer.kind).toBe("sold");
});

test("a book that is short and a changed price come back as questions", async () => {
  await setStock(db, "malgudi-days", 0);
  const short = await send(bookseller, await counterSale(db, { "malgudi-days": 1 }));
  expect(short.answer).toMatchObject({ kind: "short", books: [{ bookId: "malgudi-days", free: 0 }] });
  const old = await counterSale(db, { godan: 1 });
  await db.execute(sql`update books set price_paise = price_paise - 100 where id = 'godan'`);
  expect((await send(bookseller, old)).answer).toMatchObject({ kind: "prices", books: [{ bookId: "godan" }] });
});

test("a till without a session is told so, and keeps its sale", async () => {
  const sent = await send(openDeskBrowser(desk), await counterSale(db, { godan: 1 }));
  expect(sent).toEqual({ status: 401, answer: { kind: "refused", problem: "You were signed out." } });
});

test("cash is put into a till and taken out of it, with its reason, and undone until it is counted", async () => {
  const send = (fields: Record<string, string>) =>
    bookseller.post("/counter/T1/cash", {
      till: "T1",
      direction: "out",
      rupees: "50",
      reason: "expense",
      note: "",
      ...fields,
    });
  const move = (fields: Record<string, string>) => send({ intent: "counter.move-cash", ...fields });
  expect(textOfPage(await (await move({})).text())).toContain("Write what it was for.");
  expect(textOfPage(await (await move({ rupees: "0", note: "Tea" })).text())).toContain("Write rupees");
  expect((await move({ note: "Tea" })).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual(["Took ₹50.00 out of the till T1: expense, Tea."]);
  const page = await (await bookseller.get("/counter/T1/cash")).text();
  expect(textOfPage(page)).toContain("Meera");
  const [, id = ""] = /name="move" value="(\d+)"/.exec(page) ?? [];
  expect((await send({ intent: "counter.undo-cash", move: id })).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual(["Undone: took ₹50.00 out of the till T1."]);
  expect(textOfPage(await (await send({ intent: "counter.undo-cash", move: id })).text())).toContain("undone already");
});

test("an order from online is found by its number, and its book taken back; what cannot come back is said", async () => {
  const { number } = await paidOrder(desk, "brings-a-book", { godan: 1 });
  const address = `/counter/orders/${number}`;
  const found = await bookseller.get(`/counter?bill=${number.toLowerCase()}`);
  expect([found.status, found.headers.get("location")]).toEqual([302, address]);
  expect(textOfPage(await (await bookseller.get(address)).text())).toContain(
    "Nothing of this order was handed over, so",
  );
  await shipOrder(desk.services, number, { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" });
  const page = textOfPage(await (await bookseller.get(address)).text());
  expect(page).toContain("Up to 1");
  expect(page).toContain("Give no cash.");
  const take = (fields: Record<string, string>) =>
    owner.post(address, {
      intent: "counter.take-online-back",
      order: number,
      till: "T1",
      fit: "yes",
      reason: "changed-mind",
      words: "",
      paidBy: "cash",
      reference: "",
      ...fields,
    });
  expect(textOfPage(await (await take({ copies0: "" })).text())).toContain("Write how many copies come back.");
  expect((await take({ copies0: "1" })).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual([expect.stringContaining(`Took 1 copy of order ${number} back`)]);
  expect(textOfPage(await (await bookseller.get(address)).text())).toContain("All books of this order came back.");
});

test("a bill is found by its number, a book of it comes back, and the cash is counted", async () => {
  const { answer } = await send(bookseller, await counterSale(db, { godan: 2 }));
  const { number } = answer.sale.bill;
  const address = `/counter/bills/${number.replaceAll("/", "-")}`;
  const found = await bookseller.get(`/counter?bill=${encodeURIComponent(number.toLowerCase())}`);
  expect([found.status, found.headers.get("location")]).toEqual([302, address]);
  expect(textOfPage(await (await bookseller.get("/counter?bill=T1/26-27/999999")).text())).toContain(
    "No bill or order has this number.",
  );
  const back = { order: answer.sale.orderNumber, till: "T1", fit: "yes", paidBy: "cash", reference: "" };
  const take = (fields: Record<string, string>) =>
    owner.post(address, { intent: "counter.take-back", ...back, ...fields });
  expect(textOfPage(await (await take({ copies0: "1", why: "" })).text())).toContain("Write why they come back.");
  expect(textOfPage(await (await take({ copies0: "3", why: "Twice" })).text())).toContain("More copies than were sold");
  expect((await take({ copies0: "1", why: "Bought twice" })).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual([expect.stringContaining("Took 1 copy of order")]);
  expect(textOfPage(await (await bookseller.get(address)).text())).toContain("Up to 1");

  const count = (fields: Record<string, string>) =>
    bookseller.post("/counter/T1/day", {
      intent: "counter.count",
      till: "T1",
      coins: "",
      left: "",
      note: "",
      ...fields,
    });
  expect(textOfPage(await (await count({ notes500: "1", left: "501" })).text())).toContain("Only ₹500.00 was counted.");
  expect(textOfPage(await (await count({ notes500: "some" })).text())).toContain("Write a number.");
  expect((await count({ notes500: "2", coins: "4.50", left: "500", note: "Tea" })).status).toBe(303);
  const day = textOfPage(await (await bookseller.get("/counter/T1/day")).text());
  expect(day).toContain("Meera, ₹500.00 stayed");
  expect(day).toContain("Tea");
});
