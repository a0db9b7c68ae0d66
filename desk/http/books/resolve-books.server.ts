import { formatNames } from "#app/display/format-names.ts";
import type { ListedBook } from "#shop/catalogue/editing/list-books.server.ts";
import {
  findBooksByText,
  maxCandidates,
  type BookCandidates,
} from "#shop/catalogue/editing/find-books-by-text.server.ts";
import { findNamedBooks } from "#shop/catalogue/content/named-books.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { Services } from "#shop/services.ts";
import { askedField, readChosenBook, pickField, type BookChoice, type KnownBooks } from "./book-choice.ts";
import { nameOfBook } from "./name-of-book.ts";
import { describeUnknownBook } from "./typed-books.server.ts";

/** Titles that are searched per request, one after another; the rest when the form is sent again. */
export const maxTitles = 14;
const maxLetters = 200;

/** The books that the fields of a form name, as far as they were found. */
export interface ResolvedBooks extends KnownBooks {
  /** Name of the book by field, for fields that are not empty; the typed text where the book is not known. */
  names: Record<string, string>;
  /** Error texts by field name. */
  errors: Record<string, string>;
  /** Whether staff must choose a book or send the form again before the action can run. */
  isOpen: boolean;
}

/**
 * Resolves the books that the fields of a form name: by ISBN or id, by the choice that staff made, else by title. Call
 * it outside transactions, as a title search has its own time limit.
 */
export async function resolveTypedBooks(
  db: Services["db"],
  typed: Record<string, string>,
  fields: readonly string[],
): Promise<ResolvedBooks> {
  const named = fields.flatMap((field) => {
    const text = readChosenBook(typed, field).replaceAll("\0", "").slice(0, maxLetters).trim();
    return text === "" ? [] : [{ field, text }];
  });
  const settled: ResolvedBooks = { names: {}, titles: {}, mayBe: {}, errors: {}, isOpen: false };
  if (named.length === 0) return settled;
  const known = await findNamedBooks(
    db,
    named.map(({ text }) => text),
  );
  const meant = new Map<string, BookCandidates>();
  for (const [place, { field, text }] of named.entries()) {
    let book: { id: string; isbn13: string | null; title: string } | null = known[place] ?? null;
    settled.names[field] = text;
    if (!book) {
      if (!meant.has(text) && meant.size === maxTitles) {
        settled.errors[field] = `Only ${maxTitles} titles are looked up at a time. Send the form again for this one.`;
        settled.isOpen = true;
        continue;
      }
      const found = meant.get(text) ?? (await findBooksByText(db, text));
      meant.set(text, found);
      book = found.book;
      if (!book) {
        settled.errors[field] = describeUnresolved(text, found);
        if (found.mayBe.length > 0) {
          settled.mayBe[field] = found.mayBe.map(describeChoice);
          settled.isOpen = true;
        }
        continue;
      }
      settled.names[field] = nameOfBook(book);
    }
    if (typed[pickField(field)] === text) settled.names[field] = nameOfBook(book);
    settled.titles[settled.names[field] ?? text] = book.title;
  }
  return settled;
}

/** Replaces typed texts and choices in a form by the names of the resolved books. */
export function fillInBooks(form: FormData, { names }: ResolvedBooks) {
  for (const [field, name] of Object.entries(names)) {
    form.set(field, name);
    form.delete(pickField(field));
    form.delete(askedField(field));
  }
}

/** Describes a book for a choice in a form. */
export function describeChoice(book: ListedBook): BookChoice {
  const { id, title, authors, format, pricePaise, isListed } = book;
  const about = [
    authors,
    formatNames[format].toLowerCase(),
    formatPaise(pricePaise),
    !isListed && "hidden from readers",
  ];
  return { id, name: nameOfBook(book), title, about: about.filter(Boolean).join(", ") };
}

function describeUnresolved(text: string, { mayBe, hasMore }: BookCandidates): string {
  if (mayBe.length === 0) return describeUnknownBook(text);
  if (hasMore) return `More than ${maxCandidates} books may be meant. Choose one below, or write more of the title.`;
  if (mayBe.length === 1) return "Is it this one? Choose it below, or write its title.";
  return "Several books may be meant. Choose one below.";
}
