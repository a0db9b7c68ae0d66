/** Credentials of outside services, entered at the desk: tried before they are used, and never shown again. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { dumpDatabase } from "#db/dump.ts";
import { sql } from "#db/sql.ts";
import { listCredentials } from "#shop/office/credentials/stored-credentials.server.ts";
import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  auditLogTexts,
  openDeskBrowser,
  openTestDesk,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";
import { keySecret } from "#tests/support/shop/test-services.ts";

const url = "http://desk.localhost";
const desk = await openTestDesk({ publicUrl: "http://localhost", deskUrl: url });
const { db, keyId, google } = desk;
const ownerId = await addStaff(desk, "owner");
await addPasskeyRow(desk, ownerId);
const owner = openDeskBrowser(desk, await addStaffSession(desk, ownerId), url);

const webhookSecret = "a-webhook-secret-of-the-owner";
const razorpay = { kind: "payments", keyId, secretKey: keySecret, secretWebhook: webhookSecret };

function save(form: Record<string, string>, browser: DeskBrowser = owner): Promise<Response> {
  return browser.post("/go-live", { intent: "credentials.save", ...form });
}

async function pageText(): Promise<string> {
  return (await owner.get("/go-live")).text();
}

async function stored(kind: string) {
  const { rows } = await db.execute<{ isUsed: boolean; trouble: string }>(
    sql`select is_used, trouble from credentials where kind = ${kind} order by is_used`,
  );
  return rows;
}

/** The state of each part of the page, as the list at its head says it. */
async function partStates(): Promise<Record<string, string>> {
  const parts = (await pageText()).matchAll(/href="#(\w[\w-]*)">[^<]+<\/a><span[^>]*>([^<]+)</g);
  return Object.fromEntries([...parts].map(([, part, state]) => [part!, state!]));
}

test("keys that Razorpay accepts are put into use, and their secrets are in no page, record or backup", async () => {
  expect((await save(razorpay)).status).toBe(303);
  expect(await stored("payments")).toEqual([{ isUsed: true, trouble: "" }]);
  expect((await auditLogTexts(desk, 2)).join(" ")).toMatch(/work and are in use now.*entered credentials to be tried/s);
  const page = await pageText();
  const dumped: string[] = [];
  for await (const { bytes } of dumpDatabase(desk.url)) dumped.push(bytes.toString("latin1"));
  for (const secret of [keySecret, webhookSecret])
    for (const [place, text] of Object.entries({ page, dump: dumped.join("\n") }))
      expect(text.includes(secret) || text.includes(Buffer.from(secret).toString("hex")), place).toBe(false);
});

test("wrong keys wait with the reason, what was in use goes on, and they can be discarded", async () => {
  const before = await stored("payments");
  expect((await save({ ...razorpay, secretKey: "of-another-account" })).status).toBe(303);
  const [candidate, ...used] = await stored("payments");
  expect(candidate).toMatchObject({ isUsed: false });
  expect(candidate!.trouble).not.toBe("");
  expect(used).toEqual(before);
  expect(await partStates()).toMatchObject({
    address: "This machine only",
    payments: "Does not work",
    backup: "This server only",
  });
  const page = await pageText();
  expect(page).toContain("not in use, because it did not work");
  expect(page).not.toContain("of-another-account");
  expect((await owner.post("/go-live", { intent: "credentials.discard", kind: "payments" })).status).toBe(303);
  expect(await stored("payments")).toEqual(before);
});

test.each([
  ["a space inside", { secretKey: "two words" }, "There is a space"],
  ["the key's id as its secret", { secretKey: keyId }, "This is a Key Id"],
  ["a secret as the key's id", { keyId: "Abc123" }, "A Key Id begins with"],
  ["a short webhook secret", { secretWebhook: "short" }, "at least 16 characters"],
  ["live keys before sign-in and e-mail", { keyId: "rzp_live_Abc" }, "Set up sign-in and e-mail first"],
])("%s is said at the field, and no secret comes back", async (_, changed, words) => {
  const response = await save({ ...razorpay, secretKey: "the-secret-of-this-form", ...changed });
  expect([409, 422]).toContain(response.status);
  const page = await response.text();
  expect(page).toContain(words);
  expect(page).not.toContain("the-secret-of-this-form");
  expect(page).not.toContain(webhookSecret);
});

test("space around a pasted key is removed", async () => {
  expect((await save({ ...razorpay, keyId: `\u200B ${keyId}\n`, secretKey: ` ${keySecret} ` })).status).toBe(303);
  expect(await stored("payments")).toHaveLength(1);
});

