import type { HomeSection } from "./sections.ts";

/** What home shows of what somebody chooses, as one thing. Tables of the week are not part of it: they have their days. */
export interface ShopWindow {
  /** Works in their order: the fan at the top, and the table while no table of the week stands. */
  featured: string[];
  /** Works in their order: Recommended For You. */
  recommended: string[];
  /** All sections between the welcome and the newsletter, in their order. */
  sections: HomeSection[];
  /** Those of them that home does not show. */
  leftOut: HomeSection[];
  /** The codes that the shop tells of: home tells of the first that may be used. */
  codes: string[];
  /** The reading lists that home shows first; others follow. */
  lists: string[];
  /** Testimonials in their order: the numbers of reviews, such as `7` or `7.2`. They name nobody. */
  testimonials: string[];
}

/** How many may be chosen of each: of books more than are shown, as one that cannot be had gives way to the next. */
export const maxInWindow = { featured: 12, recommended: 6, codes: 20, lists: 3, testimonials: 5 };
