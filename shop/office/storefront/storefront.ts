import type { HomeSection } from "./sections.ts";

/** All that staff choose for the home page, as one object. Tables of the week are not included: they have dates. */
export interface Storefront {
  /** Works in their order: the fan at the top, and the table if there is no table of the week. */
  featured: string[];
  /** Works in their order: Recommended For You. */
  recommended: string[];
  /** All sections between the welcome and the newsletter, in their order. */
  sections: HomeSection[];
  /** The sections that the home page does not show. */
  leftOut: HomeSection[];
  /** The announced codes; the home page shows the first that can be used. */
  codes: string[];
  /** The reading lists that the home page shows first; others follow. */
  lists: string[];
  /** Testimonials in their order: the numbers of reviews, such as `7` or `7.2`, without names of readers. */
  testimonials: string[];
  /** The title at the top, and the line below it; null for the usual words. */
  welcomeTitle: string | null;
  welcomeLine: string | null;
}

/** The title at the top of home, unless a window has another one. */
export const usualTitle = "Discover Your Next Great Read";

/** The line below it, unless a window or the settings have another one. */
export const usualLine = "Come in, turn a few pages, stay as long as you like.";

/** The maximum number of characters of the words at the top. */
export const maxWelcome = { welcomeTitle: 60, welcomeLine: 300 };

/**
 * The maximum number of choices of each kind. There may be more books than are shown, because the next one replaces a
 * book that cannot be bought.
 */
export const maxInWindow = { featured: 12, recommended: 6, codes: 20, lists: 3, testimonials: 5 };
