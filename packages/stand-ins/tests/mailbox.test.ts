/** Tests of the mailbox stand-in: SMTP, storage, faults, and pages. */
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import nodemailer, { type SendMailOptions } from "nodemailer";
import { afterEach, expect, test } from "vitest";

import { createMailboxStandIn, type MailboxStandIn, type MailboxStandInOptions } from "#stand-ins/mailbox/mailbox.ts";

const base = "/stand-ins/mailbox";
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openMailbox(options: Partial<MailboxStandInOptions> = {}): Promise<MailboxStandIn> {
  const mailbox = await createMailboxStandIn({ basePath: base, ...options });
  closers.push(mailbox.close);
  return mailbox;
}

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mailbox-"));
  closers.push(() => rm(folder, { recursive: true }));
  return join(folder, "mailbox.jsonl");
}

const sample = {
  from: "Endpaper <orders@shop.example>",
  to: "asha@reader.example",
  subject: "गोदान is back at ₹250.00",
  html: "<html><head><title>x</title></head><body><p>गोदान</p></body></html>",
  text: "गोदान",
};

function post({ smtpUrl }: MailboxStandIn, change: SendMailOptions = {}): Promise<unknown> {
  return nodemailer.createTransport({ url: smtpUrl }).sendMail({ ...sample, ...change });
}

function visit(mailbox: MailboxStandIn, path: string, init?: RequestInit): Promise<Response> {
  return mailbox.fetch(new Request(`http://shop.test${base}${path}`, init));
}

test("a letter is kept with all that was sent", async () => {
  const mailbox = await openMailbox();
  await post(mailbox, { messageId: "<1@shop.example>" });
  expect(mailbox.letters()).toEqual([
    {
      id: expect.any(String),
      messageId: "<1@shop.example>",
      from: "Endpaper <orders@shop.example>",
      to: "asha@reader.example",
      subject: sample.subject,
      html: expect.stringContaining("<p>गोदान</p>"),
      text: expect.stringContaining("गोदान"),
      headers: expect.arrayContaining([{ name: "Message-ID", value: "<1@shop.example>" }]),
      files: [],
      receivedAt: expect.stringMatching(/^20.*Z$/),
    },
  ]);
});

test("recipients are those of the envelope, including blind copies", async () => {
  const mailbox = await openMailbox();
  await post(mailbox, { bcc: "hidden@reader.example" });
  expect(mailbox.letters()[0]!.to).toBe("asha@reader.example, hidden@reader.example");
});

test("letters outlive a restart, and half a line left by a crash does no harm", async () => {
  const file = await newFile();
  const first = await createMailboxStandIn({ basePath: base, file });
  await post(first);
  await post(first, { subject: "Second" });
  await first.close();
  await appendFile(file, '{"id":"torn","subj');
  const second = await openMailbox({ file });
  await post(second, { subject: "Third" });
  expect(second.letters().map((letter) => letter.subject)).toEqual([sample.subject, "Second", "Third"]);
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).subject)).toEqual([sample.subject, "Second", "Third"]);
});

test("the newest 500 letters stay, and the file does not grow without end", async () => {
  const file = await newFile();
  const mailbox = await openMailbox({ file });
  const transport = nodemailer.createTransport({
    url: mailbox.smtpUrl,
    pool: true,
    maxConnections: 4,
    maxMessages: 2000,
  });
  for (let first = 0; first < 1200; first += 100) {
    const hundred = Array.from({ length: 100 }, (_, index) => first + index);
    await Promise.all(hundred.map((one) => transport.sendMail({ ...sample, subject: `Letter ${one}` })));
  }
  transport.close();
  const subjects = mailbox.letters().map((letter) => letter.subject);
  expect(subjects).toHaveLength(500);
  expect(subjects).toContain("Letter 1199");
  expect(subjects).not.toContain("Letter 0");
  expect((await readFile(file, "utf8")).trim().split("\n").length).toBeLessThanOrEqual(1000);
  const again = await openMailbox({ file });
  expect(again.letters()).toEqual(mailbox.letters());
});

test("clearing takes the letters out of the file too", async () => {
  const file = await newFile();
  const mailbox = await openMailbox({ file });
  await post(mailbox);
  await mailbox.clear();
  expect(mailbox.letters()).toEqual([]);
  expect(await readFile(file, "utf8")).toBe("");
});

test("readers are refused as often as was asked for", async () => {
  const mailbox = await openMailbox();
  mailbox.setFault({ refuse: "temporary", times: 2 });
  await expect(post(mailbox)).rejects.toMatchObject({ responseCode: 450 });
  await expect(post(mailbox)).rejects.toMatchObject({ responseCode: 450 });
  await post(mailbox);
  mailbox.setFault({ refuse: "permanent" });
  await expect(post(mailbox)).rejects.toMatchObject({ responseCode: 550 });
  mailbox.setFault(null);
  await post(mailbox);
  expect(mailbox.letters()).toHaveLength(2);
});

