/** Sign-in at the desk: invitations, Google, passkeys, session lifetimes, and removed or reset staff. */
import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { inviteFirstOwner, insertStaffInvitation } from "#shop/people/staff/invitations.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import {
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
  signInAtDesk,
  signInErrorOf,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";
import { textOf } from "#tests/support/desk/desk-form.ts";
import { openPasskeyDevice, type PasskeyDevice, type PasskeyFaults } from "#tests/support/browser/passkey-device.ts";

const desk = await openTestDesk();
const { services, db } = desk;
let nowMs: number;
services.now = () => new Date(nowMs);

beforeEach(async () => {
  nowMs = Date.now();
  await db.execute(sql`update staff set removed_at = now()`);
});

const minutes = (count: number) => {
  nowMs += count * 60_000;
};

function invite(address: string, role: Role = "packer"): Promise<string> {
  return inTransaction(db, (tx) =>
    insertStaffInvitation(tx, services.linkKey, { address, role, invitedBy: null, at: services.now() }),
  );
}

const open = () => openDeskBrowser(desk);
const asha = { name: "Asha Raman", email: "asha.raman@example.com" };

/** Requests a challenge and answers it with a passkey, as the desk's script does. */
async function usePasskey(browser: DeskBrowser, device: PasskeyDevice, kind: "new" | "known", faults?: PasskeyFaults) {
  const asked = await browser.post("/passkey/key", { intent: "passkey.ask", kind });
  if (!asked.ok) return { status: asked.status, ...((await asked.json()) as { problem: string }) };
  const { answer } = (await asked.json()) as { answer: { challenge: string } };
  const shown = kind === "new" ? device.create(answer, faults) : device.get(answer, faults);
  return showAgain(browser, kind, shown);
}

async function showAgain(browser: DeskBrowser, kind: "new" | "known", shown: object) {
  const intent = kind === "new" ? "passkey.add" : "passkey.show";
  const answer = await browser.post("/passkey/key", { intent, answer: JSON.stringify(shown), name: "Test device" });
  return { status: answer.status, ...((await answer.json()) as { problem?: string }) };
}

test("while there is no owner, a link makes one: once, within thirty minutes, and nobody else by signing in", async () => {
  expect(signInErrorOf(await signInAtDesk(open(), asha))).toBe("not-staff");
  const late = (await inviteFirstOwner(services, { actor: "shop" }))!;
  minutes(31);
  expect(await (await open().get(`/invitations/${late}`)).text()).toContain("This invitation has expired");
  expect(signInErrorOf(await signInAtDesk(open(), asha, { invitation: late }))).toBe("invitation-late");

  const older = (await inviteFirstOwner(services, { actor: "shop" }))!;
  const secret = (await inviteFirstOwner(services, { actor: "shop" }))!;
  expect(signInErrorOf(await signInAtDesk(open(), asha, { invitation: older }))).toBe("invitation-withdrawn");
  const { rows } = await db.execute<{ text: string }>(sql`select i::text as text from staff_invitations i`);
  expect(JSON.stringify(rows)).not.toContain(secret);

  // Link scanners in mail programs do not use up the invitation.
  expect(await (await open().get(`/invitations/${secret}`)).text()).toContain("the owner of this desk");
  const browser = open();
  const arrived = await signInAtDesk(browser, asha, { invitation: secret });
  expect(arrived.status).toBe(200);
  expect(await arrived.text()).toContain(`content="0;url=/"`);
  expect((await browser.get("/")).headers.get("location")).toBe("/passkey");
  expect(await (await browser.get("/passkey")).text()).toContain("Add your first passkey");

  expect(
    signInErrorOf(await signInAtDesk(open(), { name: "Ravi", email: "ravi@example.com" }, { invitation: secret })),
  ).toBe("invitation-used");
  expect(await inviteFirstOwner(services, { actor: "shop" })).toBeNull();
  expect(await auditLogTexts(desk, 3)).toEqual([
    "An invitation was opened that had been accepted before, and was refused.",
    "Asha Raman accepted an invitation and is an owner now.",
    "An invitation was opened that had been withdrawn, and was refused.",
  ]);
});

