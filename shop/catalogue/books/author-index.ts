import type { Author } from "./book.ts";

/** An author under the letter of their surname: `a` to `z`, `devanagari` or `other`. */
export interface IndexedAuthor extends Author {
  letter: string;
}

/** A letter, or the two first letters, of surnames, and how many authors it has. */
export interface AuthorsUnder {
  beginning: string;
  authors: number;
}

/** The index of authors: all of them, or a page of those under one letter. */
export interface AuthorIndex {
  /** The letters there are: Latin, then Devanagari, then others. */
  letters: AuthorsUnder[];
  /** Whose page this is: a letter, two letters, `devanagari` or `other`; null when all authors are on one page. */
  shown: string | null;
  /** The beginnings of two letters under the letter shown, when it has more than a page. */
  beginnings: AuthorsUnder[];
  /** How many authors there are under what is shown. */
  count: number;
  authors: IndexedAuthor[];
  /** Behind whom the next page begins; null on the last. */
  next: string | null;
}

/** Whether it is one of the two groups of the index that are no Latin letter. */
export function isOther(beginning: string): boolean {
  return beginning === "devanagari" || beginning === "other";
}
