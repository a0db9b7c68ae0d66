/** Tests that the shop cannot be used to flood a mailbox, and of unsubscribing by one request. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { requestBook } from "#shop/people/correspondence/book-requests.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { hasConsent, recordConsent } from "#shop/people/readers/consents.server.ts";
import { unsubscribeReviewLettersLink } from "#shop/people/reviews/review-letter-link.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { addReader, signInReader } from "#tests/support/sales/readers.ts";
import { count } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";

const shop = await openTestShop();
const { db, services, mailbox } = shop;
let clock = Date.now();
shop.services.now = () => new Date(clock);

beforeEach(async () => {
  await db.execute(sql`truncate contact_messages, outbox, newsletter_readers, stock_requests`);
  await mailbox.clear();
  clock += 3600_000;
});

/** Sends a form from a network. */
function send(network: string, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const request = new Request(publicUrl + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "sec-fetch-site": "same-origin", ...headers },
    redirect: "manual",
  });
  return shop.pages.fetch(request, network);
}

let messages = 0;
const write = (network: string, email: string, name = "Asha") => {
  messages += 1;
  return send(network, "/contact", { name, email, subject: `Letter ${messages}`, message: "Hello", website: "" });
};
const subscribe = (network: string, email: string) => send(network, "/newsletter", { email });
const networkOf = (turn: number) => `198.51.${Math.floor(turn / 250)}.${turn % 250}`;
const letters = (where = sql`true`) => count(db, sql`select count(*) from outbox where ${where}`);

test("letters to one mailbox are limited per day, across networks and address variants", async () => {
  const aliases = (turn: number) => [
    `the.victim+${turn}@gmail.com`,
    `t.hevictim@googlemail.com`,
    "THEVICTIM@gmail.com",
  ];
  for (let turn = 0; turn < 30; turn += 1) {
    expect((await write(networkOf(turn), aliases(turn)[turn % 3]!)).status).toBe(303);
    expect((await subscribe(networkOf(turn), aliases(turn)[(turn + 1) % 3]!)).status).toBe(200);
  }
  expect(await letters(sql`to_address <> 'help@shop.test'`)).toBeLessThanOrEqual(8);
  // Messages to the shop are kept, and other mailboxes are not affected.
  expect(await count(db, sql`select count(*) from contact_messages`)).toBe(30);
  await subscribe(networkOf(99), "another@gmail.com");
  expect(await letters(sql`to_address = 'another@gmail.com'`)).toBe(1);
});

test("letters asked for in the same moment are counted one after the other", async () => {
  await warm(shop.pool, 10);
  const asked = Array.from({ length: 30 }, (_, turn) => subscribe(networkOf(turn), `rush+${turn}@example.com`));
  await Promise.all(asked);
  expect(await letters()).toBe(8);
});

test("a page without a letter says so, and shows the ticket", async () => {
  for (let turn = 0; turn < 8; turn += 1) await write(networkOf(turn), "asha@example.com");
  const answer = await write(networkOf(9), "asha@example.com");
  const { pathname, search } = new URL(answer.headers.get("location")!);
  const page = await readPage(await shop.fetch(pathname + search));
  expect(page.has("Please write the ticket down")).toBe(true);
  expect(page.has("is on its way to you")).toBe(false);
});

test("messages in somebody's name keep nobody from making that address the one of an account", async () => {
  const email = "asha@example.com";
  for (let turn = 0; turn < 8; turn += 1) await write(networkOf(turn), email);
  const { token } = await signInReader(db, "movingreader");
  const change = { intent: "information", name: "Asha", email, phone: "" };
  expect((await send(networkOf(9), "/account", change, { cookie: `session=${token}` })).status).toBe(303);
  expect(await letters(sql`kind = 'confirm-email' and to_address = ${email}`)).toBe(1);
});

test("one mailbox gets eight letters a day that confirm an account's address, whichever accounts ask", async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const { token } = await signInReader(db, `mover${turn}`);
    const change = { intent: "information", name: "Asha", email: `asha+${turn}@example.com`, phone: "" };
    const { status } = await send(networkOf(turn), "/account", change, { cookie: `session=${token}` });
    expect(status, String(turn)).toBe(turn < 8 ? 303 : 422);
  }
  expect(await letters(sql`kind = 'confirm-email'`)).toBe(8);
});

test("one network brings about few letters at once, then three a minute", async () => {
  const network = "203.0.113.40";
  const asked = [];
  for (let turn = 0; turn < 12; turn += 1) asked.push((await subscribe(network, `reader${turn}@example.com`)).status);
  expect(asked).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  const refused = await write(network, "asha@example.com");
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("it is not lost while this page is open");
  const requestStockLetter = await send(network, "/books/godan/tell-me", { email: "asha@example.com" });
  expect(requestStockLetter.headers.get("location")).toBe("/books/godan/tell-me?busy");
  expect((await readPage(await shop.fetch("/books/godan/tell-me?busy"))).has("Please wait a minute")).toBe(true);
  const { token, reader } = await signInReader(db, "ashareader");
  const change = { intent: "information", name: "Asha", email: "new@example.com", phone: "" };
  const cookie = { cookie: `session=${token}` };
  expect(await (await send(network, "/account", change, cookie)).text()).toContain("Please wait a minute");
  expect((await send(network, "/account", { ...change, email: reader.email! }, cookie)).status).toBe(303);
  clock += 20_000;
  expect((await write(network, "asha@example.com")).status).toBe(303);
});

