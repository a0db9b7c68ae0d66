import { z } from "zod";

import { orRefuse } from "#desk/http/joining.server.ts";
import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { lineField } from "#shop/forms/line-field.ts";
import { textField } from "#shop/forms/text-field.ts";
import { wholeNumberField } from "#shop/forms/whole-number-field.ts";
import { addShelf, changeShelf, joinShelves, removeShelf } from "#shop/joining/change-shelves.server.ts";
import { findShelfRecord } from "#shop/joining/shelf-record.server.ts";
import { ActionRefused, deskAction } from "#shop/staff/run-action.server.ts";
import { cleanLines } from "#shop/text/clean-text.ts";
import { counted } from "#shop/text/counted.ts";
import { readSubjects, shelfValues } from "./shelf-form.ts";

const ofBooks = { needs: "books", proof: "passkey" } as const;
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const shelfField = z.string().regex(slug, "Choose a shelf.");
const parentField = z.union([shelfField, z.literal("")]).transform((id) => id || null);
const nameField = lineField("the name", 80).refine((name) => !name.includes(">"), "Leave the sign > out of the name.");
const maxDescription = 2_000;

const addForm = z.object({
  name: nameField,
  address: z
    .string()
    .trim()
    .toLowerCase()
    .max(80, "Write at most 80 characters.")
    .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, "An address has small letters, digits and hyphens, such as crime-fiction.")
    .transform((typed) => typed || null),
  parent: parentField,
});

const saveForm = z
  .object({
    shelf: shelfField,
    was: filledFrom,
    name: nameField,
    description: textField(maxDescription, { tooLong: "Write at most 2,000 characters." })
      .transform(cleanLines)
      .pipe(z.string().max(maxDescription, "Write at most 2,000 characters.")),
    parent: parentField,
    position: wholeNumberField(0, 99_999),
    subjects: textField(40_000, { tooLong: "Write at most 500 subjects, in 80,000 characters together." }),
  })
  .transform((typed, context) => {
    const read = readSubjects(typed.subjects);
    if ("problem" in read) {
      context.addIssue({ code: "custom", path: ["subjects"], message: read.problem });
      return z.NEVER;
    }
    return { ...typed, subjects: read.subjects };
  });

/** Makes a shelf. */
export const newShelf = deskAction({
  ...ofBooks,
  name: "catalogue.add-shelf",
  does: "make a shelf",
  read: (form) => readForm(form, addForm),
  async run({ services: { db }, at }, { name, address, parent }) {
    const { id, changes } = await orRefuse(() => addShelf(db, { name, address, parentId: parent }, at));
    return {
      answer: { shelf: id, words: `${name} is made. Readers see it with its first book.` },
      entry: { action: "catalogue.add-shelf", words: `Made the shelf ${name}.`, subject: `shelf ${id}`, changes },
    };
  },
});

/** Writes what a shelf is called, where it stands and what means it. */
export const saveShelf = deskAction({
  ...ofBooks,
  name: "catalogue.save-shelf",
  does: "change a shelf",
  read: (form) => readForm(form, saveForm),
  async run({ services: { db }, at }, { shelf, was, name, description, parent, position, subjects }) {
    const before = await findShelfRecord(db, shelf, { isHeld: true });
    if (!before) throw new ActionRefused("This shelf is not in the shop any more.");
    refuseLostUpdate(was, shelfValues(before));
    const words = { name, description, parentId: parent, position, subjects };
    const change = await orRefuse(() => changeShelf(db, shelf, words, at));
    if (!change) return { answer: { shelf, words: "Nothing was different, so nothing was saved." }, entry: null };
    const said = before.name === name ? `Changed the shelf ${name}.` : `Changed the shelf ${before.name} to ${name}.`;
    return {
      answer: { shelf, words: "Saved. Lists and the search show it within seconds." },
      entry: { action: "catalogue.save-shelf", words: said, subject: `shelf ${shelf}`, changes: [change] },
    };
  },
});

/** Makes two shelves one. */
export const joinShelvesFromDesk = deskAction({
  ...ofBooks,
  name: "catalogue.join-shelves",
  does: "join two shelves",
  read: (form) => readForm(form, z.object({ shelf: shelfField, other: shelfField })),
  async run({ services: { db }, at }, { shelf, other }) {
    const done = await orRefuse(() => joinShelves(db, shelf, other, at));
    if (!done) return { answer: { shelf, words: "They were joined before." }, entry: null };
    const books = counted(done.books, "book");
    return {
      answer: { shelf, words: `${done.otherName} and ${done.name} are one now; ${books} came along.` },
      entry: {
        action: "catalogue.join-shelves",
        words: `Joined the shelf ${done.otherName} (${other}) with ${done.name}: ${books}.`,
        subject: `shelf ${shelf}`,
        changes: done.changes,
      },
    };
  },
});

/** Takes a shelf without books away. */
export const removeShelfFromDesk = deskAction({
  ...ofBooks,
  name: "catalogue.remove-shelf",
  does: "remove a shelf",
  read: (form) => readForm(form, z.object({ shelf: shelfField })),
  async run({ services: { db }, at }, { shelf }) {
    const done = await orRefuse(() => removeShelf(db, shelf, at));
    if (!done) return { answer: { shelf: null, words: "This shelf was removed before." }, entry: null };
    const said = `Removed the shelf ${done.name}.`;
    return {
      answer: { shelf: null, words: said },
      entry: { action: "catalogue.remove-shelf", words: said, subject: `shelf ${shelf}`, changes: done.changes },
    };
  },
});

/** What can be done on the page of a shelf. */
export const shelfActions = [saveShelf, joinShelvesFromDesk, removeShelfFromDesk] as const;
