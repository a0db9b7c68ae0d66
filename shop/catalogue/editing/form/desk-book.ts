import type { EditionFormat } from "#shop/catalogue/fields/record-values.ts";
import type { BookValues } from "./book-values.ts";

/** A book with all that the desk needs to edit it. */
export interface DeskBook {
  id: string;
  workId: string;
  /** The values of its form. */
  values: BookValues;
  /** Hash of all fields, for the optimistic lock: a form with another version is out of date. */
  version: string;
  isListed: boolean;
  isMain: boolean;
  coverKey: string;
  /** False if the cover is drawn. */
  hasPicture: boolean;
  onHand: number;
  reserved: number;
  /** Whether an order, an offer or a reader refers to the book. Such a book can be hidden, but never deleted. */
  isNamed: boolean;
  /** MRPs that a file announced, each with the day on which it takes effect. */
  laterMrps: { beginsOn: string; mrpPaise: number }[];
  /** The other editions of its work. */
  otherEditions: { id: string; format: EditionFormat; language: string; isListed: boolean }[];
  /** The design of its drawn cover; `isPinned` if staff chose it. */
  design: { layout: string; inks: string; isPinned: boolean } | null;
}

/** A category with its path as forms write it: `Fiction > Crime`. */
export interface CategoryPath {
  id: string;
  path: string;
}
