/** The contact form: tickets, letters, duplicates, spam, limits and hostile input. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { closeTicket } from "#shop/people/correspondence/contact.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db, services, mailbox } = shop;
const good = { name: "Asha Rao", email: "asha@example.com", subject: "A torn cover", message: "It came torn.\nSadly." };
const send = (changed: Record<string, string> = {}) =>
  shop.fetch("/contact", { method: "POST", body: new URLSearchParams({ ...good, website: "", ...changed }) });

beforeEach(async () => {
  await db.execute(sql`truncate contact_messages`);
  await db.execute(sql`truncate outbox`);
  await mailbox.clear();
});

async function countMessages(): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from contact_messages`);
  return rows[0]!.n;
}

async function sendGood(changed: Record<string, string> = {}): Promise<{ path: string; ticket: string }> {
  const answer = await send(changed);
  expect(answer.status).toBe(303);
  const { origin, pathname, search } = new URL(answer.headers.get("location")!);
  expect(origin).toBe(publicUrl);
  return { path: pathname + search, ticket: pathname.split("/").at(-1)! };
}

test("a message gets a ticket, a page that thanks, a letter to its writer and one to the shop", async () => {
  const { path, ticket } = await sendGood();
  expect(ticket).toMatch(/^EPT-[0-9A-HJKMNP-TV-Z]{8}$/);
  const thanks = await readPage(await shop.fetch(path));
  expect(thanks.status).toBe(200);
  expect(thanks.has("Thank you for writing")).toBe(true);
  expect(thanks.has(ticket)).toBe(true);
  expect(thanks.has("torn")).toBe(false);

  await sendDueLetters(services);
  const [toReader, toShop] = [good.email, "help@shop.test"].map((address) =>
    mailbox.letters().find(({ to }) => to === address),
  );
  expect(mailbox.letters()).toHaveLength(2);
  expect(toReader).toMatchObject({ to: good.email, subject: `We have your message, ticket ${ticket}` });
  expect(toReader!.text).toContain(path);
  expect(toReader!.text).not.toMatch(/torn/);
  expect(toShop).toMatchObject({ to: "help@shop.test", subject: `${ticket}: A torn cover` });
  expect(toShop!.text).toContain("It came torn.\n\nSadly.");
  expect(toShop!.headers.find(({ name }) => name === "Reply-To")?.value).toContain(good.email);
});

test("a ticket's page speaks of the letter on the day of writing, not months later when nobody knows any more", async () => {
  const { path, ticket } = await sendGood();
  expect((await readPage(await shop.fetch(path))).has("An e-mail with this ticket is on its way to you.")).toBe(true);
  await db.execute(sql`update contact_messages set created_at = created_at - interval '61 days'`);
  await db.execute(sql`truncate outbox`);
  const later = await readPage(await shop.fetch(path));
  expect(later.has(ticket)).toBe(true);
  expect(later.has("We received your message on")).toBe(true);
  expect(later.has("A letter with this ticket")).toBe(false);
  expect(later.has("Please write the ticket down")).toBe(false);
});

test("the same words sent twice, or twice at once, are one ticket; once answered they are a new one", async () => {
  await warm(shop.pool, 3);
  const sent = await Promise.all([sendGood(), sendGood({ email: "Asha@Example.com" }), sendGood()]);
  expect(new Set(sent.map(({ ticket }) => ticket)).size).toBe(1);
  await sendDueLetters(services);
  expect(mailbox.letters()).toHaveLength(2);
  expect(await closeTicket(services, sent[0]!.ticket)).toBe(true);
  expect((await readPage(await shop.fetch(sent[0]!.path))).has("Answered")).toBe(true);
  expect((await sendGood()).ticket).not.toBe(sent[0]!.ticket);
});

test("a message that lacks something comes back with everything that was typed", async () => {
  const answer = await send({ name: "", email: "not an address", message: "Half a <b>letter</b> & more" });
  expect(answer.status).toBe(422);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  const html = await answer.text();
  for (const text of [
    "Enter your name.",
    "Check your e-mail address",
    'value="not an address"',
    'value="A torn cover"',
    "Half a &lt;b&gt;letter&lt;/b&gt; &amp; more",
  ])
    expect(html.includes(text), text).toBe(true);
  expect(await countMessages()).toBe(0);
});

test("line breaks typed into a name or subject end up in no header", async () => {
  await sendGood({ name: "Asha\r\nBcc: evil@example.com", subject: "Hi\r\nBcc: evil@example.com\r\n\r\nbody" });
  await sendDueLetters(services);
  expect(
    mailbox
      .letters()
      .map(({ to }) => to)
      .sort(),
  ).toEqual([good.email, "help@shop.test"]);
  for (const { headers } of mailbox.letters()) expect(headers.map(({ name }) => name)).not.toContain("Bcc");
  expect((await send({ email: "asha@example.com\r\nBcc: evil@example.com" })).status).toBe(422);
});

test("what fills in the box that nobody sees is asked to empty it, and loses nothing", async () => {
  const answer = await send({ website: "https://spam.example" });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html.includes("We took this message for spam")).toBe(true);
  expect(html.includes('value="A torn cover"')).toBe(true);
  expect(await countMessages()).toBe(0);
});

test("a message longer than a letter is refused, and one longer than a book before it is read", async () => {
  expect((await send({ message: "a".repeat(5001) })).status).toBe(422);
  expect((await send({ message: "a".repeat(70_000) })).status).toBe(413);
  expect((await send({ message: "ग".repeat(5000) })).status).toBe(303);
});

test("a form on another site cannot send a message", async () => {
  const headers = { "sec-fetch-site": "cross-site" };
  const answer = await shop.fetch("/contact", { method: "POST", body: new URLSearchParams(good), headers });
  expect(answer.status).toBe(403);
});

test("a ticket opens with its own key alone", async () => {
  const first = await sendGood();
  const second = await sendGood({ message: "Another" });
  const key = new URL(first.path, publicUrl).searchParams.get("key")!;
  for (const path of [
    `/contact/${first.ticket}`,
    `/contact/${first.ticket}?key=${"A".repeat(43)}`,
    `/contact/${second.ticket}?key=${key}`,
    `/contact/EPT-00000000?key=${key}`,
  ])
    expect((await shop.fetch(path)).status, path).toBe(404);
});
