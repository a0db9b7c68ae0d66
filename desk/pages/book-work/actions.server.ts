import { z } from "zod";

import { refuseConflicts } from "#desk/http/refuse-conflicts.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import {
  describeMerge,
  describeSplit,
  mergeEditionsLogged,
  moveEdition,
  splitEdition,
  setOriginalRecorded,
} from "#shop/catalogue/merging/works/change-works.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";

const ofBooks = { needs: "books", proof: "passkey" } as const;
const bookField = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Choose a book.");
const gone = "This book is not in the shop any more.";

/**
 * Moves an edition to the work of another book. If the language differs, the two works stay separate and become
 * translations of each other.
 */
export const joinWork = deskAction({
  ...ofBooks,
  name: "catalogue.join-works",
  does: "merge two works",
  read: (form) => readForm(form, z.object({ book: bookField, other: bookField })),
  async run({ services }, { book: id, other }) {
    const [book, kept] = [await findDeskBook(services.db, id), await findDeskBook(services.db, other)];
    if (!book || !kept) throw new ActionRefused(gone);
    if (book.workId === kept.workId) return { answer: "They are already editions of the same work.", entry: null };
    const moved = await refuseConflicts(() => moveEdition(services, id, other));
    const entry = describeMerge(
      { id, title: book.values.title ?? "" },
      { id: other, title: kept.values.title ?? "" },
      moved,
    );
    return { answer: entry.words, entry };
  },
});

/**
 * Makes an edition a separate work. If the edition is the only one of its work, or `whole` is "title", separates the
 * work from its translations instead.
 */
export const splitWorkAtDesk = deskAction({
  ...ofBooks,
  name: "catalogue.part-work",
  does: "split a work",
  read: (form) => readForm(form, z.object({ book: bookField, whole: z.enum(["title", ""]).optional() })),
  async run({ services }, { book: id, whole }) {
    const book = await findDeskBook(services.db, id);
    if (!book) throw new ActionRefused(gone);
    const parted = await refuseConflicts(() => splitEdition(services, id, { isTitle: whole === "title" }));
    const entry = describeSplit({ id, title: book.values.title ?? "" }, parted);
    return { answer: entry.words, entry };
  },
});

/** Merges two editions of a work: the edition `other` is hidden, and its web address redirects to `book`. */
export const joinEditionsAtDesk = deskAction({
  ...ofBooks,
  name: "catalogue.join-editions",
  does: "merge two editions",
  cannotUndo: "wishes, requests and positions on lists have moved from the other edition to this one",
  read: (form) => readForm(form, z.object({ book: bookField, other: bookField })),
  async run({ services }, { book, other }) {
    const { joined, entry } = await refuseConflicts(() => mergeEditionsLogged(services, book, other));
    const copies = joined.copiesLeft > 0 ? ` It has ${formatCount(joined.copiesLeft, "copy", "copies")} on hand.` : "";
    return {
      answer: `${other} is hidden from readers, and its web address redirects to this edition.${copies}`,
      entry,
    };
  },
});

/** Marks this book as the original of its translations. */
export const setOriginalAtDesk = deskAction({
  ...ofBooks,
  name: "catalogue.set-original",
  does: "mark the original of a title",
  read: (form) => readForm(form, z.object({ book: bookField })),
  async run({ services }, { book }) {
    const entry = await refuseConflicts(() => setOriginalRecorded(services, book));
    return {
      answer: entry ? "This is now the original, and the others are translations." : "This is already the original.",
      entry,
    };
  },
});

/** The actions of the page of a book's work. */
export const editionActions = [joinWork, splitWorkAtDesk, joinEditionsAtDesk, setOriginalAtDesk] as const;
