/** Tests of the desk's pages of books: add, edit, hide, delete, bulk changes, undo, and the list. */
import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { addToDelivery, openDelivery } from "#shop/office/stock-room/deliveries.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { countQueries } from "#tests/support/database/count-statements.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
} from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db } = desk;
const id = await addStaff(desk, "bookseller", "Meera");
await addPasskeyRow(desk, id);
const browser = openDeskBrowser(desk, await addStaffSession(desk, id));

const key = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const pagdandi = {
  intent: "books.add",
  isbn: "978-93-5776-121-5",
  title: "Pagdandi Stories",
  person1: "Meera Sanyal",
  role1: "author",
  publisher: "Riverbank",
  format: "paperback",
  language: "en",
  category1: "Fiction > Short stories",
  mrp: "499",
  price: "",
  copies: "3",
  isListed: "on",
};

async function textOf(answer: Response | Promise<Response>): Promise<string> {
  return (await (await answer).text()).replaceAll("<!-- -->", "");
}

async function newestEntry(): Promise<string> {
  const { rows } = await db.execute<{ entry: string }>(sql`select max(number)::text as entry from desk_record`);
  return rows[0]!.entry;
}

function undo(entry: string) {
  return browser.post(`/record/${entry}`, { intent: "record.undo", entry });
}

test("a book is added by its ISBN, the same form twice adds one, and an ISBN that is known opens its book", async () => {
  const form = await textOf(browser.get("/books/new?isbn=978-93-5776-121-5"));
  expect(form).toContain('value="9789357761215"');
  expect(form).toContain("Copies in stock");
  const [one, other] = await Promise.all([
    browser.post("/books/new", { ...pagdandi, key: key(1) }),
    browser.post("/books/new", { ...pagdandi, key: key(1) }),
  ]);
  for (const answer of [one, other]) {
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/books/pagdandi-stories");
  }
  expect((await auditLogTexts(desk)).filter((words) => words === "Added “Pagdandi Stories”.")).toHaveLength(1);
  expect((await browser.get("/books/new?isbn=9357761217")).headers.get("location")).toBe("/books/pagdandi-stories");
  const page = await textOf(browser.get("/books/pagdandi-stories"));
  expect(page).toContain("Readers see this book, and can buy it.");
  expect(page).toContain("3 copies on hand.");
  // The form of another ISBN of the publisher is filled in with the publisher's name.
  expect(await textOf(browser.get("/books/new?isbn=978-93-5776-122-2"))).toContain('value="Riverbank"');
});

test("a book that a delivery lacked leads back to the delivery when it is added, with its line at hand", async () => {
  const isbn = "9789357761239";
  const owner = await addStaff(desk, "owner");
  const head = { supplier: "Rupa", billNumber: "", billedOn: null };
  const { id } = await openDelivery(db, head, { staffId: owner, at: new Date() });
  await addToDelivery(db, id, { code: isbn, copies: 4, costPaise: null }, new Date());
  const to = `/books/new?isbn=${isbn}&from=delivery-${id}`;
  expect(await textOf(browser.get(`/stock/receive/${id}`))).toContain(to.replace("&", "&amp;"));
  expect(await textOf(browser.get(to))).toContain(`href="/stock/receive/${id}?scanned=${isbn}"`);
  const form = { ...pagdandi, isbn, title: "Pagdandi Further", copies: "0", key: key(40) };
  const wrong = await browser.post(to, { ...form, mrp: "" });
  expect(wrong.status).toBe(422);
  const added = await browser.post(to, form);
  expect(added.headers.get("location")).toBe(`/stock/receive/${id}?scanned=${isbn}`);
  const page = await textOf(browser.get(added.headers.get("location")!));
  expect(page).toContain("Its copies can be put on the shelf with the rest of the delivery.");
  expect(page.match(/>Pagdandi Further</g)!.length).toBeGreaterThan(1);
  // The book is in the shop by now.
  expect((await browser.get(to)).headers.get("location")).toBe(`/stock/receive/${id}?scanned=${isbn}`);
  const elsewhere = await browser.post("/books/new?isbn=1&from=https://evil.example", {
    ...pagdandi,
    isbn: "",
    title: "Elsewhere",
    key: key(41),
  });
  expect(elsewhere.headers.get("location")).toBe("/books/elsewhere");
  // The book's movements show who received its copies.
  const moves = await textOf(browser.get("/stock/books/pagdandi-stories"));
  expect(moves).toMatch(/Received<\/span><span[^>]*>by [^<]+</);
});

