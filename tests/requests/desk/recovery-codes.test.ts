/** Recovery codes: shown once, each good for one sign-in without the passkey. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { resetPasskeys } from "#shop/people/staff/passkeys.server.ts";
import { countRecoveryCodes, makeRecoveryCodes } from "#shop/people/staff/recovery-codes.server.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  auditLogTexts,
  openDeskBrowser,
  openTestDesk,
} from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db } = desk;

async function packer() {
  const id = await addStaff(desk, "packer");
  await addPasskeyRow(desk, id);
  return { id, browser: openDeskBrowser(desk, await addStaffSession(desk, id)) };
}

/** A browser that has signed in with Google but not shown a passkey. */
async function halfSignedIn(id: number) {
  const browser = openDeskBrowser(desk, await addStaffSession(desk, id));
  await db.execute(sql`update staff_sessions set passkey_at = null where staff_id = ${id}`);
  return browser;
}

test("codes are shown once, and one of them opens the desk without the passkey, once", async () => {
  const { id, browser } = await packer();
  const page = await (await browser.post("/me", { intent: "passkey.make-codes" })).text();
  const codes = [...new Set(page.match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/g))];
  expect(codes).toHaveLength(8);
  expect(await (await browser.get("/me")).text()).not.toContain(codes[0]);
  const { rows } = await db.execute<{ text: string }>(sql`select c::text as text from staff_recovery_codes c`);
  expect(JSON.stringify(rows)).not.toContain(codes[0]);

  const lost = await halfSignedIn(id);
  expect((await lost.get("/")).headers.get("location")).toContain("/passkey");
  const typed = ` ${codes[0]!.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
  const answer = await lost.post("/passkey", { intent: "passkey.use-code", secretCode: typed });
  expect(answer.headers.get("location")).toBe("/me");
  expect((await lost.get("/")).status).toBe(200);
  expect((await auditLogTexts(desk, 1))[0]).toBe("Signed in with a recovery code instead of a passkey.");

  const again = await halfSignedIn(id);
  const refused = await again.post("/passkey", { intent: "passkey.use-code", secretCode: codes[0]! });
  expect(refused.status).toBe(409);
  const text = await refused.text();
  expect(text).toContain("was used before");
  expect(text).not.toContain(codes[0]);
  expect(await countRecoveryCodes(db, id)).toBe(7);
});

test("a code of somebody else opens nothing, and new codes or a reset end the old ones", async () => {
  const [one, other] = [await packer(), await packer()];
  const [code = ""] = await makeRecoveryCodes(db, other.id, new Date());
  const lost = await halfSignedIn(one.id);
  const use = () => lost.post("/passkey", { intent: "passkey.use-code", secretCode: code });
  expect((await use()).status).toBe(409);
  await makeRecoveryCodes(db, other.id, new Date());
  expect(
    (await (await halfSignedIn(other.id)).post("/passkey", { intent: "passkey.use-code", secretCode: code })).status,
  ).toBe(409);
  await resetPasskeys(db, other.id);
  expect(await countRecoveryCodes(db, other.id)).toBe(0);
});
