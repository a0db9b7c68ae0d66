/** Types of the demonstration catalogue's files, which `server/demo-catalogue.ts` loads. */

/** A real author; `bio` is two to four sentences written for this project. */
export interface DemoAuthor {
  id: string;
  name: string;
  bio: string;
}

/** One edition of a work. Prices are whole rupees, dates are ISO days. */
export interface DemoEdition {
  format: "paperback" | "hardback" | "board-book";
  isbn13?: string;
  pages: number;
  publisher: string;
  /** Day of publication. */
  publishedOn: string;
  /** The day the shop added it; the newest are the "new releases". */
  addedOn: string;
  mrpRupees: number;
  priceRupees: number;
  stock: number;
}

/** A work with its editions; lists show the first edition. */
export interface DemoWork {
  id: string;
  title: string;
  subtitle?: string;
  /** Author ids, in title-page order. */
  by: string[];
  translators?: string[];
  illustrators?: string[];
  editors?: string[];
  /** Category ids, the main one first. */
  categories: string[];
  language: "en" | "hi";
  /** Two to five sentences written for this project, about this book and no other. */
  description: string;
  series?: { id: string; position: number };
  /** Average from 1 to 5 with one decimal, and the number of ratings. */
  rating: { average: number; count: number };
  editions: DemoEdition[];
}

/** A series; its works refer to it. */
export interface DemoSeries {
  id: string;
  name: string;
  description: string;
}

/** The content of one file in `books`. */
export interface DemoShelf {
  authors: DemoAuthor[];
  series: DemoSeries[];
  works: DemoWork[];
}

/** A reading list; an empty line separates the paragraphs of `introduction`. */
export interface DemoReadingList {
  id: string;
  title: string;
  summary: string;
  introduction: string;
  /** Book ids in display order, each with the reason for it. */
  books: { id: string; note: string }[];
}

/** A table of books for a season, shown every year from `begins` on; see `WrittenTable` in `shop/catalogue/content`. */
export interface DemoTable {
  id: string;
  title: string;
  introduction: string;
  /** Month and day, such as `06-10`. */
  begins: string;
  /** Book ids in display order, each with a sentence and its author. */
  books: { id: string; sentence: string; signature: string }[];
}

/** A sample review, written for this project. */
export interface DemoReview {
  /** Id of the work, or null for a testimonial about the shop. */
  work: string | null;
  name: string;
  rating: number;
  /** Position among the home page's testimonials. */
  featuredPosition?: number;
  title?: string;
  body: string;
  /** ISO day. */
  on: string;
}

/** Opening pages of a work. Empty lines separate paragraphs; each line of a table of contents is an entry. */
export interface DemoOpening {
  work: string;
  kind: "extract" | "contents" | "note";
  /** Default: English. */
  language?: "hi";
  /** The part of the book from which an extract is taken. */
  source?: string;
  /** The writer, if not the author of the book. */
  by?: string;
  text: string;
}