test("a wrong check digit is said at the field, with the likely ISBN and the book that has it", async () => {
  const page = await textOf(browser.get("/books/new?isbn=9789357761216"));
  expect(page).toContain("must end in 5: a digit is wrong. Perhaps it is 9789357761215");
  expect(page).toContain('href="/books/pagdandi-stories"');
  const sent = await browser.post("/books/new", { ...pagdandi, isbn: "9789357761216", key: key(2), mrp: "5,0,0" });
  expect(sent.status).toBe(422);
  const shown = await textOf(sent);
  expect(shown).toContain("correct the marked fields");
  expect(shown).toContain('value="Meera Sanyal"');
  expect(shown).toContain('href="/books/pagdandi-stories"');
});

test("the ISBN of another book, and a category that there is not, are said at their fields of a book that is changed", async () => {
  const book = await addDeskBook(desk, { title: "Its own ISBN" });
  const { values, version } = (await findDeskBook(db, book))!;
  const form = { ...values, intent: "books.save", book, version };
  const invalid = (page: string) => [...page.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)].join("");
  const taken = await browser.post(`/books/${book}`, { ...form, isbn: "978-93-5776-121-5" });
  expect(taken.status).toBe(409);
  const page = await textOf(taken);
  expect(page.match(/>“Pagdandi Stories”, which is already in the shop, has this ISBN\./g)).toHaveLength(1);
  expect(invalid(page)).toContain('name="isbn"');
  expect(page).toContain('href="/books/pagdandi-stories"');
  const wrong = await browser.post(`/books/${book}`, { ...form, isbn: "9789357761216" });
  expect(wrong.status).toBe(422);
  expect(await textOf(wrong)).toContain('href="/books/pagdandi-stories"');
  const nowhere = await textOf(browser.post(`/books/${book}`, { ...form, category1: "Fishing" }));
  expect(invalid(nowhere)).toContain('name="category1"');
  expect((await findDeskBook(db, book))!.version).toBe(version);
});

test("adding a book is undone: it is gone, and one that was sold is only hidden from readers", async () => {
  await browser.post("/books/new", { ...pagdandi, isbn: "", title: "A slip of the pen", key: key(3) });
  expect((await undo(await newestEntry())).status).toBe(303);
  expect((await browser.get("/books/a-slip-of-the-pen")).status).toBe(404);
  const { rows } = await db.execute(sql`select from works where id = 'a-slip-of-the-pen'`);
  expect(rows).toHaveLength(0);

  await browser.post("/books/new", { ...pagdandi, isbn: "", title: "Sold at once", key: key(4) });
  const entry = await newestEntry();
  await setStock(db, "sold-at-once", 5);
  await paidOrder(desk, "reader-of-books", { "sold-at-once": 1 });
  const undone = await undo(entry);
  expect(undone.status).toBe(303);
  expect(await findDeskBook(db, "sold-at-once")).toMatchObject({ isListed: false, isNamed: true });
  const refused = await browser.post("/books/sold-at-once", { intent: "books.delete", book: "sold-at-once" });
  expect([refused.status, await textOf(refused)]).toEqual([409, expect.stringContaining("cannot be deleted")]);
});

test("a book is changed field by field, the audit log has it, and each field goes back but the one changed since", async () => {
  const book = await addDeskBook(desk, { title: "Five Rivers", pages: "100", mrp: "400" });
  const open = async () => (await findDeskBook(db, book))!;
  const before = await open();
  const saved = await browser.post(`/books/${book}`, {
    ...before.values,
    intent: "books.save",
    book,
    version: before.version,
    title: "Six Rivers",
    pages: "120",
    price: "350",
  });
  expect(saved.status).toBe(303);
  expect((await auditLogTexts(desk, 1))[0]).toBe("Changed title, pages and price of “Six Rivers”.");
  expect(await textOf(browser.get(`/record/${await newestEntry()}`))).toMatch(/<dd><del[^>]*>₹[\d.]+<\/del>/);
  const entry = await newestEntry();
  await db.execute(sql`update books set pages = 121 where id = ${book}`);
  expect((await undo(entry)).status).toBe(303);
  expect((await open()).values).toMatchObject({ title: "Five Rivers", pages: "121", price: "400" });
  expect((await auditLogTexts(desk, 1))[0]).toContain("the pages of Six Rivers was changed since");
});

