/**
 * After a journey with right and wrong credentials, no secret is in the log, an answer, the database or a backup. Each
 * is looked for as it is, and as encodings write it.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";

import { Decrypter } from "age-encryption";
import { afterAll, expect, onTestFinished, test } from "vitest";

import { dumpDatabase } from "#db/dump.ts";
import { findFreePort } from "#db/free-port.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import { deskAddresses } from "#tests/support/desk/desk-addresses.ts";
import { addPasskeyRow, addStaff, addStaffSession } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { askHost } from "#tests/support/shop/ask-host.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { openS3Server, s3Keys } from "#tests/support/shop/s3-server.ts";
import { keySecret, openTestServices, settingsOf, webhookSecret } from "#tests/support/shop/test-services.ts";
import { deliveriesOf } from "#tests/support/shop/webhooks.ts";

const port = await findFreePort();
const [shopHost, deskHost] = [`localhost:${port}`, `desk.localhost:${port}`];
const testServices = await openTestServices({ publicUrl: `http://${shopHost}`, deskUrl: `http://${deskHost}` });
const { db, keyId, google } = testServices;
const { folder, remove } = await makeDataFolder();
afterAll(remove);
const store = await openS3Server("backups");
const { DATABASE_URL = "", RAZORPAY_API_BASE = "" } = settingsOf(testServices);
const environment = {
  DATABASE_URL,
  RAZORPAY_API_BASE,
  GOOGLE_ISSUER: google.issuer,
  DATA_DIR: folder,
  PORT: `${port}`,
};

const ownerId = await addStaff(testServices, "owner");
await addPasskeyRow(testServices, ownerId);
const token = await addStaffSession(testServices, ownerId);

/** All that the shop has answered, with the headers but for cookies. */
const answers: string[] = [];
const cookies = new Map([["desk", token]]);

/** Sends a request to the running shop. `isShown` marks the one answer that may contain a secret. */
async function ask(path: string, { form, host = deskHost, isShown = false, headers = {}, body }: Sent = {}) {
  const sent = body ?? (form && Buffer.from(new URLSearchParams(form).toString()));
  const answer = await askHost(port, host, path, {
    ...(sent && { method: "POST", body: sent }),
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      origin: `http://${host}`,
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    },
  });
  const { "set-cookie": lines = [], ...others } = answer.headers;
  for (const line of lines) {
    const [name = "", value = ""] = line.split(";")[0]!.split("=");
    if (value) cookies.set(name, value);
  }
  if (!isShown) answers.push(`${answer.status} ${JSON.stringify(others)}\n${answer.text}`);
  return { status: answer.status, text: answer.text, location: answer.headers.location ?? "" };
}
interface Sent {
  form?: Record<string, string>;
  host?: string;
  isShown?: boolean;
  headers?: Record<string, string>;
  body?: Buffer;
}

const save = (form: Record<string, string>) => ask("/go-live", { form: { intent: "credentials.save", ...form } });
const goLive = async () => (await ask("/go-live")).text;
/** Why what was entered did not work. */
const trouble = async () => (await goLive()).match(/did not work: [^<]*/g)?.join();

/** Signs in at Google with the client that is to be tried. */
async function tryGoogle(secretClient: string) {
  await save({ kind: "sign-in", clientId: google.clientId, secretClient });
  const { location } = await ask("/go-live", { form: { intent: "credentials.try", kind: "sign-in" } });
  const callback = await signInAtGoogle(location);
  return ask(callback.pathname + callback.search);
}

const wrong = {
  razorpay: "wrong-secret-of-razorpay",
  google: "wrong-secret-of-google",
  mail: "p@ss/word of a mail account".replaceAll(" ", "-"),
  store: "wrong/secret+of+the/store",
  refused: "a secret with a space",
};

