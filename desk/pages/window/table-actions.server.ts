/** The actions of the table of the week: save and remove, with the fields of its form. */
import { z } from "zod";

import { nameOfBook } from "#desk/http/books/name-of-book.ts";
import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import type { TypedField } from "#desk/http/books/typed-books.server.ts";
import { findFreeSlug } from "#shop/catalogue/books/slug.ts";
import { findNamedBooks } from "#shop/catalogue/content/named-books.server.ts";
import { isTableDay, maxTableText, tableSize, type StoredTable } from "#shop/catalogue/content/weekly-table.ts";
import {
  findStoredTable,
  lockWeeklyTables,
  listWeeklyTables,
  removeWeeklyTable,
  saveWeeklyTable,
} from "#shop/catalogue/content/weekly-tables.server.ts";
import { writeAtMost } from "#shop/kernel/forms/line-field.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused, deskAction, refuseFields, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { describeBeginning } from "./describe-beginning.ts";
import { faultsOfRows, oneLine, readRows, rowLabels, rowValues, type RowPart } from "./book-rows.ts";

const dressing = { needs: "window", proof: "passkey" } as const;
const tableField = z.string().regex(/^[a-z0-9-]{1,120}$/, "Choose a table.");

/** The maximum number of books. The home page shows the first seven available books; the others are reserves. */
export const maxTableRows = 14;

/** The text fields of each book. */
export const tableParts: RowPart[] = [
  { name: "sentence", label: "Why", isLong: true },
  { name: "signature", label: "Signature" },
];

/** Labels of the form's fields. */
export const tableLabels: Record<string, string> = {
  title: "Title",
  introduction: "Description",
  day: "Day",
  month: "Month",
  year: "Year",
  ...rowLabels(tableParts, maxTableRows),
};

/** A table with its form values and books. */
export async function readTable(db: Services["db"], id: string) {
  const table = await findStoredTable(db, id);
  if (!table) return null;
  const books = await findNamedBooks(
    db,
    table.books.map(({ bookId }) => bookId),
  );
  const rows = table.books.map(({ bookId, sentence, signature }, place) => {
    const book = books[place];
    return { book: book ? nameOfBook(book) : bookId, sentence, signature };
  });
  const { title, introduction, begins } = table;
  const values: Record<string, string> = { title, introduction, ...dayValues(begins), ...rowValues(rows) };
  return { table, books, values };
}

/** The form values of a table's first day. A table without a year is shown every year. */
function dayValues(begins: string): Record<"day" | "month" | "year", string> {
  const [day = "", month = "", year = ""] = begins.split("-").toReversed();
  return { day: String(Number(day)), month, year };
}

/** The typed day as `2026-11-23` or `11-23`; null if there is no such day. */
function typedDay(day: string, month: string, year: string): string | null {
  const begins = [...(year === "" ? [] : [year]), month, day.padStart(2, "0")].join("-");
  return isTableDay(begins) ? begins : null;
}

/** A typed table, with the form fields that name its books. */
interface TypedTable {
  table: StoredTable;
  named: TypedField[];
}