test("a lost answer keeps the letter, and the sender does not know", async () => {
  const mailbox = await openMailbox();
  mailbox.setFault({ loseAnswer: true, times: 1 });
  await expect(post(mailbox)).rejects.toMatchObject({ code: "ECONNECTION" });
  expect(mailbox.letters()).toHaveLength(1);
});

test("a letter beyond ten megabytes is not taken", async () => {
  const mailbox = await openMailbox();
  await expect(post(mailbox, { text: "x".repeat(11 * 1024 * 1024) })).rejects.toThrow();
  expect(mailbox.letters()).toEqual([]);
});

test("the list shows the newest letter first and finds by words", async () => {
  const mailbox = await openMailbox();
  expect(await (await visit(mailbox, "/")).text()).toContain("No letters yet");
  await post(mailbox, { subject: "First <b>&" });
  await post(mailbox, { subject: "Second", to: "vikram@reader.example" });
  const list = await (await visit(mailbox, "")).text();
  expect(list.indexOf("Second")).toBeLessThan(list.indexOf("First &lt;b&gt;&amp;"));
  const found = await (await visit(mailbox, "/?find=VIKRAM")).text();
  expect(found).toContain("1 letter,");
  expect(found).not.toContain("First");
  expect(await (await visit(mailbox, "/?find=%22%3E%3Cscript%3E")).text()).not.toContain("<script>");
});

test("a letter is shown as sent, as text and with its headers", async () => {
  const mailbox = await openMailbox();
  await post(mailbox, { text: "<i>plain</i>", messageId: "<1@shop.example>" });
  const { id } = mailbox.letters()[0]!;
  const asSent = await visit(mailbox, `/letters/${id}`);
  expect(asSent.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await asSent.text()).toContain(`src="${base}/letters/${id}/html" sandbox="allow-popups`);
  expect(await (await visit(mailbox, `/letters/${id}?view=text`)).text()).toContain("&lt;i&gt;plain");
  expect(await (await visit(mailbox, `/letters/${id}?view=headers`)).text()).toContain("&lt;1@shop.example&gt;");
});

test("a letter's own page is cut off from the shop", async () => {
  const mailbox = await openMailbox();
  await post(mailbox, { html: "<script>alert(1)</script>" });
  const answer = await visit(mailbox, `/letters/${mailbox.letters()[0]!.id}/html`);
  const policy = answer.headers.get("content-security-policy")!;
  expect(policy).toMatch(/^sandbox allow-popups/);
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
});

test("what is not there is a 404, and only reading is possible without control", async () => {
  const mailbox = await openMailbox();
  for (const path of ["/letters/1", "/letters/../x", "/nothing", "/control/letters"]) {
    expect((await visit(mailbox, path)).status).toBe(404);
  }
  expect((await visit(mailbox, "/control/clear", { method: "POST" })).status).toBe(405);
});

test("with control, letters are listed, cleared and faults set, but not by another site", async () => {
  const mailbox = await openMailbox({ control: true });
  await post(mailbox);
  expect(await (await visit(mailbox, "/control/letters")).json()).toEqual(mailbox.letters());
  const form = (body: Record<string, string>, site = "same-origin") => ({
    method: "POST",
    body: new URLSearchParams(body),
    headers: { "sec-fetch-site": site },
  });
  expect((await visit(mailbox, "/control/clear", form({}, "cross-site"))).status).toBe(403);
  expect((await visit(mailbox, "/control/clear", form({}))).status).toBe(303);
  expect(mailbox.letters()).toEqual([]);
  expect((await visit(mailbox, "/control/fault", form({ refuse: "permanent", times: "1" }))).status).toBe(303);
  await expect(post(mailbox)).rejects.toMatchObject({ responseCode: 550 });
  await post(mailbox);
  const wrongs: Record<string, string>[] = [
    { refuse: "now" },
    { refuse: "permanent", times: "0" },
    { refuse: "permanent", times: "x" },
  ];
  for (const wrong of wrongs) {
    expect((await visit(mailbox, "/control/fault", form(wrong))).status).toBe(400);
  }
  const set = await visit(mailbox, "/control/fault", { method: "POST", body: '{"loseAnswer":true}' });
  expect(await set.json()).toEqual({ fault: { loseAnswer: true } });
  const off = await visit(mailbox, "/control/fault", { method: "POST", body: "null" });
  expect(await off.json()).toEqual({ fault: null });
});
