import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findOpeningPage } from "#shop/catalogue/content/opening-pages.server.ts";
import { countStatements } from "#tests/support/database/count-statements.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
} from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db } = desk;
const id = await addStaff(desk, "bookseller", "Meera");
await addPasskeyRow(desk, id);
const browser = openDeskBrowser(desk, await addStaffSession(desk, id));

async function undoNewest() {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  const entry = rows[0]!.number;
  return browser.post(`/record/${entry}`, { intent: "record.undo", entry });
}

const words = { kind: "extract", text: "It rained.\n\n*All* night.", source: "Chapter 1", writtenBy: "" };

async function form(book: string, changes: Record<string, string> = {}) {
  const was = await readFilledFrom(await browser.get(`/books/${book}/opening`));
  return { intent: "catalogue.set-opening", book, was, opened: "en", language: "en", ...words, ...changes };
}

test("what a book opens with is previewed, saved, shown to readers, removed, and each is undone", async () => {
  const book = await addDeskBook(desk, { title: "Rain Over Kochi" });
  const path = `/books/${book}/opening`;
  const preview = await browser.post(path, await form(book, { intent: "catalogue.preview-opening" }));
  expect([preview.status, await textOf(preview)]).toEqual([
    200,
    expect.stringContaining("What readers would see Rain Over Kochi It rained. All night. Chapter 1"),
  ]);
  expect(await findOpeningPage(db, book)).toBeNull();

  expect((await browser.post(path, await form(book))).headers.get("location")).toBe(`${path}?language=en`);
  const opening = { ...words, language: "en", paragraphs: ["It rained.", "*All* night."] };
  const { text: _, ...saved } = opening;
  expect(await findOpeningPage(db, book)).toEqual(saved);
  const read = await desk.pages.fetch(new Request(`${desk.services.settings.publicUrl}/books/${book}/look-inside`));
  expect(await textOf(read)).toContain("It rained.");
  const second = await form(book, { text: "It poured." });
  expect((await browser.post(path, second)).status).toBe(303);
  expect((await undoNewest()).status).toBe(303);
  expect(await findOpeningPage(db, book)).toEqual(saved);

  await browser.post(path, { intent: "catalogue.remove-opening", book, language: "en" });
  expect(await findOpeningPage(db, book)).toBeNull();
  expect((await auditLogTexts(desk, 1))[0]).toBe("Removed the opening page of “Rain Over Kochi” (en).");
  expect((await undoNewest()).status).toBe(303);
  expect(await findOpeningPage(db, book)).toEqual(saved);
});

test("what cannot be is said with all that was typed, and of two who write at once both versions are shown", async () => {
  const book = await addDeskBook(desk, { title: "Two At One Desk" });
  const path = `/books/${book}/opening`;
  const unsaid = await browser.post(path, await form(book, { source: "" }));
  expect([unsaid.status, await textOf(unsaid)]).toEqual([
    422,
    expect.stringContaining("Say where in the book the extract is from, such as “Chapter 1”."),
  ]);
  const [slow, quick] = [await form(book, { text: "Slow words." }), await form(book, { text: "Quick words." })];
  expect((await browser.post(path, quick)).status).toBe(303);
  const refused = await browser.post(path, slow);
  expect([refused.status, await textOf(refused)]).toEqual([
    409,
    expect.stringContaining("Text Slow words. Quick words."),
  ]);
  // Saving in another language must not overwrite a newer text of that language either.
  const other = await browser.post(path, { ...slow, opened: "hi" });
  expect([other.status, await textOf(other)]).toEqual([
    409,
    expect.stringContaining("already has a text in this language"),
  ]);
  expect(await findOpeningPage(db, book)).toMatchObject({ paragraphs: ["Quick words."] });
  const count = await countStatements(() => browser.get(path));
  expect(count).toBeLessThanOrEqual(6);
});
