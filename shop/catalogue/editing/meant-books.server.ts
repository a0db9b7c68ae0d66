import type { Db } from "#db/connect.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { anyBook } from "./book-query.ts";
import { listBooks, type ListedBook } from "./list-books.server.ts";

/** So many books are shown to choose from. */
export const maxMeant = 8;

/** So many are looked at for the one that has just this title. */
const lookedAt = 24;

/** What a text may mean that names a book. */
export interface MeantBooks {
  /** The one book that is meant; null when none is, or when somebody has to choose. */
  book: ListedBook | null;
  /** The books that may be meant, those of just this title first, at most `maxMeant`. */
  mayBe: ListedBook[];
  /** There are more of them. */
  hasMore: boolean;
}

/**
 * The books of the shop, listed or not, that a text means which is no address. One is taken when it alone has just this title, or is
 * the only one found and has a word of the text in its title. Bounded at any size of the catalogue.
 */
export async function findMeantBooks(db: Db, text: string): Promise<MeantBooks> {
  const { books, next, isLookedThrough } = await listBooks(db, { ...anyBook, text }, null, lookedAt);
  const folded = foldText(text);
  const exact = books.filter(({ title }) => foldText(title) === folded);
  const others = books.filter((book) => !exact.includes(book));
  const isAlone = books.length === 1 && sharesWord(folded, books[0]!.title);
  const book = exact.length === 1 ? exact[0]! : isAlone ? books[0]! : null;
  const hasMore = next !== null || isLookedThrough || books.length > maxMeant;
  return { book, mayBe: [...exact, ...others].slice(0, maxMeant), hasMore };
}

/** Whether a word of a title begins as a word of the text does: what only an author is called is no title. */
function sharesWord(folded: string, title: string): boolean {
  const words = foldText(title).split(" ");
  return folded.split(" ").some((typed) => words.some((word) => word.startsWith(typed)));
}
