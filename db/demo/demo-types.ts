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

/** The first pages of a work; `place` says which they are. */
export interface DemoExcerpt {
  work: string;
  place: string;
  chapters: { title: string; paragraphs: string[] }[];
}
