import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findReaderRecord, findReaders } from "./readers.server.ts";

const { db } = await openTestServices();
const asha = await addReader(db, "Asha Müller-Rao", "asha_m@example.com");
const priya = await addReader(db, "प्रिया शर्मा", "priya@example.com");
await db.execute(sql`update readers set phone = '+919876543210' where id = ${asha}`);
const found = async (text: string, limit = 10) => (await findReaders(db, text, limit)).map(({ id }) => id);

test("a reader is found by the beginnings of the name's words, of address and phone, and by number", async () => {
  for (const text of [
    "asha",
    "ash mul",
    "Müll",
    "rao",
    "ASHA_M@",
    "asha_m@example.com",
    "98765 43210",
    "+91 9876",
    "09876543210",
    String(asha),
  ])
    expect(await found(text), text).toEqual([asha]);
  for (const text of ["प्रिया", "शर", "priya@"]) expect(await found(text), text).toEqual([priya]);
  expect(await findReaders(db, "rao", 1)).toMatchObject([{ name: "Asha Müller-Rao", email: "asha_m@example.com" }]);
});

test("what is no beginning finds nobody, whatever signs it has", async () => {
  for (const text of [
    "",
    "a",
    "uller",
    "987",
    "ashaXm@",
    "%",
    "_",
    "@",
    "'':*|!&",
    "\\",
    "\0",
    "asha & nobody",
    "9".repeat(40),
  ])
    expect(await found(text), text).toEqual([]);
});

test("at most so many are found", async () => {
  for (let n = 0; n < 5; n += 1) await addReader(db, `Many ${n}`);
  expect(await found("many", 3)).toHaveLength(3);
});

test("a reader's page has what helps; nobody else's", async () => {
  await db.execute(sql`
    insert into addresses (reader_id, name, phone, address_line1, city, state_code, pin)
    values (${asha}, 'Asha', '+919876543210', '12 Residency Road', 'Bengaluru', 'KA', '560025')`);
  await db.execute(sql`
    insert into contact_messages (ticket, name, email, subject, message, fingerprint)
    values ('EPT-00000001', 'A', 'ASHA_M@example.com', 'S', 'M', sha256('a'))`);
  expect(await findReaderRecord(db, asha)).toMatchObject({
    phone: "+919876543210",
    addresses: [{ lines: ["12 Residency Road", "Bengaluru 560025, KA"] }],
    orders: [],
    tickets: ["EPT-00000001"],
  });
  expect(await findReaderRecord(db, priya)).toMatchObject({ addresses: [], tickets: [] });
  expect(await findReaderRecord(db, 999_999)).toBeNull();
});
