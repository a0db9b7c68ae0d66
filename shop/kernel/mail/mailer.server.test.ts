/** Tests the sending of letters by SMTP: headers, temporary and permanent failures, and encrypted connections. */

import { createServer, type AddressInfo } from "node:net";

import nodemailer from "nodemailer";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { createMailboxStandIn } from "#stand-ins/mailbox/mailbox.ts";
import { createMailer, type OutgoingLetter } from "./mailer.server.ts";
import { sampleShop } from "#shop/office/letters/orders/sample-order.ts";
import { sampleLetters } from "#tests/support/sample-letters.ts";
import { renderLetter } from "./render-letter.ts";

const mailbox = await createMailboxStandIn({ basePath: "" });
const mailer = createMailer({
  smtpUrl: mailbox.smtpUrl,
  from: "orders@endpaper.example",
  shopName: "Endpaper",
  publicUrl: "https://endpaper.example",
});
const letter: OutgoingLetter = {
  to: "asha@reader.example",
  ...renderLetter(sampleLetters["order-confirmed"]!, sampleShop),
  messageId: "<letter-7@endpaper.example>",
};

beforeEach(async () => {
  mailbox.setFault(null);
  await mailbox.clear();
});
afterAll(async () => {
  mailer.close();
  await mailbox.close();
});

const header = (name: string) =>
  mailbox.letters()[0]!.headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value;

test.each(Object.entries(sampleLetters))("%s arrives as it was written", async (_, sample) => {
  const written = renderLetter(sample, sampleShop);
  await mailer.send({ ...letter, ...written });
  expect(mailbox.letters()).toMatchObject([
    {
      messageId: letter.messageId,
      from: "Endpaper <orders@endpaper.example>",
      to: letter.to,
      subject: written.subject,
    },
  ]);
  const [arrived] = mailbox.letters();
  expect(arrived!.html.trim()).toBe(written.html.trim());
  expect(arrived!.text.trim()).toBe(written.text.trim());
});

test("a letter says that no person sent it", async () => {
  await mailer.send(letter);
  expect(header("Auto-Submitted")).toBe("auto-generated");
});

test("a newsletter names its list", async () => {
  await mailer.send({ ...letter, ...renderLetter(sampleLetters["newsletter-issue"]!, sampleShop) });
  expect(header("List-Id")).toBe("<newsletter.endpaper.example>");
  expect(mailbox.letters()[0]!.text.replaceAll("\n", " ")).toContain(sampleShop.postalAddress);
});

