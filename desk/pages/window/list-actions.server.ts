/** The actions of reading lists: save and remove, with the fields of their form. */
import { z } from "zod";

import { nameOfBook } from "#desk/http/books/name-of-book.ts";
import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { findTypedBooks } from "#desk/http/books/typed-books.server.ts";
import { findFreeSlug } from "#shop/catalogue/books/slug.ts";
import { findNamedBooks } from "#shop/catalogue/content/named-books.server.ts";
import {
  findStoredList,
  listWrittenLists,
  removeReadingList,
  saveWrittenList,
} from "#shop/catalogue/content/reading-lists.server.ts";
import { deskLineField, deskTextField } from "#shop/kernel/forms/line-field.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused, deskAction, refuseFields, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { faultsOfRows, readRows, rowLabels, rowValues, type RowPart, type TypedRow } from "./book-rows.ts";

const dressing = { needs: "window", proof: "passkey" } as const;
const listField = z.string().regex(/^[a-z0-9-]{1,120}$/, "Choose a list.");

/** Maximum number of books in a list. */
export const maxListRows = 40;
const maxNote = 400;

/** The text fields of each book. */
export const listParts: RowPart[] = [{ name: "note", label: "Why", isLong: true }];

/** Labels of the form's fields. */
export const listLabels: Record<string, string> = {
  title: "Title",
  summary: "In one sentence",
  introduction: "Description",
  place: "Position",
  ...rowLabels(listParts, maxListRows),
};

const listForm = z.object({
  list: listField.or(z.literal("")),
  was: filledFrom,
  title: deskLineField("its title", 80),
  summary: deskLineField("one sentence", 200),
  introduction: deskTextField(4000, "Write a paragraph.").transform((typed) =>
    typed.replaceAll(/\r\n?/g, "\n").replaceAll(/\n\s*\n/g, "\n\n"),
  ),
  place: wholeNumberField(0, 9_999),
});

/** A list with its form values and books. */
export async function readList(db: Services["db"], id: string, { forUpdate = false } = {}) {
  const list = await findStoredList(db, id, { forUpdate });
  if (!list) return null;
  const books = await findNamedBooks(
    db,
    list.books.map(({ bookId }) => bookId),
  );
  const rows = list.books.map(({ bookId, note }, place) => {
    const book = books[place];
    return { book: book ? nameOfBook(book) : bookId, note };
  });
  const { title, summary, introduction, place } = list;
  const values: Record<string, string> = { title, summary, introduction, place: String(place), ...rowValues(rows) };
  return { list, books, values };
}

type ListInput = z.infer<typeof listForm> & { rows: TypedRow[] };

/** Adds or changes a reading list. */
export const saveList = deskAction({
  name: "window.save-list",
  does: "save a reading list",
  ...dressing,
  read(form): ReadAction<ListInput> {
    const read = readForm(form, listForm);
    const rows = readRows(readTexts(form), ["note"], maxListRows);
    const errors: Record<string, string> = {
      ...(read.ok ? {} : read.errors),
      ...faultsOfRows(rows, { book: "Enter the book, or empty its row.", note: "Write why the book is on the list." }),
    };
    for (const { place, texts } of rows)
      if ((texts.note ?? "").length > maxNote) errors[`note-${place}`] = `Write at most ${maxNote} characters.`;
    if (rows.length === 0) errors["book-0"] = "Enter at least one book.";
    if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
    return { ok: true, input: { ...read.input, rows } };
  },
  async run({ services: { db } }, { list: known, was, rows, title, summary, introduction, place }) {
    const found = known === "" ? null : await readList(db, known, { forUpdate: true });
    if (known !== "" && !found) throw new ActionRefused("This list was removed meanwhile.");
    if (found) refuseLostUpdate(was, found.values);
    const books = await resolve(db, rows);
    const taken = async () => (await listWrittenLists(db)).map(({ id }) => id);
    const id = known === "" ? findFreeSlug(title, "list", await taken()) : known;
    const after = { title, summary, introduction, place, books };
    const change = changedFields(found?.list ?? null, after);
    if (!change) return { answer: { id, words: "You changed nothing, so nothing was saved." }, entry: null };
    await saveWrittenList(db, id, after);
    const words = `${found ? "Changed" : "Made"} the reading list “${title}”.`;
    const shown = { before: change.before ?? undefined, after: change.after ?? undefined };
    return {
      answer: { id, words },
      entry: { action: "window.save-list", words, subject: `reading list ${id}`, ...shown },
    };
  },
});

/** Removes a reading list; undo is possible for 30 days. */
export const removeList = deskAction({
  name: "window.remove-list",
  does: "remove a reading list",
  ...dressing,
  read: (form) => readForm(form, z.object({ list: listField })),
  async run({ services: { db } }, { list: id }) {
    const before = await findStoredList(db, id, { forUpdate: true });
    if (!before) return { answer: { id: null, words: "This list is already removed." }, entry: null };
    await removeReadingList(db, id);
    const words = `Removed the reading list “${before.title}”.`;
    return {
      answer: { id: null, words },
      entry: { action: "window.remove-list", words, subject: `reading list ${id}`, before },
    };
  },
});

export const listActions = [saveList, removeList] as const;

/** The ids of the typed books, each with its note. */
async function resolve(db: Services["db"], rows: TypedRow[]) {
  const { books, errors } = await findTypedBooks(
    db,
    rows.map(({ place, texts }) => ({ field: `book-${place}`, text: texts.book ?? "" })),
  );
  refuseFields(errors);
  return books.map(({ id }, index) => ({ bookId: id, note: rows[index]?.texts.note ?? "" }));
}
