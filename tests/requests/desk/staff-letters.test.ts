/** Letters to staff: invitations, failed deliveries, hostile names, and the daily letter. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { retryDeadLetters } from "#shop/office/back-office/outbox.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { textOf } from "#tests/support/desk/desk-form.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
  signInAtDesk,
  signInErrorOf,
} from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db, services, mailbox } = desk;
const ownerId = await addStaff(desk, "owner", "Asha");
await addPasskeyRow(desk, ownerId);
const owner = openDeskBrowser(desk, await addStaffSession(desk, ownerId));

/** Invites an address as packer; returns the link that the page shows. */
async function invite(address: string): Promise<string> {
  const answer = await owner.post("/staff", { intent: "staff.invite", address, role: "packer" });
  expect(answer.status).toBe(200);
  return /http:\/\/desk\.shop\.test\/invitations\/[\w-]{43}/.exec(await answer.text())![0];
}

const lettersTo = (address: string) => mailbox.letters().filter(({ to }) => to === address);
const staffPage = async () => textOf(await owner.get("/staff"));

test("whoever is invited gets a letter with the link; while it waits and afterwards its secret is stored nowhere", async () => {
  const link = await invite("ravi@example.com");
  const secret = link.slice(-43);
  const { rows } = await db.execute<{ row: string }>(sql`
    select to_jsonb(b)::text as row from outbox b union all select to_jsonb(i)::text from staff_invitations i
    union all select to_jsonb(r)::text from desk_record r`);
  expect(rows.map(({ row }) => row).join()).toContain("ravi@example.com");
  expect(rows.map(({ row }) => row).join()).not.toContain(secret);
  expect(await staffPage()).toContain("The letter is being sent.");

  await sendDueLetters(services);
  const [letter, ...others] = lettersTo("ravi@example.com");
  expect(others).toEqual([]);
  expect(letter).toMatchObject({ subject: "Asha invites you to work at Endpaper" });
  expect(letter!.text).toContain(link);
  expect(letter!.text).toMatch(/as\s+a\s+packer[\s\S]*pack and send parcels/);
  expect(await staffPage()).toContain("The letter was sent.");

  const invited = openDeskBrowser(desk);
  const arrived = await signInAtDesk(invited, { name: "Ravi", email: "ravi@example.com" }, { invitation: secret });
  expect(signInErrorOf(arrived)).toBeNull();
  expect(await staffPage()).toContain("There are no open invitations.");
});

test("the letter of an invitation that was withdrawn, or followed by another one, is not sent", async () => {
  await invite("meera@example.com");
  const link = await invite("meera@example.com");
  await sendDueLetters(services);
  expect(lettersTo("meera@example.com").map(({ text }) => text.includes(link))).toEqual([true]);
  await invite("lila@example.com");
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from staff_invitations where address = 'lila@example.com'`);
  await owner.post("/staff", { intent: "staff.withdraw-invitation", invitation: rows[0]!.id });
  await sendDueLetters(services);
  expect(lettersTo("lila@example.com")).toEqual([]);
});

test("a letter that is not taken is said on the page, and so is one that is given up; both can still go out", async () => {
  const link = await invite("gone@example.com");
  mailbox.setFault({ refuse: "temporary", times: 1 });
  await sendDueLetters(services);
  expect(await staffPage()).toContain("The mail server has not accepted the letter yet. The shop tries again.");
  await db.execute(sql`update outbox set due_at = now() where state = 'due'`);
  mailbox.setFault({ refuse: "permanent", times: 1 });
  await sendDueLetters(services);
  const page = await staffPage();
  expect(page).toContain("The letter could not be sent.");
  await retryDeadLetters(services);
  await sendDueLetters(services);
  expect(lettersTo("gone@example.com")[0]!.text).toContain(link);
  expect(await staffPage()).not.toContain("could not be sent");
});

test("a name is shown as it was written, and makes no link in the letter", async () => {
  const name = 'Eve <a href="https://evil.example">{{7*7}}</a>';
  await db.execute(sql`update staff set name = ${name} where id = ${ownerId}`);
  await invite("asked@example.com");
  await sendDueLetters(services);
  const [letter] = lettersTo("asked@example.com");
  expect(letter!.html).not.toContain('<a href="https://evil.example');
  expect(letter!.html).toContain("{{7*7}}");
  expect(letter!.html).toContain(`href="${deskUrl}/invitations/`);
});

test("an owner switches the daily letter off and on again on their own page; others have no such switch", async () => {
  const page = async () => textOf(await owner.get("/me"));
  expect(await page()).toContain("You get an e-mail at seven in the morning");
  const choose = (wanted: string) => owner.post("/me", { intent: "staff.daily-letter", wanted });
  expect((await choose("no")).status).toBe(303);
  expect(await page()).toContain("You do not get the morning e-mail");
  expect((await choose("yes")).status).toBe(303);
  expect(await page()).toContain("You get an e-mail at seven in the morning");
  expect((await choose("perhaps")).status).toBe(422);
  expect(await auditLogTexts(desk, 2)).toEqual([
    "Switched their own daily letter on.",
    "Switched their own daily letter off.",
  ]);
  const packer = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "packer")));
  expect(await textOf(await packer.get("/me"))).not.toContain("morning");
});
