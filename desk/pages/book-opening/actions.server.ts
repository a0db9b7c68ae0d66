import { z } from "zod";

import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { openingKinds, readOpening, type OpeningPage } from "#shop/catalogue/content/opening-page.ts";
import { findOpening } from "#shop/catalogue/content/opening-pages.server.ts";
import { clearOpening, findOpenedBook, writeOpening } from "#shop/catalogue/content/write-opening.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { openingValues } from "./opening-form.ts";
import { deskOptionalLine } from "#shop/kernel/forms/line-field.ts";

const ofBooks = { needs: "books", proof: "passkey" } as const;
const bookField = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Choose a book.");
const languageField = z.string().regex(/^[a-z]{2,3}$/, "Choose a language.");
const gone = "This book is not in the shop any more.";

const openingForm = z.object({
  book: bookField,
  was: filledFrom,
  /** The language for which the form was opened. */
  opened: languageField,
  kind: z.enum(openingKinds, "Choose what kind of text it is."),
  language: languageField,
  text: z.string().max(200_000, "Write at most 60,000 characters."),
  source: deskOptionalLine("the source", 300),
  writtenBy: deskOptionalLine("who wrote it", 300),
});

interface OpeningInput {
  book: string;
  was: string;
  opened: string;
  page: OpeningPage;
}

function readPage(form: FormData): ReadAction<OpeningInput> {
  const read = readForm(form, openingForm);
  if (!read.ok) return read;
  const { book, was, opened, ...given } = read.input;
  const opening = readOpening(given);
  return opening.ok
    ? { ok: true, input: { book, was, opened, page: opening.page } }
    : { ok: false, errors: { [opening.field]: opening.problem } };
}

/** Saves a book's opening in a language. */
export const saveOpeningAtDesk = deskAction({
  ...ofBooks,
  name: "catalogue.set-opening",
  does: "change the opening pages of a book",
  read: readPage,
  async run({ services: { db }, session, at }, { book: id, was, opened, page }) {
    const book = await findOpenedBook(db, id);
    if (!book) throw new ActionRefused(gone);
    const { language, ...opening } = page;
    const key = { workId: book.workId, language };
    const before = await findOpening(db, key);
    if (language === opened) refuseLostUpdate(was, before ? openingValues(before) : {});
    else if (before)
      throw new ActionRefused(
        "The book already has a text in this language, so nothing was saved. Open that text and change it there.",
      );
    const same = before && JSON.stringify(openingValues(before)) === JSON.stringify(openingValues(opening));
    if (same) return { answer: { language, words: "You changed nothing, so nothing was saved." }, entry: null };
    const entry = await writeOpening(db, book, language, { ...opening, setBy: `staff ${session.staff.id}` }, at);
    return { answer: { language, words: "Saved. Readers see it when they open the book." }, entry };
  },
});

/** Previews an opening without saving it. */
export const previewOpening = deskAction({
  ...ofBooks,
  name: "catalogue.preview-opening",
  does: "preview the opening pages of a book",
  cannotUndo: "nothing is saved",
  isRepeated: true,
  read: readPage,
  run: (_, { page }) => Promise.resolve({ answer: { preview: page }, entry: null }),
});

/** Removes a book's opening in a language; the book then opens at its title page. */
export const removeOpeningAtDesk = deskAction({
  ...ofBooks,
  name: "catalogue.remove-opening",
  does: "remove the opening pages of a book",
  read: (form) => readForm(form, z.object({ book: bookField, language: languageField })),
  async run({ services: { db } }, { book: id, language }) {
    const book = await findOpenedBook(db, id);
    if (!book) throw new ActionRefused(gone);
    const entry = await clearOpening(db, book, language);
    const words = entry ? "Removed. You can undo this on the page History." : "It is already removed.";
    return { answer: { language, words }, entry };
  },
});

export const openingActions = [saveOpeningAtDesk, previewOpening, removeOpeningAtDesk] as const;
