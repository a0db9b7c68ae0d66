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
import {
  askedField,
  readChosenBook,
  pickField,
  type BookChoice,
  type KnownBooks,
  type PickableBook,
} from "./book-choice.ts";
import { nameOfBook } from "./name-of-book.ts";
import { describeUnknownBook } from "./typed-books.server.ts";

/** The maximum number of titles that a request searches for. The rest is searched for when the form is sent again. */
export const maxTitles = 14;
const maxLetters = 200;

/** The result of `resolveTypedBooks`: the books that were found for the fields of a form, and errors for the others. */
export interface ResolvedBooks extends KnownBooks {
  /**
   * For each field that is not empty, the text that names its book (`nameOfBook`); the typed text if no book was found.
   */
  names: Record<string, string>;
  /** Error texts by field name. */
  errors: Record<string, string>;
  /** Whether staff must choose a book or send the form again before the action can run. */
  isOpen: boolean;
}

/**
 * Resolves the books that the fields of a form name: by ISBN or id, by the choice that staff made, otherwise by title.
 * Call it outside transactions, because a title search has its own time limit.
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
        settled.errors[field] =
          `Only ${maxTitles} titles are searched for at a time. Send the form again for this one.`;
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

/** Replaces typed texts and choices in a form with the texts that name the resolved books. */
export function fillInBooks(form: FormData, { names }: ResolvedBooks) {
  for (const [field, name] of Object.entries(names)) {
    form.set(field, name);
    form.delete(pickField(field));
    form.delete(askedField(field));
  }
}

type DescribedBook = Pick<
  ListedBook,
  "id" | "isbn13" | "title" | "authors" | "format" | "pricePaise" | "isListed" | "coverKey" | "available"
>;

/** Describes a book where books are chosen with their covers. */
export function describePickable(book: DescribedBook): PickableBook {
  return { ...describeChoice(book), coverKey: book.coverKey, copies: Math.max(0, book.available) };
}

/** Describes a book for a choice in a form. */
export function describeChoice(book: Omit<DescribedBook, "coverKey" | "available">): BookChoice {
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
  if (hasMore) return `More than ${maxCandidates} books match. Choose one below, or type more of the title.`;
  if (mayBe.length === 1) return "One similar book was found. Choose it below, or type another title.";
  return "Several books match. Choose one below.";
}
