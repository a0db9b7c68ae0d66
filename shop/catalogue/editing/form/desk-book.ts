import type { EditionFormat } from "#shop/catalogue/fields/record-values.ts";
import type { BookValues } from "./book-values.ts";

/** A book as the desk edits it. */
export interface DeskBook {
  id: string;
  workId: string;
  /** What its form holds. */
  values: BookValues;
  /** Names the state of all fields: a form that was filled from another one is out of date. */
  version: string;
  isListed: boolean;
  isMain: boolean;
  coverKey: string;
  /** Its cover is a picture; else it is drawn. */
  hasPicture: boolean;
  onHand: number;
  reserved: number;
  /** An order, an offer or a reader names it, so that it is unlisted and never deleted. */
  isNamed: boolean;
  /** MRPs that a file announced, each with the day on which it begins. */
  laterMrps: { beginsOn: string; mrpPaise: number }[];
  /** The other editions of its work. */
  otherEditions: { id: string; format: EditionFormat; language: string; isListed: boolean }[];
  /** What a person chose for its drawn cover. */
  design: { layout: string; inks: string; isPinned: boolean } | null;
}

/** A category, with the path that a form names it by: `Fiction > Crime`. */
export interface CategoryPath {
  id: string;
  path: string;
}
