/** The form that asks for a book the shop does not have: tickets, letters, duplicates, spam and limits. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { closeBookRequest } from "#shop/people/correspondence/book-requests.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { count } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db, services, mailbox } = shop;
const good = {
  title: "The Room on the Roof",
  author: "Ruskin Bond",
  isbn: "978-0-14-010783-8",
  email: "asha@example.com",
};
const send = (changed: Record<string, string> = {}) =>
  shop.fetch("/ask-for-a-book", { method: "POST", body: new URLSearchParams({ ...good, website: "", ...changed }) });
const sendFrom = (network: string, changed: Record<string, string>) =>
  shop.pages.fetch(
    new Request(`${publicUrl}/ask-for-a-book`, {
      method: "POST",
      body: new URLSearchParams({ ...good, website: "", ...changed }),
      headers: { "sec-fetch-site": "same-origin" },
      redirect: "manual",
    }),
    network,
  );
const requests = () => count(db, sql`select count(*) from book_requests`);

beforeEach(async () => {
  services.now = () => new Date();
  await db.execute(sql`truncate book_requests, contact_messages, outbox`);
  await mailbox.clear();
});

async function sendGood(changed: Record<string, string> = {}): Promise<{ path: string; ticket: string }> {
  const answer = await send(changed);
  expect(answer.status).toBe(303);
  const { origin, pathname, search } = new URL(answer.headers.get("location")!);
  expect(origin).toBe(publicUrl);
  return { path: pathname + search, ticket: pathname.split("/").at(-1)! };
}

test("a request gets a ticket, a page that thanks, a letter of receipt without a word of it, and one to the shop", async () => {
  const { path, ticket } = await sendGood();
  expect(ticket).toMatch(/^EPT-[0-9A-HJKMNP-TV-Z]{8}$/);
  const thanks = await readPage(await shop.fetch(path));
  expect(thanks.status).toBe(200);
  for (const words of ["Thank you for asking", "We received your request for a book on", ticket])
    expect(thanks.has(words), words).toBe(true);
  expect(thanks.has("Roof")).toBe(false);

  await sendDueLetters(services);
  expect(mailbox.letters()).toHaveLength(2);
  const [toReader, toShop] = [good.email, "help@shop.test"].map((address) =>
    mailbox.letters().find(({ to }) => to === address),
  );
  expect(toReader).toMatchObject({ subject: `We have your request for a book, ticket ${ticket}` });
  expect(toReader!.text).toContain(path);
  expect(toReader!.text + toReader!.html + toReader!.subject).not.toMatch(/Roof|Ruskin|9780140107838/);
  expect(toShop).toMatchObject({ subject: `${ticket}: a reader asks for The Room on the Roof` });
  for (const words of ["The Room on the Roof", "Ruskin Bond", "9780140107838", good.email])
    expect(toShop!.text, words).toContain(words);
  expect(toShop!.headers.find(({ name }) => name === "Reply-To")?.value).toContain(good.email);
});

test("who has just asked reads the title again and finds a way on; whoever else has the link does not", async () => {
  const asker = visit(shop);
  const answer = await asker.fetch("/ask-for-a-book", {
    method: "POST",
    body: new URLSearchParams({ ...good, title: "छत; a room & more", author: "R. ~ Bond=1", website: "" }),
    headers: { "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  const { pathname, search } = new URL(answer.headers.get("location")!);
  const thanks = await readPage(await asker.fetch(pathname + search));
  expect(thanks.has("छत; a room & more")).toBe(true);
  const searches = thanks.addresses.map((address) => new URL(address, publicUrl).searchParams.get("q"));
  expect(searches).toContain("R. ~ Bond=1");
  for (const visitor of [asker, visit(shop)]) {
    const again = await readPage(await visitor.fetch(pathname + search));
    expect(again.has("a room & more")).toBe(false);
    expect(again.addresses).toEqual(expect.arrayContaining(["/categories", "/best-sellers"]));
  }
});

test("a book with its ISBN alone is asked for by that", async () => {
  const { ticket } = await sendGood({ title: "", author: "" });
  await sendDueLetters(services);
  const toShop = mailbox.letters().find(({ to }) => to === "help@shop.test");
  expect(toShop!.subject).toBe(`${ticket}: a reader asks for ISBN 9780140107838`);
});

test("the same request sent twice, or twice at once, is one ticket; once answered it is a new one", async () => {
  await warm(shop.pool, 3);
  const sent = await Promise.all([
    sendGood(),
    sendGood({ email: "Asha@Example.com" }),
    sendGood({ isbn: "0140107835" }),
  ]);
  expect(new Set(sent.map(({ ticket }) => ticket)).size).toBe(1);
  await sendDueLetters(services);
  expect(mailbox.letters()).toHaveLength(2);
  expect(await closeBookRequest(services, sent[0]!.ticket)).toBe(true);
  expect((await readPage(await shop.fetch(sent[0]!.path))).has("Answered")).toBe(true);
  expect((await sendGood()).ticket).not.toBe(sent[0]!.ticket);
});

test("a request that lacks something comes back with everything that was typed, and what is wrong in words", async () => {
  const answer = await send({
    title: "",
    author: "<b>Bond</b> & more",
    isbn: "9780140107831",
    email: "not an address",
  });
  expect(answer.status).toBe(422);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  const html = await answer.text();
  for (const text of [
    "ends in the check digit 1, but must end in 8",
    "Check your e-mail address",
    'value="not an address"',
    'value="9780140107831"',
    'value="&lt;b&gt;Bond&lt;/b&gt; &amp; more"',
  ])
    expect(html.includes(text), text).toBe(true);
  expect(
    (await (await send({ title: " ", isbn: "" })).text()).includes("Enter the title of the book, or its ISBN."),
  ).toBe(true);
  expect(await requests()).toBe(0);
});

test("what fills in the box that nobody sees is asked to empty it, and loses nothing", async () => {
  const answer = await send({ website: "https://spam.example" });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html.includes("We took this message for spam")).toBe(true);
  expect(html.includes('value="The Room on the Roof"')).toBe(true);
  expect(await requests()).toBe(0);
});

test("a form on another site cannot ask for a book", async () => {
  const headers = { "sec-fetch-site": "cross-site" };
  const answer = await shop.fetch("/ask-for-a-book", { method: "POST", body: new URLSearchParams(good), headers });
  expect(answer.status).toBe(403);
});

test("one network sends few forms at once, and loses nothing of what it typed", async () => {
  const at = new Date();
  services.now = () => at;
  const statuses = [];
  for (let turn = 0; turn < 11; turn += 1)
    statuses.push(
      (await sendFrom("203.0.113.60", { title: `Book ${turn}`, email: `reader${turn}@example.com` })).status,
    );
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 429]);
  const refused = await (await sendFrom("203.0.113.60", { title: "The eleventh" })).text();
  expect(refused).toContain("it is not lost while this page is open");
  expect(refused).toContain('value="The eleventh"');
});

test("a mailbox gets few letters a day, together with those of the contact page; every request is kept", async () => {
  const message = { name: "Asha", email: "victim@example.com", subject: "S", message: "M", website: "" };
  for (let turn = 0; turn < 5; turn += 1) {
    const body = new URLSearchParams({ ...message, subject: `Letter ${turn}` });
    await shop.fetch("/contact", { method: "POST", body });
  }
  let last = { path: "" };
  for (let turn = 0; turn < 6; turn += 1)
    last = await sendGood({ title: `Book ${turn}`, email: `victim+${turn}@example.com` });
  expect(await count(db, sql`select count(*) from outbox where to_address like 'victim%'`)).toBe(8);
  expect(await requests()).toBe(6);
  expect((await readPage(await shop.fetch(last.path))).has("Please write the ticket down")).toBe(true);
});

test("the bookseller's mailbox gets a hundred messages and requests a day, then one letter that says where the others are", async () => {
  await db.execute(sql`
    insert into outbox (kind, to_address, subject_key, facts)
    select 'contact-for-shop', 'help@shop.test', n::text, '{}' from generate_series(1, 99) n`);
  for (let turn = 0; turn < 3; turn += 1) await sendGood({ title: `Book ${turn}`, email: `writer${turn}@example.com` });
  expect(await count(db, sql`select count(*) from outbox where kind = 'book-request-for-shop'`)).toBe(1);
  expect(await count(db, sql`select count(*) from outbox where kind = 'contact-gathered'`)).toBe(1);
  expect(await requests()).toBe(3);
});

test("a search that finds nothing offers the form, filled in with what was typed where that fits", async () => {
  const formOf = async (query: string) => {
    const html = await (await shop.fetch(`/search?q=${encodeURIComponent(query)}`)).text();
    const form = /<form[^>]*action="\/ask-for-a-book".*?<\/form>/s.exec(html)?.[0];
    const valueOf = (name: string) =>
      new RegExp(`<input[^>]*name="${name}"[^>]*?value="([^"]*)"`).exec(form ?? "")?.[1];
    return form && { title: valueOf("title"), isbn: valueOf("isbn") };
  };
  expect(await formOf('Zzz "Qqq" & more')).toEqual({ title: "Zzz &quot;Qqq&quot; &amp; more", isbn: undefined });
  expect(await formOf("ISBN 978-0-14-010783-1")).toEqual({ title: undefined, isbn: "ISBN 978-0-14-010783-1" });
  expect(await formOf("xx - xxx - xx")).toEqual({ title: "xx - xxx - xx", isbn: undefined });
  expect(await formOf("1985 19")).toEqual({ title: "1985 19", isbn: undefined });
  expect(await formOf("malgudi")).toBeUndefined();
});

test("the page is linked where a reader looks for it", async () => {
  for (const path of ["/faq", "/contact"])
    expect((await readPage(await shop.fetch(path))).addresses, path).toContain("/ask-for-a-book");
});