test("an edit conflict shows both versions and loses nothing", async () => {
  const book = await addDeskBook(desk, { title: "Two Desks" });
  const { values, version } = (await findDeskBook(db, book))!;
  const form = { ...values, intent: "books.save", book, version };
  expect((await browser.post(`/books/${book}`, { ...form, subtitle: "Theirs" })).status).toBe(303);
  const late = await browser.post(`/books/${book}`, { ...form, subtitle: "Mine", pages: "77" });
  expect(late.status).toBe(409);
  const page = await textOf(late);
  expect(page).toContain("Somebody changed this meanwhile, so nothing was saved.");
  expect(page).toMatch(/Theirs<\/td>/);
  expect(page).toMatch(/Mine<\/td>/);
  expect(page).toContain('value="77"');
  const now = (await findDeskBook(db, book))!;
  expect(now.values).toMatchObject({ subtitle: "Theirs", pages: "" });
  expect(page).toContain(`name="version" value="${now.version}"`);
});

test("a preview shows what readers would see, and saves nothing", async () => {
  const answer = await browser.post("/books/kari", {
    intent: "books.preview",
    book: "kari",
    title: "Kari <b>",
    mrp: "450",
    price: "400",
    series: "Cities",
    person1: "Amruta Patil",
    person2: "A Translator",
    role2: "translator",
    publishedOn: "2008-04",
    language: "<b>",
    format: "scroll",
  });
  expect(answer.status).toBe(200);
  const page = await textOf(answer);
  expect(page).toContain("Kari &lt;b&gt; by Amruta Patil - Endpaper");
  expect(page.replaceAll(/<[^>]+>/g, "")).toContain("You save ₹50.00, 11%");
  for (const words of ["translated by", ">April 2008</dd>", ">Cities<"]) expect(page).toContain(words);
  expect((await findDeskBook(db, "kari"))!.values.title).toBe("Kari");
});

test("a book is hidden from readers and shown again, the page says so, and the audit log too", async () => {
  const book = await addDeskBook(desk, { title: "Now and then" });
  const press = (intent: string) => browser.post(`/books/${book}`, { intent, book });
  expect((await press("books.unlist")).status).toBe(303);
  expect(await textOf(browser.get(`/books/${book}`))).toContain("This book is hidden from readers.");
  const entry = await newestEntry();
  expect(await auditLogTexts(desk, 1)).toEqual(["Hid “Now and then” from readers."]);
  expect((await undo(entry)).status).toBe(303);
  expect(await textOf(browser.get(`/books/${book}`))).toContain(
    "Readers see this book, but cannot buy it: no copy is in stock.",
  );
  expect(await textOf(browser.get(`/books/${book}`))).not.toContain("Delete");
  await press("books.unlist");
  // Deleting needs a confirmation, also without JavaScript: the button is inside a disclosure that explains it.
  expect(await textOf(browser.get(`/books/${book}`))).toMatch(
    /<summary[^>]*>Delete this book<\/summary><form.*You can undo this for 30 days.*<button[^>]*value="books.delete"/,
  );
  expect((await press("books.delete")).headers.get("location")).toBe("/books");
  expect(await findDeskBook(db, book)).toBe(null);
});