test("the bookseller's mailbox gets a hundred messages a day, then one letter that says where the others are", async () => {
  for (let turn = 0; turn < 110; turn += 1) await write(networkOf(turn), `writer${turn}@example.com`);
  expect(await count(db, sql`select count(*) from contact_messages`)).toBe(110);
  expect(await letters(sql`kind = 'contact-for-shop'`)).toBe(100);
  expect(await letters(sql`kind = 'contact-gathered'`)).toBe(1);
  await sendDueLetters(services, 500);
  const told = mailbox.letters().find(({ subject }) => subject.startsWith("More messages came today"));
  expect(told).toMatchObject({ to: "help@shop.test", text: expect.stringMatching(/the\s+desk\s+lists\s+all/) });
});

test("nothing that a stranger typed is in a letter to an address that nobody has proven", async () => {
  const claim = "Claim your prize now";
  await write(networkOf(1), "asha@example.com", claim);
  const { token } = await signInReader(db, "renamed");
  const change = { intent: "information", name: claim, email: "stranger@example.com", phone: "" };
  expect((await send(networkOf(2), "/account", change, { cookie: `session=${token}` })).status).toBe(303);
  await sendDueLetters(services);
  const out = mailbox.letters().filter(({ to }) => to !== "help@shop.test");
  expect(out.map(({ to }) => to).sort()).toEqual(["asha@example.com", "stranger@example.com"]);
  for (const { text, html, subject } of out) {
    expect(text + html + subject).not.toContain("Claim");
    expect(text).toContain("Dear reader,");
  }
});

test("a letter to the proven address of an account greets by its name, and an answer by the name that a person has read", async () => {
  const { reader } = await signInReader(db, "greeted");
  await db.execute(sql`update readers set name = 'Asha Rao' where id = ${reader.id}`);
  await write(networkOf(1), reader.email!.toUpperCase(), "A claim");
  await requestBook(services, { title: "Clear Light", author: "", isbn: null, email: reader.email! });
  await write(networkOf(3), "guest@example.com");
  for (const query of [
    sql`update contact_messages set answer = 'We look.' where email = 'guest@example.com'`,
    sql`insert into outbox (kind, order_id, to_address, subject_key, facts)
      select 'contact-answered', null, email, ticket, jsonb_build_object('ticket', ticket)
      from contact_messages where email = 'guest@example.com'`,
  ])
    await db.execute(query);
  await sendDueLetters(services);
  const greetings = mailbox
    .letters()
    .filter(({ to }) => to !== "help@shop.test")
    .map(({ to, text }) => [to.toLowerCase(), text.split("\n")[0]]);
  expect(greetings.toSorted()).toEqual([
    [reader.email, "Dear Asha Rao,"],
    [reader.email, "Dear Asha Rao,"],
    ["guest@example.com", "Dear Asha,"],
    ["guest@example.com", "Dear reader,"],
  ]);
});

test("readers wait for at most thirty books, under all addresses of their mailbox", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from books order by id limit 40`);
  for (const [turn, { id }] of rows.entries()) {
    await send(networkOf(turn), `/books/${id}/tell-me`, { email: `waits+${turn}@example.com` });
    await db.execute(sql`update stock_requests set created_at = created_at - interval '2 days'`);
  }
  expect(await count(db, sql`select count(*) from stock_requests`)).toBe(30);
});

test("letters that ask for a review end by one post to their address, without a sign-in, and for that reader alone", async () => {
  const [reader, other] = [await addReader(db, "leaving"), await addReader(db, "staying")];
  for (const id of [reader, other]) await recordConsent(db, id, "review-letters", true);
  const path = unsubscribeReviewLettersLink(publicUrl, services.linkKey, reader).slice(publicUrl.length);
  expect((await readPage(await shop.fetch(path))).has("No more e-mails that ask for reviews?")).toBe(true);
  expect((await shop.fetch(path)).headers.get("referrer-policy")).toBe("no-referrer");
  expect(await hasConsent(db, reader, "review-letters")).toBe(true);
  // As a mail program does: from any network, without a cookie, as multipart.
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  const post = (to: string) => shop.pages.fetch(new Request(publicUrl + to, { method: "POST", body }), networkOf(5));
  expect((await post(path.replace(`/${reader}/`, `/${other}/`))).status).toBe(200);
  expect(await hasConsent(db, other, "review-letters")).toBe(true);
  expect((await post(path)).status).toBe(200);
  expect(await hasConsent(db, reader, "review-letters")).toBe(false);
  expect(await hasConsent(db, other, "review-letters")).toBe(true);
  expect((await readPage(await shop.fetch(path))).has("We will not ask you for reviews")).toBe(true);
});