test("an invitation is for one verified address, for a week, and can be withdrawn; refusals are recorded", async () => {
  const secret = await invite("Ravi.Nair@example.com");
  const another = await signInAtDesk(open(), asha, { invitation: secret });
  expect(signInErrorOf(another)).toBe("invitation-of-another");
  expect((await auditLogTexts(desk, 1))[0]).toMatch(/^Another Google account than the invited one/);
  const page = await open().get(another.headers.get("location")!);
  expect(await page.text()).toContain("This invitation is for another e-mail address.");

  desk.google.standIn.setFault("emailNotVerified", true);
  const ravi = { name: "Ravi Nair", email: "ravi.nair@example.com" };
  const unverified = signInErrorOf(await signInAtDesk(open(), ravi, { invitation: secret }));
  desk.google.standIn.setFault("emailNotVerified", null);
  expect(unverified).toBe("unverified");

  const accepted = open();
  expect((await signInAtDesk(accepted, ravi, { invitation: secret })).status).toBe(200);
  expect((await accepted.get("/passkey")).status).toBe(200);
  // After that the Google account identifies a person, even if its address changes.
  expect((await signInAtDesk(open(), ravi)).status).toBe(200);

  const late = await invite("late@example.com");
  minutes(7 * 24 * 60 + 1);
  const latecomer = { name: "Late", email: "late@example.com" };
  expect(signInErrorOf(await signInAtDesk(open(), latecomer, { invitation: late }))).toBe("invitation-late");
  const again = await invite("late@example.com", "owner");
  expect(signInErrorOf(await signInAtDesk(open(), ravi, { invitation: await invite("ravi.nair@example.com") }))).toBe(
    "already-staff",
  );
  expect((await signInAtDesk(open(), latecomer, { invitation: again })).status).toBe(200);
});

test("a link that is used, late or withdrawn is recorded when it is opened, once an hour", async () => {
  const [used, late, withdrawn] = [
    await invite("used@example.com"),
    await invite("l@example.com"),
    await invite("w@example.com"),
  ];
  expect((await signInAtDesk(open(), { name: "Used", email: "used@example.com" }, { invitation: used })).status).toBe(
    200,
  );
  await db.execute(sql`update staff_invitations set withdrawn_at = now() where address = 'w@example.com'`);
  const linesAfter = async (secret: string, times: number) => {
    const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
    const pages = await Promise.all(Array.from({ length: times }, async () => open().get(`/invitations/${secret}`)));
    for (const page of pages) expect(await page.text()).not.toContain("Sign in with Google");
    const found = await db.execute<{ words: string }>(sql`
      select words from desk_record where number > ${rows[0]!.number} and action = 'staff.refused' and actor = 'shop'`);
    return found.rows.map(({ words }) => words);
  };
  const usedWords = "An invitation was opened that had been accepted before, and was refused.";
  expect(await linesAfter(used, 5)).toEqual([usedWords]);
  expect(await linesAfter(withdrawn, 1)).toEqual([
    "An invitation was opened that had been withdrawn, and was refused.",
  ]);
  expect(await linesAfter("a".repeat(43), 1)).toEqual([]);
  minutes(61);
  expect(await linesAfter(used, 2)).toEqual([usedWords]);
  minutes(7 * 24 * 60);
  expect(await linesAfter(late, 2)).toEqual(["An invitation was opened too late, and was refused."]);
});

test("invitations of former owners are invalid", async () => {
  const [leaver, stayer] = [await addStaff(desk, "owner"), await addStaff(desk, "owner")];
  const sent = openDeskBrowser(desk, await addStaffSession(desk, leaver));
  const invited = { intent: "staff.invite", address: "ravi.late@example.com", role: "owner" };
  const page = await (await sent.post("/staff", invited)).text();
  const secret = /\/invitations\/([\w-]{43})/.exec(page)![1]!;
  const owner = openDeskBrowser(desk, await addStaffSession(desk, stayer));
  await owner.post("/staff", { intent: "staff.remove", staff: String(leaver) });
  const ravi = { name: "Ravi", email: "ravi.late@example.com" };
  expect(signInErrorOf(await signInAtDesk(open(), ravi, { invitation: secret }))).toBe("invitation-withdrawn");
});

test("two who open one link at the same moment: one of them is let in", async () => {
  const secret = (await inviteFirstOwner(services, { actor: "shop" }))!;
  const callbacks = await Promise.all(
    ["first", "second"].map(async (name) => {
      const browser = open();
      const start = await browser.post("/sign-in", { invitation: secret });
      const account = { name, email: `${name}@example.com` };
      return { browser, url: await signInAtGoogle(start.headers.get("location")!, account) };
    }),
  );
  const answers = await Promise.all(callbacks.map(({ browser, url }) => browser.get(url.pathname + url.search)));
  expect(answers.map(signInErrorOf).filter((trouble) => trouble !== null)).toEqual(["invitation-used"]);
});