test.each([
  ["https://books.example", "books.example"],
  ["http://localhost:4000", "letters.example"],
  ["http://192.0.2.7", "letters.example"],
])("the shop of %s calls itself %s at the mail server", async (publicUrl, name) => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.write("220 ready\r\n");
    socket.once("data", (line) => {
      heard.push(String(line));
      socket.end("421 not now\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shop = createMailer({ smtpUrl, from: "orders@letters.example", shopName: "Endpaper", publicUrl });
  await expect(shop.send(letter)).rejects.toMatchObject({ kind: "temporary" });
  shop.close();
  server.close();
  expect(heard[0]).toBe(`EHLO ${name}\r\n`);
});

test("a letter may name who gets the answer, and the address that ends such letters", async () => {
  await mailer.send({ ...letter, replyTo: "meera@reader.example", unsubscribeUrl: "https://endpaper.example/leave/7" });
  expect(header("Reply-To")).toBe("meera@reader.example");
  expect(header("List-Unsubscribe")).toBe("<https://endpaper.example/leave/7>");
  expect(header("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  const twoAddresses = { ...letter, replyTo: "a@reader.example, b@reader.example" };
  await expect(mailer.send(twoAddresses)).rejects.toMatchObject({
    kind: "permanent",
    message: "The address for replies is not a single e-mail address.",
  });
});

test("a refusal for now is temporary, and the next try goes through", async () => {
  mailbox.setFault({ refuse: "temporary", times: 1 });
  await expect(mailer.send(letter)).rejects.toMatchObject({ kind: "temporary" });
  expect(mailbox.letters()).toEqual([]);
  await mailer.send(letter);
  expect(mailbox.letters()).toHaveLength(1);
});

test("a refusal for good is permanent and says why", async () => {
  mailbox.setFault({ refuse: "permanent" });
  await expect(mailer.send(letter)).rejects.toMatchObject({
    kind: "permanent",
    message: expect.stringContaining("no such reader"),
  });
});

test("a lost answer is temporary, and the second try carries the same Message-ID", async () => {
  mailbox.setFault({ loseAnswer: true, times: 1 });
  await expect(mailer.send(letter)).rejects.toMatchObject({ kind: "temporary" });
  await mailer.send(letter);
  expect(mailbox.letters().map((one) => one.messageId)).toEqual([letter.messageId, letter.messageId]);
});

test("a server that is not there is temporary", async () => {
  const gone = await createMailboxStandIn({ basePath: "" });
  await gone.close();
  const toNobody = createMailer({
    smtpUrl: gone.smtpUrl,
    from: "orders@endpaper.example",
    shopName: "Endpaper",
    publicUrl: "https://endpaper.example",
  });
  await expect(toNobody.send(letter)).rejects.toMatchObject({ kind: "temporary" });
});

/** A mail server that answers each command with a scripted reply. */
async function openScripted(answers: Record<string, string>): Promise<{ smtpUrl: string; close: () => void }> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(`${answers.greeting ?? "220 test"}\r\n`);
    socket.on("data", (given) => {
      const command = /^(EHLO|AUTH|MAIL FROM|RCPT TO|DATA|QUIT)/.exec(String(given))?.[1] ?? "body";
      socket.write(`${answers[command] ?? (command === "DATA" ? "354 go on" : "250 fine")}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    smtpUrl: `smtp://shop:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

const noAuth = { EHLO: "250-test\r\n250 AUTH PLAIN", AUTH: "235 welcome" };

test.each([
  ["a busy server", "temporary", { greeting: "421 too busy" }],
  ["a server that turns the shop away", "temporary", { greeting: "554 go away" }],
  ["a wrong password of the shop", "temporary", { EHLO: "250-test\r\n250 AUTH PLAIN", AUTH: "535 wrong" }],
  ["a sender that is not allowed", "permanent", { ...noAuth, "MAIL FROM": "553 not yours" }],
  ["an unknown reader", "permanent", { ...noAuth, "RCPT TO": "550 no such reader" }],
  ["a full inbox", "temporary", { ...noAuth, "RCPT TO": "452 full" }],
  ["a letter that is refused", "permanent", { ...noAuth, body: "554 refused" }],
  ["a letter that is put off", "temporary", { ...noAuth, body: "451 later" }],
  ["a server that talks nonsense", "temporary", { ...noAuth, "RCPT TO": "hello" }],
])("%s is %s", async (_, kind, answers) => {
  const server = await openScripted(answers as Record<string, string>);
  const shop = createMailer({
    smtpUrl: server.smtpUrl,
    from: "orders@endpaper.example",
    shopName: "Endpaper",
    publicUrl: "https://endpaper.example",
  });
  await expect(shop.send(letter)).rejects.toMatchObject({ kind });
  shop.close();
  server.close();
});

test.each([
  "asha@reader.example\r\nBcc: thief@evil.example",
  "asha@reader.example, thief@evil.example",
  "Asha <asha@reader.example>",
  "asha@reader.example>\r\nRCPT TO:<thief@evil.example",
  '"asha\r\n"@reader.example',
  "asha",
  "",
])("nothing is sent to %j", async (to) => {
  await expect(mailer.send({ ...letter, to })).rejects.toMatchObject({
    kind: "permanent",
    message: "The letter's address is not a single e-mail address.",
  });
  expect(mailbox.letters()).toEqual([]);
});

test("a letter larger than the server takes is permanent", async () => {
  await expect(mailer.send({ ...letter, text: "x".repeat(11_000_000) })).rejects.toMatchObject({ kind: "permanent" });
});

test("no mail server is waited for without end, and none gets more than three connections at once", () => {
  const made = vi.spyOn(nodemailer, "createTransport");
  onTestFinished(() => made.mockRestore());
  createMailer({ smtpUrl: mailbox.smtpUrl, from: "a@b.example", shopName: "Endpaper", publicUrl: "https://b.example" });
  expect(made.mock.calls[0]![0]).toMatchObject({
    pool: true,
    maxConnections: 3,
    maxRequeues: 0,
    connectionTimeout: 10_000,
    dnsTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    idleTimeout: 2_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
});

test("a malformed Message-ID is not sent", async () => {
  for (const messageId of ["", "letter-7", "<a@b>\r\nBcc: thief@evil.example", "<a@b> <c@d>"]) {
    await expect(mailer.send({ ...letter, messageId })).rejects.toMatchObject({ kind: "permanent" });
  }
});

test("line breaks in the subject or the shop's name add no header", async () => {
  const shop = createMailer({
    smtpUrl: mailbox.smtpUrl,
    from: "orders@endpaper.example",
    shopName: "End\r\nX-Bad: 1\r\npaper",
    publicUrl: "https://endpaper.example",
  });
  await shop.send({ ...letter, subject: "One\r\nBcc: thief@evil.example\r\n\r\nTwo" });
  expect(mailbox.letters()).toMatchObject([
    { to: letter.to, subject: "One Bcc: thief@evil.example Two", from: "End X-Bad: 1 paper <orders@endpaper.example>" },
  ]);
  expect(header("Bcc")).toBeUndefined();
  expect(header("X-Bad")).toBeUndefined();
});

test("what a stranger typed as encoded words is shown as it was typed", async () => {
  const typed = "=?utf-8?B?WW91ciBvcmRlciBpcyBjYW5jZWxsZWQ=?=";
  await mailer.send({ ...letter, subject: `A message: ${typed}` });
  expect(mailbox.letters()[0]!.subject).toBe("A message: = ?utf-8?B?WW91ciBvcmRlciBpcyBjYW5jZWxsZWQ= ?=");
});

/** A mail server with a self-signed certificate, with TLS from the start or after STARTTLS. */
async function openOverTls(isFromTheStart: boolean) {
  const taken: { isSecure: boolean; password: string | null | undefined }[] = [];
  let password: string | null | undefined;
  const server = new SMTPServer({
    secure: isFromTheStart,
    authOptional: true,
    onAuth: (auth, _, done) => {
      password = auth.password ?? undefined;
      done(null, { user: auth.username });
    },
    onData: (stream, session, done) => {
      stream.resume().on("end", () => {
        taken.push({ isSecure: session.secure, password });
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const smtpUrl = `${isFromTheStart ? "smtps" : "smtp"}://shop:secret@127.0.0.1:${port}`;
  return { taken, password: () => password, smtpUrl, close: () => server.close(() => {}) };
}

test.each([
  ["smtps://", true],
  ["smtp:// and STARTTLS", false],
])(
  "over %s a letter goes out encrypted, and to a server that cannot prove its name neither it nor the password",
  async (_, isFromTheStart) => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const server = await openOverTls(isFromTheStart);
    // The mail server warns about its built-in certificate, which is for tests only.
    expect(said).toHaveBeenCalledWith(expect.stringContaining("NOT secure"));
    said.mockRestore();
    const from = "orders@endpaper.example";
    const shop = { from, shopName: "Endpaper", publicUrl: "http://localhost:3000" };
    const careful = createMailer({ ...shop, smtpUrl: server.smtpUrl });
    await expect(careful.send(letter)).rejects.toMatchObject({ kind: "temporary" });
    expect([server.password(), server.taken]).toEqual([undefined, []]);
    const smtpUrl = `${server.smtpUrl}?tls.rejectUnauthorized=false`;
    const trusting = createMailer({ ...shop, smtpUrl });
    await trusting.send(letter);
    expect(server.taken).toEqual([{ isSecure: true, password: "secret" }]);
    careful.close();
    trusting.close();
    server.close();
  },
);
