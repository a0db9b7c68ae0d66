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
}

/**
 * The maximum number of choices of each kind. There may be more books than are shown, because the next one replaces a
 * book that cannot be bought.
 */
export const maxInWindow = { featured: 12, recommended: 6, codes: 20, lists: 3, testimonials: 5 };