test("a way to Google works once, for ten minutes, in the browser that set out, and leads to no other site", async () => {
  await signInAtDesk(open(), asha, { invitation: (await inviteFirstOwner(services, { actor: "shop" }))! });
  const browser = open();
  const start = await browser.post("/sign-in", { next: "https://evil.example/" });
  const callback = await signInAtGoogle(start.headers.get("location")!, asha);
  expect(signInErrorOf(await open().get(callback.pathname + callback.search))).toBe("expired");
  const arrived = await browser.get(callback.pathname + callback.search);
  expect(await arrived.text()).toContain(`content="0;url=/"`);
  expect(signInErrorOf(await browser.get(callback.pathname + callback.search))).toBe("expired");

  const slow = open();
  const beginSignIn = await slow.post("/sign-in", {});
  const back = await signInAtGoogle(beginSignIn.headers.get("location")!, asha);
  await db.execute(
    sql`update staff_sign_ins set created_at = created_at - interval '11 minutes' where taken_at is null`,
  );
  expect(signInErrorOf(await slow.get(back.pathname + back.search))).toBe("expired");
  expect(signInErrorOf(await signInAtDesk(open(), "cancel"))).toBe("cancelled");
});

test("the session's cookie is for this host, for no script and no other site", async () => {
  const answer = await signInAtDesk(open(), asha, {
    invitation: (await inviteFirstOwner(services, { actor: "shop" }))!,
  });
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("desk="))!;
  expect(line).toMatch(/^desk=[\w-]{43}; HttpOnly; Path=\/; Max-Age=43200; SameSite=Strict$/);
});

test("over https the session's cookie is bound to the desk's host, and no other name signs in", async () => {
  const url = "https://desk.shop.test";
  const secure = await openTestDesk({ publicUrl: "https://shop.test", deskUrl: url });
  const browser = openDeskBrowser(secure, undefined, url);
  const invitation = (await inviteFirstOwner(secure.services, { actor: "shop" }))!;
  const answer = await signInAtDesk(browser, asha, { invitation });
  const lines = answer.headers.getSetCookie().filter((line) => /^(__Host-)?desk=/.test(line));
  // Without a Domain attribute no other host of the shop gets the cookie.
  expect(lines).toEqual([
    expect.stringMatching(/^__Host-desk=[\w-]{43}; HttpOnly; Path=\/; Max-Age=43200; SameSite=Strict; Secure$/),
  ]);
  const token = browser.cookies.get("__Host-desk")!;
  expect((await browser.get("/me")).headers.get("location")).toMatch(/^\/passkey/);
  // Cookies that a page without https could set are ignored.
  expect((await openDeskBrowser(secure, token, url).get("/me")).headers.get("location")).toMatch(/^\/sign-in/);
});

test("a passkey is added and shown; what does not prove who sits there is refused", async () => {
  const browser = open();
  await signInAtDesk(browser, asha, { invitation: (await inviteFirstOwner(services, { actor: "shop" }))! });
  const device = openPasskeyDevice(deskUrl);
  const refusal = { status: 409, problem: expect.stringMatching(/^This passkey could not be verified/) };
  expect(await usePasskey(browser, device, "new", { isUnverified: true })).toEqual(refusal);
  expect(await usePasskey(browser, device, "new", { origin: "http://shop.test" })).toEqual(refusal);
  const before = browser.cookies.get("desk");
  expect(await usePasskey(browser, device, "new")).toMatchObject({ status: 200 });
  expect(browser.cookies.get("desk")).not.toBe(before);
  expect((await openDeskBrowser(desk, before).get("/")).headers.get("location")).toMatch(/^\/sign-in/);
  expect((await browser.get("/")).status).toBe(200);

  const second = open();
  await signInAtDesk(second, asha);
  expect((await second.get("/")).headers.get("location")).toBe("/passkey");
  // An account with a passkey must use it: a stolen Google account cannot add another.
  expect(await usePasskey(second, openPasskeyDevice(deskUrl), "new")).toMatchObject({ status: 409 });
  expect(await usePasskey(second, device, "known", { isUnverified: true })).toEqual(refusal);
  expect(await usePasskey(second, device, "known", { origin: `${deskUrl}.evil.test` })).toEqual(refusal);
  expect(await usePasskey(second, openPasskeyDevice(deskUrl), "known")).toEqual(refusal);
  expect(await usePasskey(second, device, "known", { counter: 1 })).toEqual(refusal);
  expect((await second.get("/")).status).toBe(302);

  const asked = await second.post("/passkey/key", { intent: "passkey.ask", kind: "known" });
  const { answer } = (await asked.json()) as { answer: { challenge: string } };
  const shown = device.get(answer, { counter: 50 });
  expect(await showAgain(second, "known", shown)).toMatchObject({ status: 200 });
  expect((await second.get("/")).status).toBe(200);
  expect(await showAgain(second, "known", shown)).toEqual(refusal);
  minutes(11);
  expect(await usePasskey(second, openPasskeyDevice(deskUrl), "new")).toMatchObject({ status: 409 });
  const late = await second.post("/passkey/key", { intent: "passkey.ask", kind: "known" });
  const { answer: old } = (await late.json()) as { answer: { challenge: string } };
  minutes(6);
  expect(await showAgain(second, "known", device.get(old, { counter: 60 }))).toEqual(refusal);
  expect(await auditLogTexts(desk, 8)).toContain("Signed in with a passkey.");
});