test("a mail server that does not answer is named, without the password", async () => {
  const mail = {
    kind: "mail",
    from: "books@shop.test",
    host: "127.0.0.1",
    port: "9",
    user: "us@er",
    secretPassword: "pa/ss:wörd",
  };
  expect((await save(mail)).status).toBe(422);
  expect((await save({ ...mail, secretPassword: "pa/ss:word" })).status).toBe(303);
  expect((await stored("mail"))[0]!.trouble).toContain("ECONNREFUSED");
  expect((await save({ ...mail, port: new URL(desk.mailbox.smtpUrl).port, secretPassword: "pa/ss:word" })).status).toBe(
    303,
  );
  expect((await stored("mail"))[0]!.trouble).toContain("does not encrypt on this port");
  const page = await pageText();
  expect(page).toContain("us@er");
  expect(page).not.toMatch(/pa(\/|%2F)ss/i);
});

test("Google's client is used after a sign-in with it, and the owner then signs in with that account", async () => {
  expect((await save({ kind: "sign-in", clientId: google.clientId, secretClient: google.clientSecret })).status).toBe(
    303,
  );
  expect(await stored("sign-in")).toEqual([{ isUsed: false, trouble: "" }]);
  const start = await owner.post("/go-live", { intent: "credentials.try", kind: "sign-in" });
  const callback = await signInAtGoogle(start.headers.get("location")!);
  // The browser does not send the desk's cookie with Google's redirect, because it is SameSite=Strict.
  const returning = openDeskBrowser(desk, undefined, url);
  for (const [name, value] of owner.cookies) if (name !== "desk") returning.cookies.set(name, value);
  const arrived = await returning.get(callback.pathname + callback.search);
  expect(arrived.status).toBe(200);
  expect(returning.cookies.has("desk")).toBe(false);
  expect(await stored("sign-in")).toEqual([{ isUsed: true, trouble: "" }]);
  const { rows } = await db.execute<{ issuer: string }>(sql`select issuer from staff where id = ${ownerId}`);
  expect(rows[0]!.issuer).toBe(google.issuer);
});

/** The value of an input of a page, and whether it is a password. */
function inputOf(page: string, name: string) {
  const [input = ""] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page) ?? [];
  return { value: / value="([^"]*)"/.exec(input)?.[1], isPassword: input.includes('type="password"') };
}

/** The webhook secret that is used, or saved to be used with the keys. */
async function webhookSecretOf(isUsed: boolean): Promise<string | undefined> {
  const saved = (await listCredentials(db)).find((one) => one.kind === "payments" && one.isUsed === isUsed);
  return saved && (await desk.services.credentials.unseal("payments", saved.sealed))?.RAZORPAY_WEBHOOK_SECRET;
}

test("a webhook secret that the shop made is shown once, and used with the keys whatever is saved between", async () => {
  const before = await stored("payments");
  const { secretWebhook: _, ...keys } = razorpay;
  const made = await owner.post("/go-live", { intent: "credentials.make-secret", ...keys });
  const page = await made.text();
  const [, secret = ""] = />([\w-]{43})<\/code>/.exec(page) ?? [];
  expect(inputOf(page, "keyId").value).toBe(keyId);
  expect(inputOf(page, "secretWebhook")).toEqual({ value: undefined, isPassword: true });
  expect(await webhookSecretOf(false)).toBe(secret);

  expect((await save({ kind: "mail", from: "books@shop.test", host: "127.0.0.1", port: "9" })).status).toBe(303);
  const later = await pageText();
  expect(later).not.toContain(secret);
  expect(later).toContain("One is saved already");
  // Without its keys there is nothing to try.
  expect(later.match(/>Try again</g)).toHaveLength(1);

  // Keys that do not work do not lose it either.
  expect((await save({ ...keys, secretKey: "of-another-account" })).status).toBe(303);
  expect(await webhookSecretOf(false)).toBe(secret);
  expect((await save(keys)).status).toBe(303);
  expect(await webhookSecretOf(true)).toBe(secret);
  expect(await stored("payments")).toEqual(before);
  expect(await pageText()).not.toContain(secret);
  expect((await auditLogTexts(desk, 9)).join(" ")).toContain("made a webhook secret");
  // Nothing is saved any more that a form without one could use.
  const refused = await save(keys);
  expect([refused.status, (await refused.text()).includes("Enter the webhook secret.")]).toEqual([409, true]);
});

test("an encryption key that the shop made is used only when its secret part is said to be kept", async () => {
  const made = await owner.post("/go-live", {
    intent: "credentials.make-secret",
    kind: "backup",
    folder: "/mnt/x",
  });
  const page = await made.text();
  const [secret = ""] = /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(page) ?? [];
  const { value: madeRecipient = "" } = inputOf(page, "madeRecipient");
  expect(secret.length).toBeGreaterThan(50);
  expect(madeRecipient).toMatch(/^age1/);
  expect(page).toContain('value="/mnt/x"');
  // A browser fills typed text into fields of the same name, so the key must not be in the field for one's own.
  expect(page).not.toContain('name="recipient"');
  expect(await pageText()).not.toContain(madeRecipient);

  const folder = await mkdtemp(join(tmpdir(), "endpaper-places-"));
  const refused = await save({ kind: "backup", folder, madeRecipient });
  const refusedPage = await refused.text();
  expect(refused.status).toBe(422);
  expect(refusedPage).toContain("confirm that you keep its secret part");
  expect(inputOf(refusedPage, "recipient").value).toBe("");
  // Refused for another reason, the key is still there.
  const wrongFolder = await save({ kind: "backup", folder: "backups", madeRecipient, keptSecret: "yes" });
  expect(inputOf(await wrongFolder.text(), "recipient").value).toBe(madeRecipient);
  expect(await stored("backup")).toEqual([]);

  expect((await save({ kind: "backup", folder, madeRecipient, keptSecret: "yes" })).status).toBe(303);
  expect(await stored("backup")).toEqual([{ isUsed: true, trouble: "" }]);
  expect(await pageText()).not.toContain(secret);
  await rm(folder, { recursive: true });
});

