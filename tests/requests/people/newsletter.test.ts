/** The newsletter: double opt-in, unsubscribing, and answers that do not reveal who is subscribed. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { sendTestIssue, startIssue } from "#shop/people/correspondence/send-issue.server.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db, services, mailbox } = shop;
const asha = "asha@example.com";
const post = (path: string, init: RequestInit = {}) => shop.fetch(path, { method: "POST", ...init });
const ask = (email: string) => post("/newsletter", { body: new URLSearchParams({ email }) });
const isOnList = async () => {
  const { rowCount } = await db.execute(sql`select from newsletter_readers where confirmed_at is not null`);
  return rowCount === 1;
};

beforeEach(async () => {
  await db.execute(sql`truncate newsletter_readers, outbox`);
  await mailbox.clear();
});

/** The path of the newest link in a letter that matches `words`. */
async function pathInLetter(words: RegExp): Promise<string> {
  await sendDueLetters(services);
  const url = mailbox
    .letters()
    .flatMap(({ text }) => text.match(/https?:\S+/g) ?? [])
    .findLast((one) => words.test(one));
  return url!.replace(publicUrl, "");
}

async function join(): Promise<string> {
  await ask(asha);
  await post(await pathInLetter(/confirm/), { body: new URLSearchParams() });
  return pathInLetter(/leave/);
}

test("the form says thanks, its letter asks, and only the button's press puts one on the list", async () => {
  const thanks = await readPage(await ask(asha));
  expect(thanks.status).toBe(200);
  expect(thanks.has("Thank you. One more step.")).toBe(true);
  const path = await pathInLetter(/confirm/);
  for (const _ of [1, 2]) {
    const opened = await readPage(await shop.fetch(path));
    expect(opened.has("Yes, write to me")).toBe(true);
    expect(await isOnList()).toBe(false);
  }
  expect((await shop.fetch(path, { method: "HEAD" })).status).toBe(200);
  expect(await isOnList()).toBe(false);
  const welcome = await readPage(await post(path, { body: new URLSearchParams() }));
  expect(welcome.has("Welcome to the list")).toBe(true);
  expect(await isOnList()).toBe(true);
});

test("the answer is the same bytes whether an address is new, asked, or on the list", async () => {
  const withoutNonce = async (email: string) =>
    (await (await ask(email)).text()).replace(/nonce(=|":|\\":)\S{2,40}?==/g, "nonce");
  const fresh = await withoutNonce(asha);
  const again = await withoutNonce(asha);
  await post(await pathInLetter(/confirm/), { body: new URLSearchParams() });
  expect(await isOnList()).toBe(true);
  expect(again === fresh).toBe(true);
  expect((await withoutNonce(asha)) === fresh).toBe(true);
});

test("what is no address is said to be none, and comes back as it was typed", async () => {
  const answer = await ask("asha@");
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html.includes("Please enter an address such as")).toBe(true);
  expect(html.includes('value="asha@"')).toBe(true);
});

test("a letter to the list carries the headers by which mail programs leave it in one click", async () => {
  const path = await join();
  const headers = Object.fromEntries(
    mailbox
      .letters()
      .at(-1)!
      .headers.map(({ name, value }) => [name, value]),
  );
  expect(headers["List-Unsubscribe"]).toBe(`<${publicUrl}${path}>`);
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
});

test.each([
  ["a form", new URLSearchParams({ "List-Unsubscribe": "One-Click" })],
  ["a form in parts", Object.assign(new FormData(), {})],
])(
  "a mail program leaves the list by posting %s, without a cookie or an origin, and without being sent on",
  async (_, body) => {
    if (body instanceof FormData) body.set("List-Unsubscribe", "One-Click");
    const path = await join();
    const answer = await shop.pages.fetch(new Request(publicUrl + path, { method: "POST", body, redirect: "manual" }));
    expect(answer.status).toBe(200);
    expect(await isOnList()).toBe(false);
  },
);

test("opening the way out does not take it; its button does, also twice", async () => {
  const path = await join();
  expect((await readPage(await shop.fetch(path))).has("Unsubscribe")).toBe(true);
  expect(await isOnList()).toBe(true);
  for (const _ of [1, 2]) {
    const left = await readPage(await post(path, { body: new URLSearchParams() }));
    expect(left.has("You are not on the list")).toBe(true);
  }
  expect(await isOnList()).toBe(false);
});

test("a link that nobody was sent opens nothing", async () => {
  const path = await join();
  const forged = path.replace(/[^/]{43}$/, "A".repeat(43));
  expect((await post(forged, { body: new URLSearchParams() })).status).toBe(200);
  expect(await isOnList()).toBe(true);
  const unknown = await readPage(await shop.fetch(`/newsletter/confirm/${"A".repeat(43)}`));
  expect(unknown.has("This link has expired")).toBe(true);
});

test("saying yes from another site is refused", async () => {
  await ask(asha);
  const path = await pathInLetter(/confirm/);
  const headers = { "sec-fetch-site": "cross-site" };
  expect((await post(path, { body: new URLSearchParams(), headers })).status).toBe(403);
  expect(await isOnList()).toBe(false);
});

test("the page shows the issue that was sent last, with its links, and none that was only tested", async () => {
  const write = async (text: string) => {
    const tried = await sendTestIssue(services, text, "leela@example.com");
    if (!tried.ok) throw new Error(tried.problem);
    return tried.issueId;
  };
  const links = "[The list](/reading-lists/summer)\n[New on the table](/this-week)";
  await startIssue(services, await write(`# Books for the rains\n\nDear readers,\n\nIt pours.\n${links}`));
  await write("# A draft\n\nNot yet.");
  const page = await readPage(await shop.fetch("/newsletter"));
  expect(page.headings.filter(({ level }) => level === 3).map(({ text }) => text)).toEqual(["Books for the rains"]);
  expect([page.has("It pours."), page.has("Not yet.")]).toEqual([true, false]);
  expect(page.addresses).toEqual(expect.arrayContaining(["/reading-lists/summer", "/this-week"]));
});
