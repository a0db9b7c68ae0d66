import { hashText } from "#covers/seeded-random.ts";

/** Part of the pictures' paths. Raise it when a change to the drawing should replace cached pictures. */
export const SHARE_VERSION = 3;

/** Kinds of pages, other than books, that have a picture for link previews. */
export const sharedKinds = ["pages", "categories", "authors", "series", "reading-lists"] as const;
export type SharedKind = (typeof sharedKinds)[number];

/**
 * The shop's own pages that have a picture, with the title drawn on it. Every other page uses the picture of `home`.
 */
export const sharedPages = {
  home: "Discover Your Next Great Read",
  categories: "Categories",
  authors: "Authors",
  "best-sellers": "Best sellers",
  "special-offers": "Special offers",
  "reading-lists": "Reading lists",
  "this-week": "This week’s table",
} as const;

/** The data from which the preview picture of a page is drawn; pictures of book pages have a function of their own. */
export interface SharedPage {
  kind: SharedKind;
  /** The last part of the page's address; for the shop's own pages a key of `sharedPages`. */
  id: string;
  title: string;
  shopName: string;
}

/** Path of the picture of a page other than a book's, 1200 × 630 pixels; changes with its words, not its covers. */
export function sharedPagePath({ kind, id, title, shopName }: SharedPage): string {
  return `/share/${kind}/${id}-${hashText(JSON.stringify([kind, id, title, shopName]))}-${SHARE_VERSION}.png`;
}

/** Path of the picture of one of the shop's own pages. */
export function shopPagePath(id: keyof typeof sharedPages, shopName: string): string {
  return sharedPagePath({ kind: "pages", id, title: sharedPages[id], shopName });
}
