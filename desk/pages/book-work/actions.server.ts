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

/** Moves an edition to the work of another book; if the language differs, the two works become one title. */
export const joinWork = deskAction({
  ...ofBooks,
  name: "catalogue.join-works",
  does: "join two works",
  read: (form) => readForm(form, z.object({ book: bookField, other: bookField })),
  async run({ services }, { book: id, other }) {
    const [book, kept] = [await findDeskBook(services.db, id), await findDeskBook(services.db, other)];
    if (!book || !kept) throw new ActionRefused(gone);
    if (book.workId === kept.workId) return { answer: "They are editions of one work.", entry: null };
    const moved = await refuseConflicts(() => moveEdition(services, id, other));
    const entry = describeMerge(
      { id, title: book.values.title ?? "" },
      { id: other, title: kept.values.title ?? "" },
      moved,
    );
    return { answer: `${entry.words} The record can take it back.`, entry };
  },
});

/**
 * Makes an edition a work of its own, or separates a work (its only edition, or `whole` = "title") from its
 * translations.
 */
export const splitWorkAtDesk = deskAction({
  ...ofBooks,
  name: "catalogue.part-work",
  does: "part a work",
  read: (form) => readForm(form, z.object({ book: bookField, whole: z.enum(["title", ""]).optional() })),
  async run({ services }, { book: id, whole }) {
    const book = await findDeskBook(services.db, id);
    if (!book) throw new ActionRefused(gone);
    const parted = await refuseConflicts(() => splitEdition(services, id, { isTitle: whole === "title" }));
    const entry = describeSplit({ id, title: book.values.title ?? "" }, parted);
    return { answer: `${entry.words} The record can take it back.`, entry };
  },
});

/** Merges two editions of a work: the other is hidden, and its address redirects to this one. */
export const joinEditionsAtDesk = deskAction({
  ...ofBooks,
  name: "catalogue.join-editions",
  does: "join two editions",
  cannotUndo: "wishes, requests and places on lists of the other edition moved to this one",
  read: (form) => readForm(form, z.object({ book: bookField, other: bookField })),
  async run({ services }, { book, other }) {
    const { joined, entry } = await refuseConflicts(() => mergeEditionsLogged(services, book, other));
    const copies = joined.copiesLeft > 0 ? ` It has ${formatCount(joined.copiesLeft, "copy", "copies")} on hand.` : "";
    return { answer: `${other} is hidden from readers, and its web address leads to this edition.${copies}`, entry };
  },
});

/** Marks this book as the original of its translations. */
export const setOriginalAtDesk = deskAction({
  ...ofBooks,
  name: "catalogue.set-original",
  does: "say which language a title was written in",
  read: (form) => readForm(form, z.object({ book: bookField })),
  async run({ services }, { book }) {
    const entry = await refuseConflicts(() => setOriginalRecorded(services, book));
    return {
      answer: entry ? "It is the original now, and the others are its translations." : "It was said before.",
      entry,
    };
  },
});

/** The actions of the page of a book's work. */
export const editionActions = [joinWork, splitWorkAtDesk, joinEditionsAtDesk, setOriginalAtDesk] as const;
