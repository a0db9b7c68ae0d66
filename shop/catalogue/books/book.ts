/** The types of books, authors and categories as pages show them. */
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
  /** 1 for the first book. May be a half, such as 1.5; null for a book without a number. */
  position: number | null;
}

/** Stock as shown to readers: an exact number only when few copies are left. */
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
  /** The main category; null for a work without categories. */
  category: CategoryLink | null;
  /**
   * The part of the file names of the cover (drawn or a picture) that identifies it: `/covers/{coverKey}-{width}.webp`.
   */
  coverKey: string;
  format: EditionFormat;
  pricePaise: number;
  /** Never below `pricePaise`. */
  mrpPaise: number;
  /** 1 to 5; null without ratings. */
  rating: number | null;
  ratingCount: number;
  /** Whether the rating was invented for the demonstration; pages must label such a rating as a sample. */
  isSampleRating: boolean;
  stock: Stock;
  series: SeriesLink | null;
}

/** One of the formats a work is sold in. */
export interface BookEdition {
  id: string;
  format: EditionFormat;
  language: string;
  /** Words of `editionFlags`. */
  flags: string[];
  pricePaise: number;
  mrpPaise: number;
  stock: Stock;
}

/** One language of a title, with the edition that its link opens. */
export interface BookDoor {
  id: string;
  workId: string;
  /** The title in `language`. */
  title: string;
  /** ISO 639-1. */
  language: string;
  /** The language's name in that language: `हिन्दी`. */
  languageName: string;
  /** Whether this is the original; the other languages are translations of it. */
  isOriginal: boolean;
  pricePaise: number;
  stock: Stock;
}

/** The data of an edition's title page. */
export interface TitlePage extends BookCard {
  /** In title-page order, authors first. */
  contributors: (AuthorLink & { role: ContributorRole })[];
  /** Empty if unknown. */
  publisher: string;
  published: PublicationDay | null;
  /** Such as `Second edition`. */
  editionStatement: string | null;
  pages: number | null;
  /** False for a hidden edition: no list contains it, but its page still exists for old orders and links. */
  isListed: boolean;
}

/** The beginning of a book's opening page. */
export interface FirstLines {
  /** ISO 639, the language of the text. */
  language: string;
  kind: "extract" | "note";
  /** The first paragraph, at most 2,000 characters. */
  text: string;
}

/** All that the book page shows. */
export interface BookPage extends TitlePage {
  description: string;
  categories: CategoryLink[];
  isbn13: string | null;
  /** Further facts, such as the country of origin. */
  details: BookDetail[];
  /** All editions of the work, this one included; the main one first. */
  editions: BookEdition[];
  /** The languages of the title, this one included, the original first; one entry if there are no translations. */
  doors: BookDoor[];
  previousInSeries: BookCard | null;
  nextInSeries: BookCard | null;
  moreByAuthor: BookCard[];
  related: BookCard[];
  /** What an open book shows; null if only its title page. */
  opensWith: FirstLines["kind"] | "contents" | null;
}

/** A book with short texts from its other pages. */
export interface FoundBook extends BookPage {
  /** Biography of the first author, at most 2,000 characters; empty if unknown. */
  authorBio: string;
  /** Null for a book that opens with its contents or its title page. */
  firstLines: FirstLines | null;
  /** ISO date of the last day on which it may be published; null if nothing is known. */
  publishedBy: string | null;
  /** Null if unknown. */
  weightGrams: number | null;
}

/** A category of the category tree. */
export interface Category {
  id: string;
  name: string;
  description: string;
  parentId: string | null;
  /** The endpaper pattern that staff chose, such as `jali-chai`; null for none. */
  endpaper: string | null;
}

/** A category with the number of works in it and its sub-categories. */
export interface CountedCategory extends Category {
  bookCount: number;
}

/** An author of the authors grid. */
export interface Author {
  id: string;
  name: string;
  /** Their names in other scripts. */
  otherNames: string[];
  bio: string;
  /** The part of the portrait's file names that identifies it: `/portraits/{portraitKey}-{width}.webp`. */
  portraitKey: string;
  bookCount: number;
}

/** With this many copies or fewer, pages show how many are left. */
const fewCopies = 5;

/** Converts the number of copies that can be sold into the stock that readers see. */
export function stockOf(available: number): Stock {
  if (available <= 0) return { state: "sold-out" };
  return available <= fewCopies ? { state: "few-left", left: available } : { state: "in-stock" };
}
