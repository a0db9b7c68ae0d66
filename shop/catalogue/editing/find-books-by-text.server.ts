/** Finds the book that a text typed at the desk refers to, or candidates to choose from. */
import type { Db } from "#db/connect.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { listCodeVariants } from "#shop/catalogue/books/item-codes.ts";
import { anyBook } from "./book-query.ts";
import { findIdsByText } from "./find-ids-by-text.server.ts";
import { readListedBooks, type ListedBook } from "./list-books.server.ts";

/** Maximum suggestions to choose from. */
export const maxCandidates = 8;

/** Maximum books read to find one with exactly this title. */
const maxScanned = 24;

/** The books that a typed text may refer to. */
export interface BookCandidates {
  /** The only possible book; null if no book matches, or if a person must choose. */
  book: ListedBook | null;
  /** The candidates, exact titles first, at most `maxCandidates`. */
  mayBe: ListedBook[];
  /** Whether more books match than `mayBe` contains. */
  hasMore: boolean;
}

/**
 * Finds the books, listed or not, that a text may refer to. Picks a book if no other has exactly this title or item
 * code, or if it is the only match and a word of its title matches. Bounded at any catalogue size.
 */
export async function findBooksByText(db: Db, text: string): Promise<BookCandidates> {
  const { ids, isComplete } = await findIdsByText(db, { ...anyBook, text }, maxScanned + 1);
  const books = await readListedBooks(db, ids.slice(0, maxScanned));
  const folded = foldText(text);
  const codes = listCodeVariants(text.trim());
  const exact = books.filter(
    ({ title, itemCode }) => foldText(title) === folded || (itemCode !== null && codes.includes(itemCode)),
  );
  const others = books.filter((book) => !exact.includes(book));
  const [alone = null] = books.length === 1 ? books : [];
  const [one] = exact.length === 1 ? exact : [];
  const book = one ?? (alone && sharesWord(folded, alone.title) ? alone : null);
  const hasMore = !isComplete || ids.length > maxScanned || books.length > maxCandidates;
  return { book, mayBe: [...exact, ...others].slice(0, maxCandidates), hasMore };
}

/** Whether a word of the title begins with a word of the text: a match by author alone is not enough. */
function sharesWord(folded: string, title: string): boolean {
  const words = foldText(title).split(" ");
  return folded.split(" ").some((typed) => words.some((word) => word.startsWith(typed)));
}
