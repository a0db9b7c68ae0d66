/** A shop for the public without Google's sign-in: its first owner joins and signs in by a passkey alone. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inviteFirstOwner } from "#shop/people/staff/invitations.server.ts";
import { makeRecoveryCodes } from "#shop/people/staff/recovery-codes.server.ts";
import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import { openPasskeyDevice, type PasskeyDevice } from "#tests/support/browser/passkey-device.ts";
import { addPasskeyRow, addStaff, auditLogTexts, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import type { DeskBrowser } from "#tests/support/desk/desk.ts";

const url = "http://desk.localhost";
const desk = await openTestDesk({ publicUrl: "http://localhost", deskUrl: url, missingServices: ["sign-in"] });
const { db, services, google } = desk;
const { settings } = services;
const open = () => openDeskBrowser(desk, undefined, url);
const asha = { name: "Asha Raman", address: "asha@example.com" };

const invite = async () => (await inviteFirstOwner(services, { actor: "shop" }))!;
const accept = (browser: DeskBrowser, secret: string, form: Record<string, string> = asha) =>
  browser.post(`/invitations/${secret}`, form);

/** Sends what the desk's script sends: a request for a challenge, and the device's answer. */
async function use(browser: DeskBrowser, device: PasskeyDevice, path: string, isNew = false): Promise<number> {
  const asked = await browser.post(path, { intent: "passkey.ask", kind: isNew ? "new" : "known" });
  if (!asked.ok) return asked.status;
  const { answer } = (await asked.json()) as { answer: { challenge: string } };
  const shown = JSON.stringify(isNew ? device.create(answer) : device.get(answer));
  return (await browser.post(path, { intent: isNew ? "passkey.add" : "passkey.show", answer: shown })).status;
}

const device = openPasskeyDevice(url);

test("the link asks for name and address, and is good for another try until there is a passkey", async () => {
  const secret = await invite();
  const page = await (await open().get(`/invitations/${secret}`)).text();
  expect(page).toContain("Accept, and make a passkey");
  expect(page).not.toContain("Sign in with Google");
  const refused = await accept(open(), secret, { name: " ", address: "asha" });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringMatching(/Write your name.*asha/s)]);

  const away = open();
  expect((await accept(away, secret)).headers.get("location")).toBe("/passkey");
  expect((await away.get("/")).headers.get("location")).toBe("/passkey");
  expect((await accept(open(), secret)).status).toBe(409);

  const browser = open();
  expect((await accept(browser, await invite())).status).toBe(303);
  expect((await away.get("/passkey")).headers.get("location")).toContain("/sign-in");
  expect(await use(browser, device, "/passkey/key", true)).toBe(200);
  expect((await browser.get("/")).status).toBe(200);
  expect(await inviteFirstOwner(services, { actor: "shop" })).toBeNull();
  const { rows } = await db.execute(sql`select from staff where removed_at is null`);
  expect(rows).toHaveLength(1);
});

test("the passkey signs in, once for each challenge and only in the browser that asked", async () => {
  const browser = open();
  expect(await (await browser.get("/sign-in")).text()).toContain("Sign in with your passkey");
  const asked = await browser.post("/sign-in/key", { intent: "passkey.ask" });
  const { answer } = (await asked.json()) as { answer: { challenge: string; allowCredentials?: unknown[] } };
  expect(answer.allowCredentials ?? []).toEqual([]);
  const shown = { intent: "passkey.show", answer: JSON.stringify(device.get(answer)) };
  expect((await open().post("/sign-in/key", shown)).status).toBe(409);
  expect((await browser.post("/sign-in/key", shown)).status).toBe(200);
  expect((await browser.get("/go-live")).status).toBe(200);
  expect((await auditLogTexts(desk, 1))[0]).toBe("Signed in with a passkey alone.");
  expect((await browser.post("/sign-in/key", shown)).status).toBe(409);
  expect(await use(open(), openPasskeyDevice(url), "/sign-in/key")).toBe(409);
  expect((await auditLogTexts(desk, 1))[0]).toMatch(/^An unknown passkey/);
});

const refusalsLogged = async () =>
  (await auditLogTexts(desk, 100)).filter((text) => /^An unknown passkey|^A wrong recovery code/.test(text)).length;

test("unknown passkeys and codes are logged once an hour", async () => {
  const wrongCode = () => open().post("/sign-in", { intent: "use-code", secretCode: "0000-0000-0000-0000" });
  for (const { status } of await Promise.all([wrongCode(), wrongCode(), wrongCode()])) expect(status).toBe(409);
  for (const _ of [1, 2]) expect(await use(open(), openPasskeyDevice(url), "/sign-in/key")).toBe(409);
  expect(await refusalsLogged()).toBe(2);
});

test("a recovery code signs in, once", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from staff where removed_at is null`);
  const [code = ""] = await makeRecoveryCodes(db, Number(rows[0]!.id), new Date());
  const sign = (browser: DeskBrowser) => browser.post("/sign-in", { intent: "use-code", secretCode: code });
  const browser = open();
  expect((await sign(browser)).headers.get("location")).toBe("/me");
  expect((await browser.get("/")).status).toBe(200);
  const again = await sign(open());
  expect(again.status).toBe(409);
  expect(await again.text()).not.toContain(code);
});

test("who has signed in with Google needs it, also while it is not set up; its trial joins the owner's account", async () => {
  const bookseller = await addStaff(desk, "bookseller");
  await addPasskeyRow(desk, bookseller);
  const [code = ""] = await makeRecoveryCodes(db, bookseller, new Date());
  const signBookseller = () => open().post("/sign-in", { intent: "use-code", secretCode: code });
  expect((await signBookseller()).status).toBe(409);
  settings.missingServices = [];
  expect((await signBookseller()).status).toBe(409);
  const owner = open();
  expect(await use(owner, device, "/sign-in/key")).toBe(200);
  expect((await accept(open(), "a".repeat(43))).status).toBe(409);

  settings.missingServices = ["sign-in"];
  const client = { kind: "sign-in", clientId: google.clientId, secretClient: google.clientSecret };
  expect((await owner.post("/go-live", { intent: "credentials.save", ...client })).status).toBe(303);
  const start = await owner.post("/go-live", { intent: "credentials.try", kind: "sign-in" });
  const callback = await signInAtGoogle(start.headers.get("location")!);
  expect((await owner.get(callback.pathname + callback.search)).status).toBe(200);
  settings.missingServices = [];
  expect(await use(open(), device, "/sign-in/key")).toBe(403);
  expect(await (await open().get("/sign-in")).text()).not.toContain("passkey alone");
  settings.missingServices = ["sign-in"];
  expect(await use(open(), device, "/sign-in/key")).toBe(403);
  expect(await (await open().get("/sign-in")).text()).toContain("a passkey alone does not suffice");
  const logged = await auditLogTexts(desk, 1);
  const refused = await open().post("/sign-in", { intent: "use-code", secretCode: code });
  expect(refused.headers.get("location")).toContain("trouble=unknown-code");
  expect(await auditLogTexts(desk, 1)).toEqual(logged);
});
