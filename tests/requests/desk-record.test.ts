import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { writeRecord } from "#shop/record/record.server.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  openDeskBrowser,
  openTestDesk,
  recordLines,
} from "#tests/support/desk.ts";
import { setStock } from "#tests/support/sale.ts";
import { textOfPage } from "#tests/support/text-of-page.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const staffId = await addStaff(desk, "owner");
await addPasskeyRow(desk, staffId);
const browser = openDeskBrowser(desk, await addStaffSession(desk, staffId, { passkeyMinutes: 0 }));
const textOf = async (path: string) => textOfPage(await (await browser.get(path)).text());

async function newest(): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  return rows[0]!.number;
}

test("what was done with copies names the book by its title, and so does what cannot be taken back", async () => {
  await setStock(db, "kanthapura", 3);
  const form = {
    intent: "stock.correct",
    book: "kanthapura",
    once: crypto.randomUUID(),
    was: "3",
    copies: "5",
    reason: "x",
  };
  expect((await browser.post("/stock/books/kanthapura", form)).status).toBe(303);
  expect((await recordLines(desk, 1))[0]).toBe("Corrected the copies of “Kanthapura”: 5 instead of 3.");
  const entry = await newest();
  expect(await textOf(`/record/${entry}`)).toMatch(/Copies on hand: Kanthapura.*copies 3 5/s);
  await db.execute(sql`update stock set reserved = 5 where book_id = 'kanthapura'`);
  const refused = await browser.post(`/record/${entry}`, { intent: "record.undo", entry });
  expect(textOfPage(await refused.text())).toContain("the copies of Kanthapura: sold or held for orders since");
  await db.execute(sql`update stock set reserved = 0 where book_id = 'kanthapura'`);
});

test("an entry shows moments, days, sums, lists and yes or no as people read them, and titles where ids stand", async () => {
  const before = {
    price_paise: 19_900,
    is_listed: true,
    published_on: "2019-04-25",
    dueAt: "2026-11-21T04:30:00.000Z",
    bookIds: ["kanthapura"],
    books: [{ bookId: "kanthapura", note: "A note" }],
    availability: "to-order",
    categories: ["poetry"],
    aliases: [],
  };
  await writeRecord(db, { actor: "shop" }, services.now(), {
    action: "books.change",
    words: "Changed a thing.",
    subject: "book kanthapura",
    before,
    after: Object.fromEntries(Object.keys(before).map((field) => [field, null])),
  });
  const shown = await textOf(`/record/${await newest()}`);
  for (const words of [
    "About Kanthapura",
    "price ₹199",
    "listing yes",
    "25 April 2019",
    "21 November 2026 at 10:00 am",
    "books Kanthapura",
    "Kanthapura, A note",
    "Can be ordered",
    "categories Poetry",
    "aliases nothing",
  ])
    expect(shown).toContain(words);
  expect(shown).not.toMatch(/kanthapura|[[{]"/);
});
