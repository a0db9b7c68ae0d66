/** The actions of an author's page: save, merge with another author, and move books to another author. */
import { z } from "zod";

import { refuseConflicts } from "#desk/http/refuse-conflicts.server.ts";
import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { textField } from "#shop/kernel/forms/text-field.ts";
import { findAuthorRecord } from "#shop/catalogue/merging/authors/author-record.server.ts";
import {
  changeAuthor,
  entryOfAuthor,
  mergeAuthorsLogged,
  splitAuthorLogged,
} from "#shop/catalogue/merging/authors/change-authors.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { cleanLines, cleanText } from "#shop/kernel/text/clean-text.ts";
import { authorValues, readOtherNames } from "./author-form.ts";

const ofBooks = { needs: "books", proof: "passkey" } as const;
const authorField = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Choose an author.");
const maxName = 200;
const nameTooLong = `Write at most ${maxName} characters.`;
const maxBio = 10_000;

const wordsForm = z
  .object({
    author: authorField,
    was: filledFrom,
    name: deskLineField("the name", maxName),
    sortName: textField(maxName, { tooLong: nameTooLong })
      .transform((typed) => cleanText(typed).trim())
      .pipe(z.string().max(maxName, nameTooLong)),
    otherNames: textField(2000, { tooLong: "Write at most 4,000 characters." }),
    bio: textField(maxBio, { tooLong: "Write at most 10,000 characters." })
      .transform(cleanLines)
      .pipe(z.string().max(maxBio, "Write at most 10,000 characters.")),
    isFeatured: z
      .enum(["yes", ""])
      .optional()
      .transform((typed) => typed === "yes"),
  })
  .transform((typed, context) => {
    const names = readOtherNames(typed.otherNames, typed.name);
    if ("problem" in names) {
      context.addIssue({ code: "custom", path: ["otherNames"], message: names.problem });
      return z.NEVER;
    }
    return { ...typed, names: names.names };
  });

/** Saves an author's names and biography. */
export const saveAuthor = deskAction({
  ...ofBooks,
  name: "catalogue.save-author",
  does: "change an author",
  read: (form) => readForm(form, wordsForm),
  async run({ services: { db }, at }, { author, was, name, sortName, names, bio, isFeatured }) {
    const before = await findAuthorRecord(db, author, { forUpdate: true });
    if (!before) throw new ActionRefused("This author is not in the shop any more.");
    refuseLostUpdate(was, authorValues(before));
    const words = { name, sortName: sortName || null, names, bio, isFeatured };
    const isChanged = await refuseConflicts(() => changeAuthor(db, author, words, at));
    if (!isChanged) return { answer: { author, words: "You changed nothing, so nothing was saved." }, entry: null };
    return {
      answer: { author, words: "Saved. Lists and the search show it within seconds." },
      entry: entryOfAuthor(author, before.name, name),
    };
  },
});

/** Merges two authors. */
export const joinAuthor = deskAction({
  ...ofBooks,
  name: "catalogue.join-authors",
  does: "merge two authors",
  read: (form) => readForm(form, z.object({ author: authorField, other: authorField })),
  async run({ services }, { author, other }) {
    const done = await refuseConflicts(() => mergeAuthorsLogged(services, author, other));
    if (!done) return { answer: { author, words: "They are already merged." }, entry: null };
    const { joined, name, otherName, entry } = done;
    const works = formatCount(joined.works.length, "book");
    const titles = joined.sameTitles.length;
    const twice =
      titles === 0
        ? ""
        : ` ${formatCount(titles, "title is", "titles are")} listed twice now: merge them on a book’s page.`;
    return {
      answer: { author, words: `${otherName} was merged into ${name}, with ${works}.${twice}` },
      entry,
    };
  },
});

interface Parting {
  author: string;
  name: string;
  works: string[];
}

/** Moves some of an author's books to another author. */
export const partAuthorFromDesk = deskAction({
  ...ofBooks,
  name: "catalogue.part-author",
  does: "move books to another author",
  read(form): ReadAction<Parting> {
    const read = readForm(form, z.object({ author: authorField, partName: z.string() }));
    if (!read.ok) return read;
    const works = form.getAll("work").filter((id) => typeof id === "string");
    const name = cleanText(read.input.partName).trim();
    const errors: Record<string, string> = {};
    if (works.length === 0) errors.work = "Tick at least one book.";
    if (name === "") errors.partName = "Write the name of the other author.";
    else if (name.length > maxName) errors.partName = nameTooLong;
    if (Object.keys(errors).length > 0) return { ok: false, errors };
    return { ok: true, input: { author: read.input.author, name, works } };
  },
  async run({ services }, { author, name, works }) {
    const { parted, entry } = await refuseConflicts(() => splitAuthorLogged(services, author, { works, name }));
    const books = formatCount(parted.works.length, "book");
    return {
      answer: {
        author: parted.authorId,
        words: `${books} ${parted.works.length === 1 ? "is" : "are"} by this author now.`,
      },
      entry,
    };
  },
});

export const authorActions = [saveAuthor, joinAuthor, partAuthorFromDesk] as const;