test("a place of backups is used once a file was written, read and deleted there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-places-"));
  expect((await save({ kind: "backup", folder })).status).toBe(303);
  expect(await stored("backup")).toEqual([{ isUsed: true, trouble: "" }]);
  expect(await readdir(folder)).toEqual([]);

  await writeFile(join(folder, "file"), "");
  for (const [wrong, words] of [
    [join(folder, "file", "below"), "There is no such folder"],
    [join(folder, "missing"), "There is no such folder"],
    [process.cwd(), "belongs to the program"],
  ] as const) {
    expect((await save({ kind: "backup", folder: wrong })).status).toBe(303);
    expect(await pageText()).toContain(words);
    expect((await stored("backup")).map(({ isUsed }) => isUsed)).toEqual([false, true]);
  }
  expect(await readdir(folder)).toEqual(["file"]);
  await rm(folder, { recursive: true });
});

test("a backup is made when an owner asks for it, and the page says where, and that its disk is the shop's", async () => {
  expect(await pageText()).toContain("No backup has been made yet.");
  expect((await owner.post("/go-live", { intent: "backup.make" })).status).toBe(303);
  expect(await pageText()).toMatch(/A backup was made: [\d.]+ [kM]B/);
  expect(await pageText()).toMatch(/The newest backup was made on [^<]+ in the folder of backups on the server/);
  expect(await desk.services.backups.areOnDataDisk()).toBe(true);
  expect((await auditLogTexts(desk, 1)).join(" ")).toContain("Made a backup of all records.");
  const { rowCount } = await db.execute(sql`select from made_backups where bytes > 1000`);
  expect(rowCount).toBe(1);
});

test.each([
  ["a bucket without a key", { folder: "s3://our-backups/shop" }, "must be encrypted"],
  ["a secret key in the field of the public one", { folder: "/mnt/x", recipient: "AGE-SECRET-KEY-1ABC" }, "Keep it"],
  ["a relative folder", { folder: "backups" }, "a path from /"],
  ["a store with the bucket", { folder: "/mnt/x", endpoint: "https://store.example/shop" }, "without the bucket"],
])("%s is said at the field of the backups", async (_, form, words) => {
  const response = await save({ kind: "backup", secretAccessKey: "the-secret-of-this-form", ...form });
  const page = await response.text();
  expect(response.status).toBe(422);
  expect(page).toContain(words);
  expect(page).not.toContain("the-secret-of-this-form");
});

test("only an owner with a fresh passkey enters credentials", async () => {
  const booksellerId = await addStaff(desk, "bookseller");
  await addPasskeyRow(desk, booksellerId);
  const bookseller = openDeskBrowser(desk, await addStaffSession(desk, booksellerId), url);
  expect((await bookseller.get("/go-live")).status).toBe(403);
  expect((await save(razorpay, bookseller)).status).toBe(403);
  const late = openDeskBrowser(desk, await addStaffSession(desk, ownerId), url);
  await db.execute(sql`update staff_sessions set passkey_at = now() - interval '1 hour' where staff_id = ${ownerId}`);
  const refused = await save(razorpay, late);
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("asks for your passkey again");
});

test("the self-check names what does not work, the worst first", async () => {
  const page = await (await owner.post("/go-live", { intent: "shop.check" })).text();
  const text = page.slice(page.indexOf("Check the whole shop")).replaceAll(/<[^>]+>/g, " ");
  expect(text).toMatch(/points? needs? attention/);
  expect(text).toMatch(/Mail server/);
  expect(text.indexOf("Look at this")).toBeLessThan(text.indexOf("Works"));
  expect(text).toMatch(/Public address\s+Test only/);
  // Settings of the server are only in the small print, and commands for what the desk does nowhere.
  const [section = ""] = page.slice(page.indexOf("Check the whole shop")).split("</section>");
  expect(section).not.toMatch(/npm run/);
  const large = section.replaceAll(/<span class="mt-1 block text-small.*?<\/span>/gs, "");
  expect(large).not.toMatch(/npm (run|start)|PUBLIC_URL|BACKUP_|\/tmp\//);
});