test("a challenge for a known passkey adds no new one: not without a passkey, and not with one shown too long ago", async () => {
  const browser = open();
  await signInAtDesk(browser, asha, { invitation: (await inviteFirstOwner(services, { actor: "shop" }))! });
  const device = openPasskeyDevice(deskUrl);
  expect(await usePasskey(browser, device, "new")).toMatchObject({ status: 200 });
  const count = async () =>
    (
      await db.execute(sql`
    select from staff_passkeys p join staff s on s.id = p.staff_id where s.removed_at is null`)
    ).rowCount;
  const addByChallengeOfKnown = async (asker: DeskBrowser) => {
    const asked = await asker.post("/passkey/key", { intent: "passkey.ask", kind: "known" });
    const { answer } = (await asked.json()) as { answer: { challenge: string } };
    // As an attacker's script would do it: an answer for a new passkey.
    const user = { id: "c29tZWJvZHk", name: "x", displayName: "x" };
    return showAgain(asker, "new", openPasskeyDevice(deskUrl).create({ ...answer, user } as typeof answer));
  };
  const refusal = { status: 409, problem: "Use one of your passkeys first, then add another one." };
  const stolen = open();
  await signInAtDesk(stolen, asha);
  expect(await addByChallengeOfKnown(stolen)).toEqual(refusal);
  expect((await stolen.get("/")).headers.get("location")).toBe("/passkey");
  minutes(10);
  expect(await usePasskey(browser, openPasskeyDevice(deskUrl), "new")).toMatchObject({ status: 200 });
  minutes(10);
  nowMs += 1;
  expect(await usePasskey(browser, openPasskeyDevice(deskUrl), "new")).toEqual(refusal);
  expect(await addByChallengeOfKnown(browser)).toEqual(refusal);
  expect(await count()).toBe(2);
});

test("a session lives a second less than an hour without use and than twelve hours in all, and not a second more", async () => {
  const id = await addStaff(desk, "packer");
  const isIn = async (set: ReturnType<typeof sql>) => {
    const token = await addStaffSession(desk, id);
    await db.execute(sql`update staff_sessions set ${set} where staff_id = ${id}`);
    return (await openDeskBrowser(desk, token).get("/me")).status === 200;
  };
  const ago = (seconds: number) => sql`${new Date(nowMs - seconds * 1000).toISOString()}::timestamptz`;
  expect(await isIn(sql`seen_at = ${ago(60 * 60 - 1)}`)).toBe(true);
  expect(await isIn(sql`seen_at = ${ago(60 * 60)}`)).toBe(false);
  expect(await isIn(sql`created_at = ${ago(12 * 60 * 60 - 1)}`)).toBe(true);
  expect(await isIn(sql`created_at = ${ago(12 * 60 * 60)}`)).toBe(false);
});

