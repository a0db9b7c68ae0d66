import type { BookCard } from "#shop/catalogue/books/book.ts";

/** A reading list as it stands among the others. */
export interface ReadingListCard {
  /** Readable slug, the last part of `/reading-lists/{id}`. */
  id: string;
  title: string;
  /** One sentence on what it is for. */
  summary: string;
  /** The sheet that was chosen for it, such as `jali-chai`; null for none. */
  endpaper: string | null;
  bookCount: number;
  /** The covers of its first books, at most three. */
  covers: Pick<BookCard, "coverKey" | "title" | "authors">[];
}

/** A reading list with its books, each with the curator's reason. */
export interface ReadingList {
  id: string;
  title: string;
  summary: string;
  endpaper: string | null;
  /** Paragraphs. */
  introduction: string[];
  books: ListedBook[];
}

/** A book on a list, and why it is there. */
export interface ListedBook {
  book: BookCard;
  note: string;
}
