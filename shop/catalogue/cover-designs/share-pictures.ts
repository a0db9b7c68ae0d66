import { hashText } from "#covers/seeded-random.ts";

/** Raise it when a change to the drawing should reach pictures already made. */
export const SHARE_VERSION = 2;

/** Kinds of pages, other than books, that have a picture for link previews. */
export const sharedKinds = ["pages", "categories", "authors", "series", "reading-lists"] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** The shop's own pages that have a picture; the title stands on it. Every other page shows that of `home`. */
export const sharedPages = {
  home: "Premium Online Bookstore",
  categories: "Categories",
  authors: "Authors",
  "best-sellers": "Best Sellers",
  "special-offers": "Special Offers",
  "reading-lists": "Reading Lists",
  "this-week": "This week’s table",
} as const;

/** What the picture of a page that is no book shows. */
export interface SharedPage {
  kind: SharedKind;
  /** The last part of the page's address; of the shop's own pages a key of `sharedPages`. */
  id: string;
  title: string;
  shopName: string;
}

/** Where the picture of a page that is no book lies, 1200 by 630; a new name whenever the drawing would be another. */
export function sharedPagePath({ kind, id, title, shopName }: SharedPage): string {
  return `/share/${kind}/${id}-${hashText(JSON.stringify([kind, id, title, shopName]))}-${SHARE_VERSION}.png`;
}

/** The same for one of the shop's own pages. */
export function shopPagePath(id: keyof typeof sharedPages, shopName: string): string {
  return sharedPagePath({ kind: "pages", id, title: sharedPages[id], shopName });
}
