import { href } from "#routing/href.ts";

/** A page that the bookseller writes, at `/pages/:id`. */
export interface ShopPage {
  id: string;
  title: string;
  /** The sentence below the title; may be empty. */
  lead: string;
  /** Formatted text (`parse-formatted-text.ts`). */
  text: string;
  /** Where the shop links to it; `fixed` for the words of a page that every shop has, such as a policy. */
  place: PagePlace | "fixed";
  /** Its place among the pages that are linked at the same place; the smallest is first. */
  position: number;
  isShown: boolean;
}

/** The path of a page. */
export function pagePath(id: string): string {
  return href("/pages/:pageId", { pageId: id });
}

/** Where the shop links to a page. */
export const pagePlaces = {
  none: "Nowhere: only by its address",
  menu: "In the menu at the top",
  help: "At the foot of every page, below Help",
  shop: "At the foot of every page, below The shop",
} as const;

export type PagePlace = keyof typeof pagePlaces;

/** The largest numbers of letters. */
export const pageLimits = { id: 60, title: 80, menuTitle: 30, lead: 600, text: 40_000 };
/** The largest number of pages. */
export const maxPages = 100;

/** A link to a page in the menu or the footer. */
export type PageLink = Pick<ShopPage, "id" | "title" | "place">;
