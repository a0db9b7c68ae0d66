/** The actions of the desk's categories: add, save, merge and remove. */
import { z } from "zod";

import { refuseConflicts } from "#desk/http/refuse-conflicts.server.ts";
import { filledFrom, refuseLostUpdate } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { textField } from "#shop/kernel/forms/text-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import {
  addCategory,
  changeCategory,
  mergeCategories,
  removeCategory,
} from "#shop/catalogue/merging/change-categories.server.ts";
import { findCategoryRecord } from "#shop/catalogue/merging/category-record.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { cleanLines } from "#shop/kernel/text/clean-text.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { readSubjects, categoryValues } from "./category-form.ts";

const ofBooks = { needs: "books", proof: "passkey" } as const;
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const categoryField = z.string().regex(slug, "Choose a category.");
const parentField = z.union([categoryField, z.literal("")]).transform((id) => id || null);
const nameField = deskLineField("the name", 80).refine(
  (name) => !name.includes(">"),
  "The name must not contain the sign >.",
);
const maxDescription = 2_000;

const addForm = z.object({
  name: nameField,
  address: z
    .string()
    .trim()
    .toLowerCase()
    .max(80, "Write at most 80 characters.")
    .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, "Write only small letters, digits and hyphens, such as crime-fiction.")
    .transform((typed) => typed || null),
  parent: parentField,
});

const saveForm = z
  .object({
    category: categoryField,
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

export const newCategory = deskAction({
  ...ofBooks,
  name: "catalogue.add-category",
  does: "add a category",
  read: (form) => readForm(form, addForm),
  async run({ services: { db }, at }, { name, address, parent }) {
    const id = await refuseConflicts(() => addCategory(db, { name, address, parentId: parent }, at));
    return {
      answer: { category: id, words: `${name} is added. Readers see it when it has a book.` },
      entry: {
        action: "catalogue.add-category",
        words: `Added the category ${name}.`,
        subject: `category ${id}`,
      },
    };
  },
});

/** Saves a category's name, description, parent, position and subject codes. */
export const saveCategory = deskAction({
  ...ofBooks,
  name: "catalogue.save-category",
  does: "change a category",
  read: (form) => readForm(form, saveForm),
  async run({ services: { db }, at }, { category, was, name, description, parent, position, subjects }) {
    const before = await findCategoryRecord(db, category, { forUpdate: true });
    if (!before) throw new ActionRefused("This category is not in the shop any more.");
    refuseLostUpdate(was, categoryValues(before));
    const words = { name, description, parentId: parent, position, subjects };
    const change = await refuseConflicts(() => changeCategory(db, category, words, at));
    if (!change) return { answer: { category, words: "You changed nothing, so nothing was saved." }, entry: null };
    const said =
      before.name === name ? `Changed the category ${name}.` : `Changed the category ${before.name} to ${name}.`;
    return {
      answer: { category, words: "Saved. Lists and the search show it within seconds." },
      entry: { action: "catalogue.save-category", words: said, subject: `category ${category}` },
    };
  },
});

/** Merges two categories. */
export const joinCategoriesFromDesk = deskAction({
  ...ofBooks,
  name: "catalogue.join-categories",
  does: "merge two categories",
  read: (form) => readForm(form, z.object({ category: categoryField, other: categoryField })),
  async run({ services: { db }, at }, { category, other }) {
    const done = await refuseConflicts(() => mergeCategories(db, category, other, at));
    if (!done) return { answer: { category, words: "They are already merged." }, entry: null };
    const books = formatCount(done.books, "book");
    return {
      answer: { category, words: `${done.otherName} was merged into ${done.name}, with ${books}.` },
      entry: {
        action: "catalogue.join-categories",
        words: `Merged the category ${done.otherName} into ${done.name}: ${books}.`,
        subject: `category ${category}`,
      },
    };
  },
});

/** Removes a category without books. */
export const removeCategoryFromDesk = deskAction({
  ...ofBooks,
  name: "catalogue.remove-category",
  does: "remove a category",
  read: (form) => readForm(form, z.object({ category: categoryField })),
  async run({ services: { db }, at }, { category }) {
    const done = await refuseConflicts(() => removeCategory(db, category, at));
    if (!done) return { answer: { category: null, words: "This category is already removed." }, entry: null };
    const said = `Removed the category ${done.name}.`;
    return {
      answer: { category: null, words: said },
      entry: {
        action: "catalogue.remove-category",
        words: said,
        subject: `category ${category}`,
      },
    };
  },
});

export const categoryActions = [saveCategory, joinCategoriesFromDesk, removeCategoryFromDesk] as const;