test("no secret leaves the place where it belongs", async () => {
  const shop = startChildShop(environment);
  onTestFinished(async () => void (shop.process.exitCode === null && (await shop.stop())));
  await shop.opened;
  const payments = { kind: "payments", keyId, secretWebhook: webhookSecret };
  await save({ ...payments, secretKey: wrong.refused });
  await save({ ...payments, secretKey: wrong.razorpay });
  expect(await trouble()).toContain("Razorpay rejects these keys");
  await save({ ...payments, secretKey: keySecret });
  await expect.poll(goLive).toContain(`In use: ${keyId}`);
  const mail = { kind: "mail", from: "books@shop.test", host: "127.0.0.1", user: "books", secretPassword: wrong.mail };
  await save({ ...mail, port: await openSilence() });
  expect(await trouble()).toContain("The mail server does not answer");

  const made = await ask("/go-live", { form: { intent: "credentials.make-secret", kind: "backup" }, isShown: true });
  const [backupKey = ""] = /AGE-SECRET-KEY-1\w+/.exec(made.text)!;
  const [recipient = ""] = /age1[0-9a-z]+/.exec(made.text)!;
  const { accessKeyId, region, secretAccessKey } = s3Keys;
  const backup = { kind: "backup", folder: "s3://backups/shop", recipient, accessKeyId, region };
  const endpoint = new URL(store.url).origin;
  await save({ ...backup, endpoint, secretAccessKey: wrong.store });
  expect(await trouble()).toContain("The store rejects the access key");
  await save({ ...backup, endpoint, secretAccessKey });
  await expect.poll(goLive).toContain("In use: s3://backups/shop");

  expect((await tryGoogle(wrong.google)).location).toContain("/go-live");
  expect((await tryGoogle(google.clientSecret)).status).toBe(200);
  const codes = await ask("/me", { form: { intent: "passkey.make-codes" }, isShown: true });
  const recoveryCodes = [...new Set(codes.text.match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/g))];

  await setStock(db, "godan", 2);
  const { providerOrderId } = await paidOrder(testServices, "asha", { godan: 1 });
  for (const { body, signature, eventId } of deliveriesOf(testServices, providerOrderId))
    for (const signed of [signature, "0".repeat(64)])
      await ask("/webhooks/razorpay", {
        host: shopHost,
        body: Buffer.from(body),
        headers: { "x-razorpay-signature": signed, "x-razorpay-event-id": eventId },
      });
  await ask("/go-live", { form: { intent: "credentials.test-letter" } });
  await ask("/go-live", { form: { intent: "shop.check" } });
  for (const path of Object.values(await deskAddresses(db, isoDay(new Date()))).flat()) await ask(path);
  for (const path of ["/", "/books/godan", "/cart", "/login", "/stand-ins/mailbox/"])
    await ask(path, { host: shopHost });
  expect(cookies.get("desk")).toBe(token);

  const file = join(folder, "backup.age");
  const command = spawnSync(process.execPath, ["cli/shop.ts", "backup", "make", file], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...environment },
  });
  expect(command.status, command.stderr).toBe(0);
  const decrypter = new Decrypter();
  decrypter.addIdentity(backupKey);
  const dumped: Buffer[] = [];
  for await (const { bytes } of dumpDatabase(testServices.url)) dumped.push(Buffer.from(bytes));
  const places = {
    log: shop.output(),
    command: command.stdout + command.stderr,
    answers: answers.join("\n"),
    dump: Buffer.concat(dumped).toString("latin1"),
    backup: zstdDecompressSync(await decrypter.decrypt(await readFile(file))).toString("latin1"),
  };
  expect(await shop.stop()).toBe(0);

  const sealingKey = (await readFile(join(folder, "credentials.key"), "utf8")).trim();
  const secrets = [
    ...Object.values(wrong),
    ...recoveryCodes,
    keySecret,
    webhookSecret,
    google.clientSecret,
    secretAccessKey,
    backupKey,
    token,
    sealingKey,
  ];
  expect(secrets).toHaveLength(5 + 8 + 7);
  for (const secret of secrets)
    for (const [place, text] of Object.entries(places))
      for (const written of encodingsOf(secret)) expect(text.includes(written), `${secret} in ${place}`).toBe(false);
  // What is not secret is found there, so the search works.
  for (const place of ["answers", "dump", "backup"] as const) expect(places[place], place).toContain(keyId);
});

/** Opens a server that takes connections and says nothing; returns its port. */
async function openSilence(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

/** A secret as texts, addresses and bytes of a database may write it. */
function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString("base64").replace(/=+$/, "");
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), bytes.toString("hex"), base64];
}