/** Parses the form of a table; each invalid field gets its own error. */
function readTyped(
  typed: Record<string, string>,
): ({ ok: true } & TypedTable) | { ok: false; errors: Record<string, string> } {
  const rows = readRows(typed, ["sentence", "signature"], maxTableRows);
  const errors = faultsOfRows(rows, {
    book: "Enter the book, or empty its row.",
    sentence: "Write in a sentence why.",
    signature: "Enter who wrote this.",
  });
  const text = (name: string) => cleanText(oneLine(typed[name] ?? ""));
  if (!text("title")) errors.title = "Enter a title.";
  if (!text("introduction")) errors.introduction = "Write in a sentence or two why you chose these books.";
  for (const name of ["title", "introduction"] as const)
    if (text(name).length > maxTableText[name]) errors[name] = writeAtMost(maxTableText[name]);
  for (const { place, texts } of rows)
    for (const part of ["sentence", "signature"] as const)
      if ((texts[part] ?? "").length > maxTableText[part]) errors[`${part}-${place}`] = writeAtMost(maxTableText[part]);
  const begins = typedDay(text("day"), text("month"), text("year"));
  if (begins === null)
    errors.day =
      "There is no such day. Enter the number of the day, choose a month, and enter a year such as 2026 or leave it empty.";
  if (Object.keys(errors).length > 0 || begins === null) return { ok: false, errors };
  if (rows.length < tableSize.min)
    return {
      ok: false,
      errors: {
        form: `A table needs ${tableSize.min} to ${maxTableRows} books, the best ${tableSize.max} and some reserves. This one has ${rows.length}.`,
      },
    };
  const books = rows.map(({ texts: { book = "", sentence = "", signature = "" } }) => ({
    bookId: cleanText(book),
    sentence: cleanText(sentence),
    signature: cleanText(signature),
  }));
  const named = rows.map(({ place, texts }) => ({ field: `book-${place}`, text: texts.book ?? "" }));
  return { ok: true, table: { title: text("title"), introduction: text("introduction"), begins, books }, named };
}

/** Adds or changes a table of the week. */
export const saveTable = deskAction({
  name: "window.save-table",
  does: "save a table of the week",
  ...dressing,
  read(form): ReadAction<{ id: string; was: string } & TypedTable> {
    const typed = readTexts(form);
    const named = readForm(form, z.object({ table: tableField.or(z.literal("")), was: filledFrom }));
    if (!named.ok) return named;
    const read = readTyped(typed);
    if (!read.ok) return read;
    return {
      ok: true,
      input: { id: named.input.table, was: named.input.was, table: read.table, named: read.named },
    };
  },
  async run({ services, session }, { id: known, was, table, named }) {
    const { db } = services;
    await lockWeeklyTables(db);
    const found = known === "" ? null : await readTable(db, known);
    if (known !== "" && !found) throw new ActionRefused("This table was removed meanwhile.");
    if (found) refuseLostUpdate(was, found.values);
    const taken = async () => (await listWeeklyTables(services)).map(({ id }) => id);
    const id = known === "" ? findFreeSlug(table.title, "table", await taken()) : known;
    const saved = await saveWeeklyTable(services, id, table, session.staff.name);
    if (!saved.ok) {
      if (saved.reason === "too-many")
        throw new ActionRefused("There are a hundred tables. Remove one that is not needed any more.");
      const sayOf = (text: string) =>
        saved.reason === "twice"
          ? `This book is named twice: ${shorten(text, 60)}.`
          : `Readers see no such book: ${shorten(text, 60)}.`;
      const wrong = named.filter(({ text }) => saved.books.includes(text));
      refuseFields(Object.fromEntries(wrong.map(({ field, text }) => [field, sayOf(text)])));
      throw new ActionRefused(saved.books.map(sayOf).join(" "));
    }
    const change = changedFields(found?.table ?? null, await findStoredTable(db, id));
    if (!change) return { answer: { id, words: "You changed nothing, so nothing was saved." }, entry: null };
    const words = `${found ? "Changed" : "Made"} the table “${table.title}”: it is shown from ${describeBeginning(table.begins)}.`;
    const { before, after } = change;
    const shown = { before: before ?? undefined, after: after ?? undefined };
    return {
      answer: { id, words },
      entry: { action: "window.save-table", words, subject: `table ${id}`, ...shown },
    };
  },
});

/** Removes a table; undo is possible for 30 days. */
export const removeTable = deskAction({
  name: "window.remove-table",
  does: "remove a table of the week",
  ...dressing,
  read: (form) => readForm(form, z.object({ table: tableField })),
  async run({ services: { db } }, { table: id }) {
    await lockWeeklyTables(db);
    const before = await findStoredTable(db, id);
    if (!before) return { answer: { id: null, words: "This table is already removed." }, entry: null };
    await removeWeeklyTable(db, id);
    const words = `Removed the table “${before.title}”.`;
    return {
      answer: { id: null, words },
      entry: { action: "window.remove-table", words, subject: `table ${id}`, before },
    };
  },
});

export const tableActions = [saveTable, removeTable] as const;
