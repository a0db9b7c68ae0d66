/**
 * The form of a window (a draft or version of the home page): names, labels and values of its fields, and its parser.
 */

import { nameOfBook } from "#desk/http/books/name-of-book.ts";
import { moveTo } from "#desk/components/picking/move-to.ts";
import type { TypedField } from "#desk/http/books/typed-books.server.ts";
import { writeAtMost } from "#shop/kernel/forms/line-field.ts";
import { toMomentField } from "#shop/kernel/dates/moment-field.ts";
import { homeSections, inOrder, sectionNames, type HomeSection } from "#shop/office/storefront/sections.ts";
import { maxInWindow, maxWelcome, type Storefront } from "#shop/office/storefront/storefront.ts";
import type { StorefrontFacts } from "#shop/office/storefront/storefront-facts.ts";
import { isKeyOf, typedKeys } from "#shop/kernel/text/object-keys.ts";
import { stripInvisibleCharacters } from "#shop/kernel/text/visible-text.ts";
import { oneLine } from "#desk/pages/window/book-rows.ts";

/** The parts of the form that have several fields, with the labels of these fields. */
export const rowsOfDraft = {
  featured: "At the top, book",
  recommended: "Recommended, book",
  list: "Reading list",
  testimonial: "Testimonial",
} as const;

const counts = { ...maxInWindow, list: maxInWindow.lists, testimonial: maxInWindow.testimonials };

/** Names of a part's fields, in order. */
export function fieldsOfRow(part: keyof typeof rowsOfDraft): string[] {
  return Array.from({ length: counts[part] }, (_, place) => `${part}-${place}`);
}

/** Names of the fields for books. */
export const bookFieldsOfDraft = [...fieldsOfRow("featured"), ...fieldsOfRow("recommended")];

/** Labels of the window form, including one per code. */
export function draftLabels(codes: { code: string }[]): Record<string, string> {
  const rows = typedKeys(rowsOfDraft).flatMap((part) =>
    fieldsOfRow(part).map((name, place) => [name, `${rowsOfDraft[part]} ${place + 1}`]),
  );
  const shown = homeSections.map((section) => [`shown-${section}`, `Shows ${sectionNames[section]}`]);
  const announced = codes.map(({ code }) => [`code-${code}`, `Shows ${code} in the offer banner`]);
  return Object.fromEntries([
    ["name", "Name"],
    ["dueAt", "Time of publication"],
    ["welcomeTitle", "Title"],
    ["welcomeLine", "Line below it"],
    ...rows,
    ["sections", "Order of the sections"],
    ...shown,
    ...announced,
  ]);
}

interface Draft {
  name: string;
  content: Storefront;
  dueAt: string | null;
}

/** Values of the window form. */
export function draftValues({ name, content, dueAt }: Draft, { books }: StorefrontFacts): Record<string, string> {
  const bookNames = new Map(books.map((book) => [book.workId, nameOfBook(book)]));
  const { featured, recommended, sections, leftOut, codes, lists, testimonials, welcomeTitle, welcomeLine } = content;
  const row = (part: keyof typeof rowsOfDraft, values: string[]) =>
    values.map((value, place) => [`${part}-${place}`, value]);
  const byName = (works: string[]) => works.map((workId) => bookNames.get(workId) ?? workId);
  return Object.fromEntries([
    ["name", name],
    ["dueAt", toMomentField(dueAt)],
    ["welcomeTitle", welcomeTitle ?? ""],
    ["welcomeLine", welcomeLine ?? ""],
    ...row("featured", byName(featured)),
    ...row("recommended", byName(recommended)),
    ["sections", writeSections(sections)],
    ...sections.map((section) => [`shown-${section}`, leftOut.includes(section) ? "" : "yes"]),
    ...codes.map((code) => [`code-${code}`, "yes"]),
    ...row("list", lists),
    ...row("testimonial", testimonials),
  ]) as Record<string, string>;
}

/** A parsed form. Books, lists and testimonials are typed texts with their field names. */
export type TypedStorefront = Omit<Storefront, "featured" | "recommended" | "lists" | "testimonials"> &
  Record<"featured" | "recommended" | "lists" | "testimonials", TypedField[]>;

/** Parses the window form except its name; errors are by field name. */
export function readStorefrontForm(
  typed: Record<string, string>,
): { ok: true; content: TypedStorefront } | { ok: false; errors: Record<string, string> } {
  const text = (name: string) => (typed[name] ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 200);
  const row = (part: keyof typeof rowsOfDraft) =>
    fieldsOfRow(part).flatMap((field) => (text(field) === "" ? [] : [{ field, text: text(field) }]));
  const errors: Record<string, string> = {};
  const welcome = (name: keyof typeof maxWelcome) => {
    const words = stripInvisibleCharacters(oneLine(typed[name] ?? ""));
    if (words.length > maxWelcome[name]) errors[name] = writeAtMost(maxWelcome[name]);
    return words === "" ? null : words;
  };
  const [welcomeTitle, welcomeLine] = [welcome("welcomeTitle"), welcome("welcomeLine")];
  const leftOut = homeSections.filter((section) => text(`shown-${section}`) !== "yes");
  if (leftOut.length === homeSections.length)
    errors.form = "Show at least one section: otherwise the home page has only the welcome and the newsletter.";
  const codes = Object.keys(typed).flatMap((name) =>
    text(name) === "yes" ? (/^code-([A-Z0-9]{1,20})$/.exec(name)?.[1] ?? []) : [],
  );
  if (codes.length > maxInWindow.codes) errors.form = `Choose at most ${maxInWindow.codes} codes.`;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    content: {
      featured: row("featured"),
      recommended: row("recommended"),
      sections: moved(readSections(typed.sections ?? ""), text("move")),
      leftOut,
      codes,
      lists: row("list"),
      testimonials: row("testimonial"),
      welcomeTitle,
      welcomeLine,
    },
  };
}

/** The order of the sections as a field has it: their ids, because a version of the shop may rename sections. */
export function writeSections(sections: HomeSection[]): string {
  return sections.join(", ");
}

export function readSections(ids: string): HomeSection[] {
  return inOrder(ids.split(", "));
}

/** The value of a field as people read it. */
export function describeDraftValue(field: string, value: string): string {
  if (field !== "sections") return value;
  const name = (id: string) => (isKeyOf(sectionNames, id) ? sectionNames[id] : id);
  return value.split(", ").map(name).join(", ");
}

/** Applies a button that moves a section by one place: `up code`, `down lists`. */
function moved(sections: HomeSection[], move: string): HomeSection[] {
  const [way, name] = move.split(" ");
  const from = sections.findIndex((section) => section === name);
  const to = from + (way === "up" ? -1 : 1);
  return from < 0 || to < 0 || to >= sections.length ? sections : moveTo(sections, from, to);
}
