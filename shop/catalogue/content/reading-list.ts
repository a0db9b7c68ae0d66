import type { BookCard } from "#shop/catalogue/books/book.ts";

/** A reading list as the overview of lists shows it. */
export interface ReadingListCard {
  /** Readable slug, the last part of `/reading-lists/{id}`. */
  id: string;
  title: string;
  /** One sentence that describes the list. */
  summary: string;
  /** The id of the endpaper chosen for the list, such as `jali-chai`; null for none. */
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

/** A book on a list, and the curator's reason. */
export interface ListedBook {
  book: BookCard;
  note: string;
}
