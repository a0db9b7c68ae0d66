/** Tests the daily letter to owners: when it is written, to whom, and its content. */

import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { readLetterState } from "#shop/office/back-office/shop-state.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { findLastAuditLogEntry } from "#shop/kernel/audit-log/check-audit-log.server.ts";
import { recorded } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { chooseDailyLetter, writeDailyLetters } from "./daily-letters.server.ts";

const testServices = await openTestServices({ deskUrl: "http://desk.shop.test" });
const { db, services, mailbox } = testServices;
await setStock(db, "godan", 50);

// Letters become due by the database's clock, so all tests take place after the present.
const theDay = isoDay(Date.now() + 86_400_000);
/** A time in India on the day of the tests, which is tomorrow, or `daysLater` days after it. */
const at = (time: string, daysLater = 0) => new Date(Date.parse(`${theDay}T${time}+05:30`) + daysLater * 86_400_000);
let now: Date;
services.now = () => now;

let owner: number;
let owners = 0;
let to: string;
beforeEach(async () => {
  now = at("07:00:00");
  await db.execute(sql`delete from outbox`);
  await db.execute(sql`update staff set removed_at = joined_at`);
  const name = `owner-${(owners += 1)}`;
  to = `${name}@example.com`;
  owner = await addStaff(testServices, "owner", name);
  await db.execute(
    sql`update staff set joined_at = ${at("12:00:00", -9).toISOString()}::timestamptz where id = ${owner}`,
  );
});

const letters = () => mailbox.letters().filter((letter) => letter.to === to);

test("it is written once a day, from seven in the morning in India, and until then no letter waits", async () => {
  for (const time of ["00:05:00", "06:59:59"]) {
    now = at(time);
    expect(await writeDailyLetters(services)).toBe(0);
    expect(await readLetterState(services)).toMatchObject({ due: 0, dueForLong: 0 });
  }
  now = at("07:00:00");
  const both = await Promise.all([writeDailyLetters(services), writeDailyLetters(services)]);
  expect(both).toContain(1);
  expect(await writeDailyLetters(services)).toBe(0);
  await sendDueLetters(services);
  expect(letters()).toHaveLength(1);
  now = at("23:59:00");
  expect(await writeDailyLetters(services)).toBe(0);
  now = at("00:01:00", 1);
  expect(await writeDailyLetters(services)).toBe(0);
  now = at("07:00:00", 1);
  expect(await writeDailyLetters(services)).toBe(1);
  await sendDueLetters(services);
  expect(letters()).toHaveLength(2);
});

test("only owners get it who have not switched it off, from the morning after they came", async () => {
  await addStaff(testServices, "bookseller", "seller");
  const late = await addStaff(testServices, "owner", "late");
  await db.execute(sql`update staff set joined_at = ${at("07:30:00").toISOString()}::timestamptz where name = 'late'`);
  now = at("08:00:00");
  expect(await writeDailyLetters(services)).toBe(1);
  expect(await chooseDailyLetter(db, owner, false)).toBe(true);
  expect(await chooseDailyLetter(db, owner, false)).toBe(false);
  await sendDueLetters(services);
  now = at("08:00:00", 1);
  expect(await writeDailyLetters(services)).toBe(1);
  await sendDueLetters(services);
  expect(letters()).toEqual([]);
  expect(mailbox.letters().some((letter) => letter.to === "late@example.com")).toBe(true);
  await db.execute(sql`delete from outbox`);
  await chooseDailyLetter(db, owner, true);
  expect(await writeDailyLetters(services)).toBe(2);
  // A former owner gets none, even if the letter was already written.
  await db.execute(sql`update staff set role = 'packer' where id = ${owner}`);
  await sendDueLetters(services);
  expect(letters()).toEqual([]);
  expect(late).not.toBe(owner);
});

test("it says what waits, what was sold yesterday, and the last hash of the record", async () => {
  now = new Date();
  const { totalPaise } = await paidOrder(testServices, "yesterday", { godan: 1 });
  await issueDocuments(services);
  await db.execute(sql`update sales_lines set day = ${isoDay(at("12:00:00", -1))}::date`);
  await recorded(
    services,
    { actor: "shop" },
    async () => {},
    () => ({ action: "desk.test", words: "Done." }),
  );
  now = at("07:10:00");
  await writeDailyLetters(services);
  await sendDueLetters(services);
  const { subject, text } = letters()[0]!;
  expect(subject).toBe("Endpaper this morning: 1 order to pack");
  expect(text).toContain("http://desk.shop.test/#orders-to-pack");
  expect(text).toContain(`1 order, books for ₹${(totalPaise / 100).toFixed(2)}`);
  const { number, hash } = (await findLastAuditLogEntry(db))!;
  expect(text).toContain(`Line ${number} of the audit log`);
  expect(text.replaceAll(/\s/g, "")).toContain(hash);
});
