/** The table of the week and reading lists at the desk: saving, undo, conflicts and errors. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { findReadingList, findStoredList } from "#shop/catalogue/content/reading-lists.server.ts";
import { findCurrentTable, findStoredTable } from "#shop/catalogue/content/weekly-tables.server.ts";
import { listForm, tableForm } from "#tests/support/desk-authority/window.ts";
import { faultsIn, readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const books = ["godan", "matilda", "kari"];
for (const book of books) await setStock(db, book, 5);

async function bookseller() {
  const id = await addStaff(desk, "bookseller");
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}

async function newestEntry(): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  return rows[0]!.number;
}

const dayOf = (day: string) => ({ day: day.slice(8), month: day.slice(5, 7), year: day.slice(0, 4) });
const saveTable = (form: Record<string, string>) => ({ intent: "window.save-table", ...form });
const saveList = (form: Record<string, string>) => ({ intent: "window.save-list", ...form });

test("a table is set, stands from its day, is removed, and each of these is undone", async () => {
  const browser = await bookseller();
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(new Date());
  const stood = (await findCurrentTable(services))!.title;
  const set = await browser.post(
    "/window/table",
    saveTable(tableForm(books, { title: "Three moods", ...dayOf(today) })),
  );
  expect(set.headers.get("location")).toBe("/window/table?table=three-moods");
  const made = await newestEntry();
  expect(await findCurrentTable(services)).toMatchObject({
    title: "Three moods",
    books: [{ sentence: "Read godan.", signature: "Meera" }, {}, {}],
  });
  expect(await textOf(await browser.get("/window"))).toContain(`Three moods Shown today From ${longDay(today)}`);

  await browser.post("/window/table", { intent: "window.remove-table", table: "three-moods" });
  const removed = await newestEntry();
  expect((await findCurrentTable(services))!.title).toBe(stood);
  const undo = (entry: string) => browser.post(`/record/${entry}`, { intent: "record.undo", entry });
  expect((await undo(removed)).status).toBe(303);
  expect((await findCurrentTable(services))!.title).toBe("Three moods");
  expect((await undo(made)).status).toBe(303);
  expect(await findStoredTable(db, "three-moods")).toBeNull();
});

test("of two people who change one table the second saves nothing, and sees both versions", async () => {
  const [first, second] = [await bookseller(), await bookseller()];
  await first.post("/window/table", saveTable(tableForm(books, { title: "Both" })));
  const was = await readFilledFrom(await second.get("/window/table?table=both"));
  const change = { was, table: "both", title: "Both" };
  await first.post("/window/table?table=both", saveTable(tableForm(books, { ...change, introduction: "Because." })));
  const late = await second.post(
    "/window/table?table=both",
    saveTable(tableForm(books, { ...change, introduction: "No." })),
  );
  expect(late.status).toBe(409);
  expect(await textOf(late)).toContain("Description No. Because.");
  expect((await findStoredTable(db, "both"))!.introduction).toBe("Because.");
});

test("what is wrong with a table or a list is said in words, with all that was typed, and nothing is kept", async () => {
  const browser = await bookseller();
  const said = async (form: Record<string, string>, path = "/window/table") => {
    const answer = await browser.post(path, form);
    return [answer.status, await textOf(answer)] as const;
  };
  const faults = async (form: Record<string, string>, path = "/window/table") =>
    faultsIn(await (await browser.post(path, form)).text());
  const few = await said(saveTable(tableForm(["godan"], { title: "Few" })));
  expect(few).toEqual([422, expect.stringContaining("A table needs 3 to 14 books")]);
  const day = await said(saveTable(tableForm(books, { title: "Few", day: "30", month: "02" })));
  expect(day).toEqual([422, expect.stringContaining("There is no such day.")]);
  const unsigned = saveTable(
    tableForm(books, { title: "Few", "signature-1": "", "sentence-2": "", introduction: " " }),
  );
  expect(await faults(unsigned)).toEqual({
    introduction: "Write in a sentence or two why you chose these books.",
    "signature-1": "Enter who wrote this.",
    "sentence-2": "Write in a sentence why.",
  });
  const texts = { introduction: "x".repeat(301), "sentence-0": "x".repeat(161), "signature-1": "x".repeat(61) };
  expect(await faults(saveTable(tableForm(books, { title: "x".repeat(61), ...texts })))).toEqual({
    title: "Write at most 60 characters.",
    introduction: "Write at most 300 characters.",
    "sentence-0": "Write at most 160 characters.",
    "signature-1": "Write at most 60 characters.",
  });
  const unknown = await said(saveTable(tableForm(["godan", "matilda", "no-such-book"], { title: "Few" })));
  expect(unknown).toEqual([409, expect.stringContaining("Readers see no such book: no-such-book")]);
  const twice = await said(saveList(listForm(["godan", "godan"], { title: "Few" })), "/window/list");
  expect(twice).toEqual([409, expect.stringContaining("is named twice")]);
  const rows = saveList(listForm(["godan", "matilda"], { title: "Few", "note-0": "", "note-1": "x".repeat(401) }));
  expect(await faults(rows, "/window/list")).toEqual({
    "note-0": "Write why the book is on the list.",
    "note-1": "Write at most 400 characters.",
  });
  const untitled = await said(saveList(listForm(["godan"], { title: "" })), "/window/list");
  expect(untitled).toEqual([422, expect.stringContaining("Write its title.")]);
  expect(await findStoredTable(db, "few")).toBeNull();
  expect(await findStoredList(db, "few")).toBeNull();
});

test("a reading list is written, its books ordered anew, and both undone", async () => {
  const browser = await bookseller();
  const written = await browser.post("/window/list", saveList(listForm(books, { title: "Rainy days" })));
  expect(written.headers.get("location")).toBe("/window/list?list=rainy-days");
  const made = await newestEntry();
  const shown = async () => (await findReadingList(db, "rainy-days"))?.books.map(({ book }) => book.id);
  expect(await shown()).toEqual(books);
  const was = await readFilledFrom(await browser.get("/window/list?list=rainy-days"));
  const turned = listForm(books.toReversed(), { was, list: "rainy-days", title: "Rainy days" });
  expect((await browser.post("/window/list?list=rainy-days", saveList(turned))).status).toBe(303);
  expect(await shown()).toEqual(books.toReversed());
  const late = await browser.post("/window/list?list=rainy-days", saveList({ ...turned, summary: "Mine." }));
  expect(late.status).toBe(409);
  const order = await db.execute<{ number: string }>(sql`
    select number::text as number from desk_record where action = 'window.save-list' order by number desc limit 1`);
  const entry = order.rows[0]!.number;
  expect((await browser.post(`/record/${made}`, { intent: "record.undo", entry: made })).status).toBe(409);
  expect((await browser.post(`/record/${entry}`, { intent: "record.undo", entry })).status).toBe(303);
  expect(await shown()).toEqual(books);
  expect((await browser.post(`/record/${made}`, { intent: "record.undo", entry: made })).status).toBe(303);
  expect(await shown()).toBeUndefined();
});