test("many books are changed as they were previewed, those that cannot be are left out and listed", async () => {
  await addDeskBook(desk, { title: "Bulkwise one", mrp: "400", price: "300" });
  await addDeskBook(desk, { title: "Bulkwise two", mrp: "400", price: "390" });
  const address = "/books/change?text=bulkwise&all=on&kind=price-by-percent&amount=10";
  const page = await textOf(browser.get(address));
  expect(page).toContain("1 book would be changed");
  expect(page).toContain("₹429.00 is above the MRP ₹400.00.");
  const version = /name="version" value="(\w+)"/.exec(page)![1]!;
  const once = /name="once" value="([\w-]+)"/.exec(page)![1]!;
  const change = { kind: "price-by-percent", amount: "10", version, once };
  const form = { intent: "books.change-many", text: "bulkwise", all: "on", ...change };
  expect((await browser.post("/books/change", form)).headers.get("location")).toBe("/books?text=bulkwise");
  expect((await findDeskBook(db, "bulkwise-one"))!.values.price).toBe("330");
  expect((await findDeskBook(db, "bulkwise-two"))!.values.price).toBe("390");
  // The same form sent again changes nothing more and gets the same response; a form loaded before the change is
  // rejected.
  expect((await browser.post("/books/change", form)).status).toBe(303);
  expect((await findDeskBook(db, "bulkwise-one"))!.values.price).toBe("330");
  const late = await browser.post("/books/change", { ...form, once: randomUUID() });
  expect([late.status, await textOf(late)]).toEqual([409, expect.stringContaining("Nothing was changed")]);
  const entry = (
    await db.execute<{ entry: string }>(sql`
    select max(number)::text as entry from desk_record where action = 'books.change-many'`)
  ).rows[0]!.entry;
  await undo(entry);
  expect((await findDeskBook(db, "bulkwise-one"))!.values.price).toBe("300");
  expect(await textOf(browser.get("/books/change?text=bulkwise&all=on&kind=price-by-sum&amount=x"))).toContain(
    "Write rupees",
  );
});

test("the prices of a list are set to the MRP, which is in the audit log, and is undone", async () => {
  await addDeskBook(desk, { title: "Lantern of Lila", mrp: "350", price: "299" });
  const page = await textOf(browser.get("/books/change?text=lantern+lila&all=on&kind=price-to-mrp"));
  expect(page).toContain("1 book would be changed");
  const version = /name="version" value="(\w+)"/.exec(page)![1]!;
  const change = { kind: "price-to-mrp", version, once: randomUUID() };
  const form = { intent: "books.change-many", text: "lantern lila", all: "on", ...change };
  expect((await browser.post("/books/change", form)).status).toBe(303);
  expect(await textOf(browser.get("/books?text=lantern+lila"))).toContain("₹350.00");
  const entry = await newestEntry();
  const record = await textOf(browser.get("/record?chapter=books"));
  expect(record).toContain("Set the price to the MRP: 1 book.");
  expect(record).toContain(`href="/record/${entry}"`);
  expect((await undo(entry)).status).toBe(303);
  expect(await textOf(browser.get(`/record/${entry}`))).toContain("Undone.");
  expect(await textOf(browser.get("/books?text=lantern+lila"))).toContain("₹299.00");
});

test("the list finds books that are not listed, and says when nothing fits", async () => {
  await db.execute(sql`update books set is_listed = false where id = 'tamas'`);
  await refreshAllStaleListings(db);
  expect(await textOf(browser.get("/books?text=tamas"))).toContain('href="/books/tamas"');
  expect(await textOf(browser.get("/books?text=nothing-like-it"))).toContain(
    "No book of the shop matches, including hidden books.",
  );
  const first = await textOf(browser.get("/books"));
  const older = /href="(\/books\?after=[^"]+)"/.exec(first)![1]!.replaceAll("&amp;", "&");
  expect((await browser.get(older)).status).toBe(200);
});

test("no page asks the database more than six times", async () => {
  for (const path of [
    "/books",
    "/books?text=kari",
    "/books/kari",
    "/books/new?isbn=9789357761222",
    "/books/change?all=on&kind=list",
  ]) {
    const count = await countQueries(async () => {
      expect((await browser.get(path)).status).toBe(200);
    });
    expect(count, path).toBeLessThanOrEqual(6);
  }
});

test("covers are shown at the desk's own address", async () => {
  const { coverKey } = (await findDeskBook(db, "kari"))!;
  const answer = await desk.pages.fetch(new Request(`${deskUrl}/covers/${coverKey}-160.webp`));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
});