test("the audit log names who was invited, came, showed a passkey and left, and shows one kind of it at a time", async () => {
  const owner = open();
  await signInAtDesk(owner, asha, { invitation: (await inviteFirstOwner(services, { actor: "shop" }))! });
  const device = openPasskeyDevice(deskUrl);
  await usePasskey(owner, device, "new");
  const ravi = { name: "Ravi Record", email: "ravi.record@example.com" };
  const invited = await owner.post("/staff", { intent: "staff.invite", address: ravi.email, role: "packer" });
  const [, invitation] = /\/invitations\/([\w-]{43})/.exec(await invited.text())!;
  await signInAtDesk(open(), ravi, { invitation: invitation! });
  const { rows } = await db.execute<{ id: string }>(sql`select id from staff where address = ${ravi.email}`);
  const packer = openDeskBrowser(desk, await addStaffSession(desk, Number(rows[0]!.id)));
  expect(await (await packer.get("/")).text()).not.toContain('href="/staff"');
  expect(await (await owner.get("/")).text()).toContain('href="/staff"');
  const removed = await owner.post("/staff", { intent: "staff.remove", staff: rows[0]!.id });
  const left = removed.status === 303 ? await owner.get("/staff") : removed;
  const staff = await textOf(left);
  expect(staff).toContain("Ravi Record no longer works at this desk");
  expect(staff).not.toContain("Change of Ravi Record");
  await signInAtDesk(owner, asha);
  await usePasskey(owner, device, "known");

  const all = await textOf(await owner.get("/record"));
  const invitedWords = "Invited ravi.record@example.com to work here as a packer.";
  const passkeyWords = "Signed in with a passkey.";
  for (const words of [
    invitedWords,
    passkeyWords,
    "Ravi Record accepted an invitation and is a packer now.",
    "Ravi Record, packer, does not work here any more.",
  ])
    expect(all).toContain(words);
  const ofStaff = await textOf(await owner.get("/record?chapter=staff"));
  expect([ofStaff.includes(invitedWords), ofStaff.includes(passkeyWords)]).toEqual([true, false]);
  const ofPasskeys = await textOf(await owner.get("/record?chapter=passkey"));
  expect([ofPasskeys.includes(invitedWords), ofPasskeys.includes(passkeyWords)]).toEqual([false, true]);
});

test("a lost passkey is reset by another owner: at the next sign-in a new one is added", async () => {
  const browser = open();
  await signInAtDesk(browser, asha, { invitation: (await inviteFirstOwner(services, { actor: "shop" }))! });
  await usePasskey(browser, openPasskeyDevice(deskUrl), "new");
  const { rows } = await db.execute<{ id: string }>(sql`select id from staff where removed_at is null`);
  const owner = await addStaff(desk, "owner");
  const other = openDeskBrowser(desk, await addStaffSession(desk, owner));
  await other.post("/staff", { intent: "staff.reset-passkeys", staff: rows[0]!.id });
  expect((await browser.get("/")).headers.get("location")).toMatch(/^\/sign-in/);
  await signInAtDesk(browser, asha);
  expect(await (await browser.get("/passkey")).text()).toContain("Add your first passkey");
  expect(await usePasskey(browser, openPasskeyDevice(deskUrl), "new")).toMatchObject({ status: 200 });
});

test("whoever was removed and invited again adds a new passkey: the former ones let nobody in", async () => {
  const browser = open();
  const device = openPasskeyDevice(deskUrl);
  await signInAtDesk(browser, asha, { invitation: await invite(asha.email) });
  await usePasskey(browser, device, "new");
  const { rows } = await db.execute<{ id: string }>(sql`select id from staff where removed_at is null`);
  const owner = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "owner")));
  expect((await owner.post("/staff", { intent: "staff.remove", staff: rows[0]!.id })).status).toBe(303);
  await signInAtDesk(browser, asha, { invitation: await invite(asha.email) });
  expect(await (await browser.get("/passkey")).text()).toContain("Add your first passkey");
  expect(await usePasskey(browser, device, "known")).toMatchObject({ status: 409 });
  expect(await usePasskey(browser, openPasskeyDevice(deskUrl), "new")).toMatchObject({ status: 200 });
});

test("who was signed out meanwhile is led back to the page where they were, also when its script asked", async () => {
  const token = await addStaffSession(desk, await addStaff(desk, "bookseller"));
  minutes(120);
  const isLedBack = "/sign-in?next=%2Forders%3Ftext%3Dasha&trouble=ended";
  const asked = await openDeskBrowser(desk, token).get("/orders.data?text=asha&_routes=pages%2Forders%2Froute");
  expect(await asked.text()).toContain(isLedBack);
  const form = { intent: "orders.save-view", name: "Asha", query: "" };
  for (const path of ["/orders?text=asha", "/orders.data?text=asha"]) {
    const sent = await openDeskBrowser(desk, token).post(path, form);
    expect((await sent.text()) + sent.headers.get("location"), path).toContain(isLedBack);
  }
});
