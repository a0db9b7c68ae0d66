/** The pages of the audit log ("History"): readable entries, undo, and logged refusals. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { writeAuditLog } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
} from "#tests/support/desk/desk.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";

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

test("what was done with copies names the book by its title, and so does what cannot be undone", async () => {
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
  expect((await auditLogTexts(desk, 1))[0]).toBe("Corrected the copies of “Kanthapura”: 5 instead of 3.");
  const entry = await newest();
  expect(await textOf(`/record/${entry}`)).toMatch(/Copies on hand: Kanthapura.*copies 3 5/s);
  await db.execute(sql`update stock set reserved = 5 where book_id = 'kanthapura'`);
  const refused = await browser.post(`/record/${entry}`, { intent: "record.undo", entry });
  expect(textOfPage(await refused.text())).toContain("the copies of Kanthapura: they were sold or reserved since");
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
  await writeAuditLog(db, { actor: "shop" }, services.now(), {
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
  ])
    expect(shown).toContain(words);
  // A field that was and is empty is left out.
  expect(shown).not.toContain("aliases");
  expect(shown).not.toMatch(/kanthapura|[[{]"/);
});

test("pages that a role may not see are noted once an hour for a person, and a form with a wrong passkey not at all", async () => {
  const packer = await addStaff(desk, "packer");
  await addPasskeyRow(desk, packer);
  const guarded = openDeskBrowser(desk, await addStaffSession(desk, packer, { passkeyMinutes: 0 }));
  const refusals = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from desk_record where staff_id = ${packer} and action = 'desk.refused'`);
    return rows[0]!.count;
  };
  await Promise.all(Array.from({ length: 6 }, () => guarded.get("/staff")));
  expect((await guarded.get("/staff")).status).toBe(403);
  expect(await refusals()).toBe(1);
  await guarded.get("/reports/gst");
  expect(await refusals()).toBe(2);
  const now = services.now;
  services.now = () => new Date(now().getTime() + 50 * 60_000);
  expect((await guarded.get("/staff")).status).toBe(403);
  expect(await refusals()).toBe(2);
  services.now = now;
});

test("invalid fields are reported before the passkey check and not logged as an attempt", async () => {
  const late = openDeskBrowser(desk, await addStaffSession(desk, staffId, { passkeyMinutes: 11 }));
  const before = await newest();
  const wrong = await late.post("/record/1", { intent: "record.undo", entry: "none" });
  expect(wrong.status).toBe(422);
  const asked = await late.post("/record/1", { intent: "record.undo", entry: "1" });
  expect([asked.status, textOfPage(await asked.text())]).toEqual([403, expect.stringContaining("passkey")]);
  expect(await newest()).toBe(before);
});

test("what was just done is undone by a button where it was done, and at the head of its entry", async () => {
  await setStock(db, "kanthapura", 3);
  const once = crypto.randomUUID();
  const form = { intent: "stock.correct", book: "kanthapura", once, was: "3", copies: "4", reason: "Found one" };
  const done = await browser.post("/stock/books/kanthapura", form);
  const entry = await newest();
  const page = await (await browser.get(done.headers.get("location")!)).text();
  expect(page).toContain(`action="/record/${entry}"`);
  // Offered once only: the next page has no such button.
  expect(await (await browser.get("/stock/books/kanthapura")).text()).not.toContain(`action="/record/${entry}"`);
  const ofEntry = await (await browser.get(`/record/${entry}`)).text();
  expect(ofEntry.indexOf('value="record.undo"')).toBeLessThan(ofEntry.indexOf("Corrected the copies"));
  expect((await browser.post(`/record/${entry}`, { intent: "record.undo", entry })).status).toBe(303);
  const { rows } = await db.execute<{ onHand: number }>(sql`select on_hand from stock where book_id = 'kanthapura'`);
  expect(rows[0]!.onHand).toBe(3);
});

test("a row of the history has a button while its change can be undone, for a role that may", async () => {
  const rowOf = async (role: "owner" | "bookseller", entry: string) => {
    const asked = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, role)));
    const html = await (await asked.get("/record")).text();
    return new RegExp(`<li[^>]*>(?:(?!</li>).)*href="/record/${entry}".*?</li>`, "s").exec(html)?.[0] ?? "";
  };
  await setStock(db, "kanthapura", 3);
  const form = { intent: "stock.correct", book: "kanthapura", was: "3", copies: "6", reason: "Found three" };
  await browser.post("/stock/books/kanthapura", { ...form, once: crypto.randomUUID() });
  const entry = await newest();
  for (const role of ["owner", "bookseller"] as const)
    expect(await rowOf(role, entry), role).toContain(`action="/record/${entry}"`);
  await browser.post(`/record/${entry}`, { intent: "record.undo", entry });
  expect(await rowOf("owner", entry)).toContain("Found three");
  expect(await rowOf("owner", entry)).not.toContain("record.undo");

  const settings = await (await browser.get("/settings")).text();
  const [, was = ""] =
    /name="group" value="fees"\/><input type="hidden" name="was" value="([^"]*)"/.exec(settings) ?? [];
  const fees = { intent: "settings.save", group: "fees", was: was.replaceAll("&quot;", '"') };
  await browser.post("/settings", { ...fees, SHIPPING_FEE: "45", FREE_SHIPPING_FROM: "" });
  const ofSettings = await newest();
  expect(await rowOf("owner", ofSettings)).toContain("record.undo");
  expect(await rowOf("bookseller", ofSettings)).not.toContain("record.undo");
});
