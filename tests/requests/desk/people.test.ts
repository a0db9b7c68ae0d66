/** Messages, wanted books, reviews, newsletters and readers at the desk. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { faultsIn, textOf } from "#tests/support/desk/desk-form.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { newIssue, newMessage, newRequest, newReview } from "#tests/support/desk-authority/people.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk, auditLogTexts } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { count, setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
await setStock(db, "godan", 50);

async function browserOf(role: Role, passkeyMinutes = 0) {
  return openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, role), { passkeyMinutes }));
}
const seller = await browserOf("bookseller");
const read = async (path: string) => (await seller.get(path)).text();
const lettersTo = async (part: string) => {
  await sendDueLetters(services, 200);
  return desk.mailbox.letters().filter(({ subject }) => subject.includes(part));
};

test("a message is read as it was written, answered by letter once, and closed; the next one is told", async () => {
  const ticket = await newMessage(desk, "<script>alert(1)</script> {{7*7}}\n=HYPERLINK(1)");
  expect(await read("/messages")).toContain(`/messages/${ticket}`);
  const page = await read(`/messages/${ticket}`);
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt; {{7*7}}\n=HYPERLINK(1)");
  const form = { intent: "people.answer-message", ticket, answer: "We looked.\n\nIt <b>comes</b> on Monday." };
  expect((await seller.post(`/messages/${ticket}`, { ...form, answer: " \n " })).status).toBe(422);
  const done = await seller.post(`/messages/${ticket}`, form);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/messages"]);
  expect((await auditLogTexts(desk, 1))[0]).toBe(`Answered the message ${ticket}.`);
  const again = await seller.post(`/messages/${ticket}`, { ...form, answer: "Another answer." });
  expect(again.status).toBe(409);
  const told = await again.text();
  expect(told).toContain("somebody has answered or closed it");
  expect(told).toContain("It &lt;b&gt;comes&lt;/b&gt; on Monday.");
  const letters = await lettersTo(ticket);
  const answers = letters.filter(({ subject }) => subject.startsWith("Our answer"));
  expect(answers).toHaveLength(1);
  expect(answers[0]!.text).toContain("It <b>comes</b> on Monday.");
  expect(answers[0]!.html).not.toContain("<b>comes</b>");
  expect(await read("/messages?which=closed")).toContain(ticket);
  expect(await read("/messages")).not.toContain(ticket);
});

test("wanted books: the shop sees what it has by now, by ISBN, by title and author, and offers to add what it lacks", async () => {
  const ask = async (title: string, author: string, isbn: string | null = null) => {
    const ticket = await newRequest(desk, title);
    await db.execute(sql`update book_requests set author = ${author}, isbn13 = ${isbn}::text where ticket = ${ticket}`);
    return ticket;
  };
  const book = { id: "a-wanted-book", isbn13: "9780140107845" };
  await db.execute(sql`
    insert into works (id, title, search_text, description, match_key)
    values (${book.id}, 'The Wanted Book', 'the wanted book', '', 'wanted book|premchand')`);
  await db.execute(
    sql`insert into work_contributors (work_id, author_id, role, position) values (${book.id}, 'premchand', 'author', 0)`,
  );
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, isbn13, language, mrp_paise, price_paise, cover_key, is_listed)
    values (${book.id}, ${book.id}, true, 'paperback', ${book.isbn13}, 'en', 100, 100, 'x', false)`);
  const { rows } = await db.execute<{ name: string }>(sql`select name from authors where id = 'premchand'`);
  const link = `href="/books/${book.id}"`;
  const add = "Add this book to the shop";
  for (const [title, author, isbn, words, isThere] of [
    ["Another title", "", book.isbn13, "The shop has it now, hidden from readers", true],
    ["wanted book", rows[0]!.name, null, "The shop may have it now", true],
    ["The Wanted Book", "", "9780140107999", "The shop may have it now", true],
    ["The Wanted Book", "Somebody Else", null, "", false],
    ["The Wanted Book and More", "", null, "", false],
  ] as const) {
    const ticket = await ask(title, author, isbn);
    const page = (await read(`/wanted/${ticket}`)).replaceAll("<!-- -->", "");
    const label = `${title}, ${author}, ${isbn}`;
    expect(page.includes(link), label).toBe(isThere);
    expect(page, label).toContain(words);
    expect(page.includes(add), label).toBe(isbn !== book.isbn13);
    const row = (await read("/wanted")).split(`/wanted/${ticket}"`)[1]!.slice(0, 900);
    expect(row.includes("it now"), label).toBe(isThere);
  }
  const missing = await ask("Nobody’s Book", "A. Writer");
  const page = await read(`/wanted/${missing}`);
  const to = /href="(\/books\/new[^"]*)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  const asking = await read(to);
  expect(asking).toContain(`name="title" value="Nobody’s Book"`);
  const form = await read(/href="(\/books\/new\?without[^"]*)"/.exec(asking)![1]!.replaceAll("&amp;", "&"));
  expect(form).toMatch(/name="title"[^>]* value="Nobody’s Book"/);
  expect(form).toMatch(/name="person1"[^>]* value="A. Writer"/);
  expect(form).toContain(`href="/wanted/${missing}"`);
});

test("a request for a book is answered with the way to the book, once the shop sells it", async () => {
  const ticket = await newRequest(desk, "The Guide");
  await db.execute(sql`update book_requests set isbn13 = '9780140107838' where ticket = ${ticket}`);
  await db.execute(sql`update books set isbn13 = '9780140107838' where id = 'godan'`);
  expect(await read(`/wanted/${ticket}`)).toContain("The shop sells it now");
  await seller.post(`/wanted/${ticket}`, { intent: "people.answer-request", ticket, answer: "It is here." });
  const [letter] = (await lettersTo(ticket)).filter(({ subject }) => subject.startsWith("Our answer"));
  expect(letter!.text).toContain("/books/godan");
  const other = await newRequest(desk, "Another");
  await seller.post(`/wanted/${other}`, { intent: "people.close-request", ticket: other });
  expect((await lettersTo(other)).filter(({ subject }) => subject.startsWith("Our answer"))).toEqual([]);
  expect(await read(`/wanted/${other}`)).toContain("Closed without an e-mail");
});

test("a review is hidden with a reason and shown again; words that changed meanwhile are read first", async () => {
  const review = await newReview(desk, "published");
  const hide = { intent: "people.hide-review", review, reason: "advertising" };
  expect((await seller.post("/reviews?which=all", { ...hide, reason: "dull" })).status).toBe(422);
  const done = await seller.post("/reviews?which=all", hide);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/reviews?which=all"]);
  expect(await read("/reviews?which=hidden")).toContain("It advertises something");
  await db.execute(sql`
    update reviews set version = version + 1, state = 'waiting', body = 'It is a fine book.',
      former = jsonb_build_object('rating', 1, 'title', '', 'body', 'Buy shoes at <b>example</b>.', 'name', 'Zafar') where id = ${review}`);
  expect(await textOf(await seller.get("/reviews"))).toMatch(
    /Now It is a fine book\. Before it was changed: 1 of 5 stars, by Zafar Buy shoes at <b>example<\/b>\./,
  );
  const stale = await seller.post("/reviews", { intent: "people.show-review", review });
  expect(stale.status).toBe(409);
  expect(await stale.text()).toContain(`its number is now ${review}.2`);
  expect((await seller.post("/reviews", { intent: "people.show-review", review: `${review}.2` })).status).toBe(303);
  expect(await count(db, sql`select count(*) from reviews where id = ${review} and state = 'published'`)).toBe(1);
});

test("a newsletter goes to whoever writes it, then to all with a fresh passkey; nothing typed is lost", async () => {
  const bad = await seller.post("/newsletter", {
    intent: "people.try-newsletter",
    subject: "Rains",
    text: "See [this](https://elsewhere.example) now",
  });
  expect(bad.status).toBe(409);
  expect(await bad.text()).toContain("https://elsewhere.example");
  const letters = () => count(desk.db, sql`select count(*) from outbox where kind = 'newsletter-issue'`);
  const typed = {
    subject: "Rains",
    text: "Dear readers,\n\nIt **pours**.\n[The list](/reading-lists/summer)\nCome by.",
    "book-0": "The Hobbit",
    "book-3": "godan",
  };
  const form = { intent: "people.preview-newsletter", ...typed };
  const shown = await seller.post("/newsletter/letter", form);
  expect(shown.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  const words = (html: string) => html.replaceAll(/<style>[^]*?<\/style>|<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  const html = await shown.text();
  expect(html).toContain("<b>pours</b>");
  expect(words(html)).toMatch(
    /Rains Dear readers, It pours \. The list Come by\. The Hobbit J\.\s?R\.\s?R\. Tolkien ₹\S+ गोदान प्रेमचंद ₹\S+ With good wishes/,
  );
  const plain = await (await seller.post("/newsletter/letter", { ...form, as: "text" })).text();
  expect(plain).toMatch(/The Hobbit +₹\S+\n[^]*\/books\/the-hobbit/);
  const unknown = await seller.post("/newsletter/letter", { ...form, "book-3": "no-such-book" });
  expect([unknown.status, await unknown.text()]).toEqual([409, expect.stringContaining("no such book")]);
  expect(await letters()).toBe(0);
  const dead = await seller.post("/newsletter", {
    ...form,
    intent: "people.try-newsletter",
    text: "Dear readers,\n\n[The list](/reading-lists/nope)",
  });
  expect(faultsIn(await dead.text()).text).toContain("The shop has no page /reading-lists/nope.");
  const tried = await seller.post("/newsletter", {
    intent: "people.try-newsletter",
    ...typed,
  });
  expect(tried.headers.get("location")).toMatch(/^\/newsletter\?issue=\d+$/);
  expect((await lettersTo("Rains")).map(({ to }) => to)).toEqual([expect.stringMatching(/^bookseller-/)]);
  const page = await (await seller.get(tried.headers.get("location")!)).text();
  expect(page).toMatch(/name="book-1" value="(?:godan|978\d+)"/);
  expect(page).not.toMatch(/<textarea[^>]*>[^<]*\[गोदान\]/);
  const issue = await newIssue(desk);
  const sending = { intent: "people.send-newsletter", issue };
  const late = await browserOf("bookseller", 11);
  expect((await late.post(`/newsletter?issue=${issue}`, sending)).status).toBe(403);
  expect(await read(`/newsletter?issue=${issue}`)).toContain("cannot be undone");
  expect((await seller.post(`/newsletter?issue=${issue}`, sending)).status).toBe(303);
  expect((await auditLogTexts(desk, 1))[0]).toMatch(/^Began to send issue \d+ of the newsletter to 1 subscriber\.$/);
  const again = await seller.post(`/newsletter?issue=${issue}`, sending);
  expect([again.status, (await again.text()).includes("cannot be sent twice")]).toEqual([409, true]);
});

test("a reader is found, helped and erased; that the page was opened and a copy taken is recorded by number", async () => {
  const id = await addReader(db, "Kamala Das");
  await paidOrder(desk, "kamala", { godan: 1 });
  await db.execute(sql`update orders set reader_id = ${id} where email = 'kamala@example.com'`);
  expect(await read("/readers?text=kamala")).toContain(`/readers/${id}`);
  expect(await seller.get(`/find?text=${encodeURIComponent("das")}`).then((answer) => answer.text())).toContain(
    `/readers/${id}`,
  );
  const page = await read(`/readers/${id}`);
  expect(page).toMatch(/EP-[0-9A-Z]{10}/);
  expect((await auditLogTexts(desk, 1))[0]).toBe(`Opened the page of reader ${id}.`);
  const record = await read("/record");
  expect(record).toMatch(new RegExp(`Opened the page of <a[^>]* href="/readers/${id}"`));
  expect(await read(`/record?subject=${encodeURIComponent("kamala das@example.com")}`)).toMatch(
    new RegExp(`Opened the page of <a[^>]* href="/readers/${id}"`),
  );
  expect(await read("/record?subject=nobody@example.com")).not.toContain("Opened the page of");
  const copy = await seller.get(`/readers/${id}/copy`);
  expect(copy.headers.get("content-disposition")).toBe(`attachment; filename="reader-${id}.json"`);
  expect(await copy.json()).toMatchObject({ account: expect.anything() });
  expect((await auditLogTexts(desk, 1))[0]).toContain(`Downloaded a copy of all data of reader ${id}`);
  const late = await browserOf("bookseller", 11);
  expect((await late.get(`/readers/${id}/copy`)).headers.get("location")).toBe(
    `/passkey?next=%2Freaders%2F${id}%2Fcopy`,
  );
  const form = { intent: "people.erase-reader", reader: String(id), confirmation: String(id) };
  const erase = (browser: typeof seller, more = {}) => browser.post(`/readers/${id}`, { ...form, ...more });
  expect((await erase(late)).status).toBe(403);
  expect((await erase(seller, { confirmation: "yes" })).status).toBe(422);
  const open = await erase(seller);
  expect([open.status, (await open.text()).includes("must first be delivered or refunded")]).toEqual([409, true]);
  await db.execute(sql`update orders set reader_id = null where reader_id = ${id}`);
  expect((await erase(seller)).status).toBe(303);
  expect(await count(db, sql`select count(*) from readers where id = ${id}`)).toBe(0);
  expect((await auditLogTexts(desk, 1))[0]).toBe(`Erased reader ${id}.`);
  expect((await seller.get(`/readers/${id}`)).status).toBe(404);
});

test("a ticket typed into the box leads to its page", async () => {
  const [message, request] = [await newMessage(desk), await newRequest(desk)];
  const place = async (text: string) => (await seller.get(`/find?text=${text}`)).headers.get("location");
  expect(await place(message.toLowerCase())).toBe(`/messages/${message}`);
  expect(await place(request)).toBe(`/wanted/${request}`);
  // One ticket in twenty has no digit.
  await db.execute(sql`update book_requests set ticket = 'EPT-ABCDEFGH' where ticket = ${request}`);
  expect(await place("ept-abcdefgh")).toBe("/wanted/EPT-ABCDEFGH");
});
