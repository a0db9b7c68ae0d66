/** The shapes of the demonstration catalogue's files; loaded by `server/demo-catalogue.ts`. */

/** A real author; `bio` is two to four sentences written for this project. */
export interface DemoAuthor {
  id: string;
  name: string;
  bio: string;
}

/** One sellable edition of a work; money is whole rupees, dates are ISO days. */
export interface DemoEdition {
  format: "paperback" | "hardback" | "board-book";
  isbn13?: string;
  pages: number;
  publisher: string;
  /** The day this edition came out. */
  publishedOn: string;
  /** The day the shop put it on its shelf; the newest are the "new releases". */
  addedOn: string;
  mrpRupees: number;
  priceRupees: number;
  stock: number;
}

/** A work with its editions, the first of which the lists show. */
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
  /** Average of 1 to 5 with one decimal, and how many readers gave it. */
  rating: { average: number; count: number };
  editions: DemoEdition[];
}

/** A series; its works point at it. */
export interface DemoSeries {
  id: string;
  name: string;
  description: string;
}

/** One file of the shelf. */
export interface DemoShelf {
  authors: DemoAuthor[];
  series: DemoSeries[];
  works: DemoWork[];
}

/** A curated list; `introduction` has paragraphs parted by an empty line. */
export interface DemoReadingList {
  id: string;
  title: string;
  summary: string;
  introduction: string;
  /** Book ids in the curator's order, each with why it is there. */
  books: { id: string; note: string }[];
}

/** A table of books that stands from a day of each year on; see `WrittenTable` of shop/catalogue/content. */
export interface DemoTable {
  id: string;
  title: string;
  introduction: string;
  /** Month and day, such as `06-10`. */
  begins: string;
  /** Book ids in their order, each with a sentence and who says it. */
  books: { id: string; sentence: string; signature: string }[];
}

/** A sample review, written for the demonstration catalogue by nobody but us. */
export interface DemoReview {
  /** The work's id, or null for a word about the shop. */
  work: string | null;
  name: string;
  rating: number;
  /** Its place among the home page's testimonials. */
  featuredPosition?: number;
  title?: string;
  body: string;
  /** ISO day. */
  on: string;
}

/** What a work opens with; paragraphs parted by an empty line, lines of a table of contents by none. */
export interface DemoOpening {
  work: string;
  kind: "extract" | "contents" | "note";
  /** English unless it says otherwise. */
  language?: "hi";
  /** Where a piece of the book stands. */
  source?: string;
  /** Who wrote it, where that is not the author. */
  by?: string;
  text: string;
}
