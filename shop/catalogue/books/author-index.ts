import type { Author, BookCard } from "./book.ts";

/** An author with their letter in the index: `a` to `z`, `devanagari` or `other`. */
export interface IndexedAuthor extends Author {
  letter: string;
}

/** The number of authors whose surname begins with `beginning`: one letter, two letters, `devanagari` or `other`. */
export interface AuthorsUnder {
  beginning: string;
  authors: number;
}

/** The index of authors: all authors on one page, or one page of the authors under one letter. */
export interface AuthorIndex {
  /** The letters that have authors: Latin ones, then Devanagari, then others. */
  letters: AuthorsUnder[];
  /**
   * The beginning of surnames that this page shows: a letter, two letters, `devanagari` or `other`; null when all
   * authors fit on one page.
   */
  shown: string | null;
  /** The two-letter beginnings under the shown letter, if it has more than one page. */
  beginnings: AuthorsUnder[];
  /** How many authors the shown beginning has. */
  count: number;
  authors: IndexedAuthor[];
  /** The id of the last author shown, after whom the next page begins; null on the last page. */
  next: string | null;
}

/** Whether a beginning is one of the two groups of the index for names that are not Latin. */
export function isOther(beginning: string): boolean {
  return beginning === "devanagari" || beginning === "other";
}

/** Some of the best rated books under each letter, by letter. */
export type LetterCovers = Record<string, Pick<BookCard, "id" | "coverKey" | "title" | "authors">[]>;
