/** The actions of the desk's series: add, save, merge and remove. */
import { z } from "zod";

import { refuseConflicts } from "#desk/http/refuse-conflicts.server.ts";
import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { describeUnknownBook } from "#desk/http/books/typed-books.server.ts";
import { findNamedBooks } from "#shop/catalogue/content/named-books.server.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { textField } from "#shop/kernel/forms/text-field.ts";
import {
  addSeries,
  changeSeries,
  mergeSeries,
  removeSeries,
  type PlaceInSeries,
} from "#shop/catalogue/merging/change-series.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { cleanLines } from "#shop/kernel/text/clean-text.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { newBookField } from "./new-book-field.ts";
import { readSeriesForm } from "./read-series.server.ts";

const ofBooks = { needs: "books", proof: "passkey" } as const;
const seriesField = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Choose a series.");
const nameField = deskLineField("the name", 200);
const numberPattern = /^\d{1,4}(\.\d)?$/;
const wrongNumber = "Write a number such as 2 or 1.5.";
const maxDescription = 2_000;

const words = z.object({
  series: seriesField,
  was: filledFrom,
  name: nameField,
  description: textField(maxDescription, { tooLong: "Write at most 2,000 characters." })
    .transform(cleanLines)
    .pipe(z.string().max(maxDescription, "Write at most 2,000 characters.")),
});

interface SeriesInput extends z.infer<typeof words> {
  places: PlaceInSeries[];
  leaving: string[];
  /** The typed book to add; null for none. */
  coming: { book: string; number: number | null } | null;
}

export const newSeries = deskAction({
  ...ofBooks,
  name: "catalogue.add-series",
  does: "add a series",
  read: (form) => readForm(form, z.object({ name: nameField })),
  async run({ services: { db }, at }, { name }) {
    const id = await refuseConflicts(() => addSeries(db, name, at));
    return {
      answer: { series: id, words: `${name} is added. Readers see it when it has a book.` },
      entry: { action: "catalogue.add-series", words: `Added the series ${name}.`, subject: `series ${id}` },
    };
  },
});

/** Saves a series, with its books and their numbers. */
export const saveSeries = deskAction({
  ...ofBooks,
  name: "catalogue.save-series",
  does: "change a series",
  read(form): ReadAction<SeriesInput> {
    const read = readForm(form, words);
    const texts = readTexts(form);
    const errors: Record<string, string> = {};
    const numberOf = (name: string) => {
      const typed = (texts[name] ?? "").trim();
      if (typed !== "" && !numberPattern.test(typed)) errors[name] = wrongNumber;
      return typed === "" ? null : Number(typed);
    };
    const all = Object.keys(texts).flatMap((name) => (name.startsWith("number-") ? [name.slice(7)] : []));
    const leaving = all.filter((workId) => texts[`leave-${workId}`] === "yes");
    const staying = all.filter((workId) => !leaving.includes(workId));
    const places = staying.map((workId) => ({ workId, number: numberOf(`number-${workId}`) }));
    const book = (texts[newBookField] ?? "").trim();
    const coming = book === "" ? null : { book: book.slice(0, 200), number: numberOf("newNumber") };
    if (!read.ok) return { ok: false, errors: { ...read.errors, ...errors } };
    if (Object.keys(errors).length > 0) return { ok: false, errors };
    return { ok: true, input: { ...read.input, places, leaving, coming } };
  },
  async run({ services: { db }, at }, { series, was, name, description, places, leaving, coming }) {
    const now = await readSeriesForm(db, series, { forUpdate: true });
    if (!now) throw new ActionRefused("This series is not in the shop any more.");
    refuseLostUpdate(was, now.values);
    // Save only the numbers that the form has changed.
    const differing = places.filter(({ workId, number }) => now.values[`number-${workId}`] !== String(number ?? ""));
    const added = coming && (await bookOf(db, coming));
    const given = { name, description, places: [...differing, ...(added ? [added] : [])], leaving };
    const isChanged = await refuseConflicts(() => changeSeries(db, series, given, at));
    if (!isChanged) return { answer: { series, words: "You changed nothing, so nothing was saved." }, entry: null };
    const said = `Changed the series ${name}${leaving.length > 0 ? `, removed ${formatCount(leaving.length, "book")}` : ""}${added ? ", added one book" : ""}.`;
    return {
      answer: { series, words: "Saved. Lists and the search show it within seconds." },
      entry: { action: "catalogue.save-series", words: said, subject: `series ${series}` },
    };
  },
});

async function bookOf(db: Parameters<typeof findNamedBooks>[0], coming: { book: string; number: number | null }) {
  const [found] = await findNamedBooks(db, [coming.book]);
  if (!found) {
    const words = describeUnknownBook(coming.book);
    throw new ActionRefused(words, { [newBookField]: words });
  }
  return { workId: found.workId, number: coming.number };
}

/** Merges two series. */
export const joinSeriesFromDesk = deskAction({
  ...ofBooks,
  name: "catalogue.join-series",
  does: "merge two series",
  read: (form) => readForm(form, z.object({ series: seriesField, other: seriesField })),
  async run({ services: { db }, at }, { series, other }) {
    const done = await refuseConflicts(() => mergeSeries(db, series, other, at));
    if (!done) return { answer: { series, words: "They are already merged." }, entry: null };
    const books = formatCount(done.books, "book");
    return {
      answer: { series, words: `${done.otherName} was merged into ${done.name}, with ${books}.` },
      entry: {
        action: "catalogue.join-series",
        words: `Merged the series ${done.otherName} into ${done.name}: ${books}.`,
        subject: `series ${series}`,
      },
    };
  },
});

/** Removes a series without books. */
export const removeSeriesFromDesk = deskAction({
  ...ofBooks,
  name: "catalogue.remove-series",
  does: "remove a series",
  read: (form) => readForm(form, z.object({ series: seriesField })),
  async run({ services: { db }, at }, { series }) {
    const done = await refuseConflicts(() => removeSeries(db, series, at));
    if (!done) return { answer: { series: null, words: "This series is already removed." }, entry: null };
    const said = `Removed the series ${done.name}.`;
    return {
      answer: { series: null, words: said },
      entry: { action: "catalogue.remove-series", words: said, subject: `series ${series}` },
    };
  },
});

export const seriesActions = [saveSeries, joinSeriesFromDesk, removeSeriesFromDesk] as const;
