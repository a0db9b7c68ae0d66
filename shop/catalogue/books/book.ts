import type { ContributorRole, EditionFormat, PublicationDay } from "#shop/catalogue/fields/record-values.ts";
import type { BookDetail } from "#shop/catalogue/fields/shown-fields.ts";

export interface AuthorLink {
  id: string;
  name: string;
}

export interface CategoryLink {
  id: string;
  name: string;
}

export interface SeriesLink {
  id: string;
  name: string;
  /** 1 for the first book; halves exist, and books without a number. */
  position: number | null;
}

/** Stock as a reader may know it: exact only when few are left. */
export type Stock = { state: "in-stock" } | { state: "few-left"; left: number } | { state: "sold-out" };

/** The authors as one line of text: `Ruskin Bond, Anita Desai`. */
export function byline(authors: { name: string }[]): string {
  return authors.map(({ name }) => name).join(", ");
}

/** A book as lists and cards show it. */
export interface BookCard {
  /** Readable slug, the last part of `/books/{id}`. */
  id: string;
  title: string;
  subtitle: string | null;
  /** ISO 639-1, for the `lang` attribute of title and description. */
  language: string;
  authors: AuthorLink[];
  /** The main one; null for a work that has none. */
  category: CategoryLink | null;
  /** Names the cover's image files, drawn or a picture: `/covers/{coverKey}-{width}.webp`. */
  coverKey: string;
  format: EditionFormat;
  pricePaise: number;
  /** Never below the price. */
  mrpPaise: number;
  /** 1 to 5, null while nobody has rated it. */
  rating: number | null;
  ratingCount: number;
  /** The demonstration made the rating up; say so where it is shown. */
  isSampleRating: boolean;
  stock: Stock;
  series: SeriesLink | null;
}

/** One of the formats a work is sold in. */
export interface BookEdition {
  id: string;
  format: EditionFormat;
  language: string;
  pricePaise: number;
  mrpPaise: number;
  stock: Stock;
}

/** One language of a title: the edition that a reader finds behind it. */
export interface BookDoor {
  id: string;
  workId: string;
  /** In this language. */
  title: string;
  /** ISO 639-1. */
  language: string;
  /** As it calls itself: `हिन्दी`. */
  languageName: string;
  /** The other languages are translations of this one. */
  isOriginal: boolean;
  pricePaise: number;
  stock: Stock;
}

/** What the title page of an edition says. */
export interface TitlePage extends BookCard {
  /** Title-page order; authors first. */
  contributors: (AuthorLink & { role: ContributorRole })[];
  /** Empty when nobody knows. */
  publisher: string;
  published: PublicationDay | null;
  /** Such as `Second edition`. */
  editionStatement: string | null;
  /** False for an edition that is in no list: its page is shown because orders and links lead to it. */
  isListed: boolean;
}

/** How the opening page of a book begins. */
export interface FirstLines {
  /** ISO 639, of the text. */
  language: string;
  kind: "extract" | "note";
  /** 2,000 letters at most of its first paragraph. */
  text: string;
}

/** Everything the book page shows. */
export interface BookPage extends TitlePage {
  description: string;
  categories: CategoryLink[];
  isbn13: string | null;
  pages: number | null;
  /** What fields say of themselves, such as the country of origin. */
  details: BookDetail[];
  /** All editions of the work, this one included; the main one first. */
  editions: BookEdition[];
  /** The languages of the title, this one included, the original first; one where it is in no other. */
  doors: BookDoor[];
  previousInSeries: BookCard | null;
  nextInSeries: BookCard | null;
  moreByAuthor: BookCard[];
  related: BookCard[];
}

/** A book with what is told of it in short beside its own page. */
export interface FoundBook extends BookPage {
  /** Of the first author, 2,000 letters of it at most; empty when nothing is known. */
  authorBio: string;
  /** Null for a book that opens with its contents or its title page. */
  firstLines: FirstLines | null;
}

/** A category as the tree of categories shows it. */
export interface Category {
  id: string;
  name: string;
  description: string;
  parentId: string | null;
  /** The sheet that the bookseller chose for it, such as `jali-chai`; null for none. */
  endpaper: string | null;
}

/** A category with how many works it and its sub-categories hold. */
export interface CountedCategory extends Category {
  bookCount: number;
}

/** An author as the authors grid shows them. */
export interface Author {
  id: string;
  name: string;
  /** What they are called in other scripts. */
  otherNames: string[];
  bio: string;
  /** Names the portrait's image files: `/portraits/{portraitKey}-{width}.webp`. */
  portraitKey: string;
  bookCount: number;
}

/** With this many copies or fewer the shop says how many are left. */
const fewCopies = 5;

/** Turns copies that can be sold now into what a reader is told. */
export function stockOf(available: number): Stock {
  if (available <= 0) return { state: "sold-out" };
  return available <= fewCopies ? { state: "few-left", left: available } : { state: "in-stock" };
}
