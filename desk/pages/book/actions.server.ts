/** The actions of a book's page: save, preview, show, hide and delete. */
import { z } from "zod";

import { changedMeanwhile } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import type { BookValues } from "#shop/catalogue/editing/form/book-values.ts";
import { bookValuesIn } from "#shop/catalogue/editing/form/form-fields.ts";
import { fieldNamed, type BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import { deleteOrKeep } from "#shop/catalogue/editing/delete-books.server.ts";
import { readBookForm } from "#shop/catalogue/editing/form/read-book-form.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { changeBook, type BookRefusal } from "#shop/catalogue/editing/form/save-book.server.ts";
import { setListed } from "#shop/catalogue/editing/bulk/set-listed.server.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { readPrintedMrp, warnOfPrintedMrp } from "#shop/catalogue/stock/printed-mrp.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";

const needs = { needs: "books", proof: "passkey" } as const;

const bookField = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Choose a book.");
const oneBook = z.object({ book: bookField });

interface BookForm {
  book: string;
  version: string;
  values: BookValues;
  record: BookRecord;
}

function readEdit(form: FormData): ReadAction<BookForm> {
  const texts = readTexts(form);
  const values = bookValuesIn(texts);
  const read = readBookForm(values, { reference: "desk", now: new Date() });
  if (!read.ok) return { ok: false, errors: read.errors as Record<string, string> };
  return { ok: true, input: { book: texts.book ?? "", version: texts.version ?? "", values, record: read.record } };
}

export const saveBookFromDesk = deskAction({
  ...needs,
  name: "books.save",
  does: "change a book",
  read: readEdit,
  async run({ services }, { book, version, values, record }) {
    const was = await readPrintedMrp(services.db, book);
    const saved = await changeBook(services, book, { record, values, version });
    if (saved.kind !== "saved") throw refusalOf(saved);
    if (!saved.isChanged) return { answer: "You changed nothing, so nothing was saved.", entry: null };
    const words = `Changed ${nameFields(saved.fields)} of “${titleOf(values)}”.`;
    const printed = warnOfPrintedMrp(was, await readPrintedMrp(services.db, book));
    return {
      answer: `Saved.${describeAdded(saved.added)}${printed && ` ${printed}`}`,
      entry: { action: "books.save", words, subject: `book ${book}` },
    };
  },
});

/** Previews a book from a form's values without saving them. */
export const previewBook = deskAction({
  ...needs,
  name: "books.preview",
  does: "preview a book",
  cannotUndo: "nothing is saved",
  isRepeated: true,
  read: (form) => ({ ok: true, input: bookValuesIn(readTexts(form)) }),
  run: (_, values) => Promise.resolve({ answer: { preview: values }, entry: null }),
});

function listing(isListed: boolean) {
  const name = isListed ? "books.list" : "books.unlist";
  return deskAction({
    ...needs,
    name,
    does: isListed ? "show a book to readers" : "hide a book from readers",
    read: (form) => readForm(form, oneBook),
    async run({ services: { db } }, { book: id }) {
      const book = await findDeskBook(db, id);
      const isChanged = book && (await setListed(db, id, isListed));
      if (!book || isChanged === null) throw new ActionRefused(gone);
      const answer = isListed ? "Readers now see the book." : "Readers do not see the book any more.";
      if (!isChanged) return { answer, entry: null };
      const words = isListed ? `Showed “${book.values.title}” to readers.` : `Hid “${book.values.title}” from readers.`;
      return { answer, entry: { action: name, words, subject: `book ${id}` } };
    },
  });
}

/** Shows a book to readers. */
export const listBook = listing(true);
/** Hides a book from readers; orders, bills and reviews still refer to it. */
export const unlistBook = listing(false);

/** Deletes a book to which no other row refers. */
export const deleteBookFromDesk = deskAction({
  ...needs,
  name: "books.delete",
  does: "delete a book",
  read: (form) => readForm(form, oneBook),
  async run({ services: { db }, at }, { book: id }) {
    await lockBookSaving(db);
    const book = await findDeskBook(db, id);
    if (!book) throw new ActionRefused(gone);
    const kept = await deleteOrKeep(db, [id], at);
    if (kept.size > 0)
      throw new ActionRefused(
        "This book cannot be deleted, because an order, an offer, a review, a wishlist or a request refers to it. Hide it from readers instead.",
      );
    const { title } = book.values;
    const words = `Deleted “${title}”.`;
    return {
      answer: { deleted: title },
      entry: { action: "books.delete", words, subject: `book ${id}`, before: book.values },
    };
  },
});

const gone = "This book is not in the shop any more.";

/** Turns the reason why a book was not saved into an error, at its field if it has one. */
export function refusalOf(refusal: BookRefusal): ActionRefused {
  switch (refusal.kind) {
    case "gone":
      return new ActionRefused(gone);
    case "changed-meanwhile":
      return new ActionRefused(changedMeanwhile);
    case "isbn-taken": {
      const words = `“${refusal.title}”, which is already in the shop, has this ISBN. Nothing was saved.`;
      return new ActionRefused(words, { isbn: words });
    }
    case "no-such-category": {
      const words = `There is no category “${refusal.path}”. Choose one from the list, or add it under Categories first. Nothing was saved.`;
      return new ActionRefused(words, { subjects: words });
    }
    case "refused":
      return new ActionRefused(refusal.reason);
  }
}

/** A sentence that lists the people, series and publishers that a save has added to the shop. */
export function describeAdded(added: string[]): string {
  return added.length === 0 ? "" : ` New in the shop: ${added.join(", ")}.`;
}

/** The title from a form, cut to 200 characters for the audit log. */
export function titleOf(values: BookValues): string {
  return (values.title ?? "").trim().slice(0, 200);
}

function nameFields(fields: BookFieldName[]): string {
  const names = fields.map((field) => fieldNamed(field).called);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export const bookActions = [saveBookFromDesk, previewBook, listBook, unlistBook, deleteBookFromDesk] as const;
