import type { PublicRoute } from "./route.ts";

/**
 * Query parameters of a shelf: facets, order and position. The number of their combinations is unlimited, so these
 * pages are not cached.
 */
const shelfQuery = [
  "available",
  "format",
  "edition",
  "language",
  "category",
  "author",
  "price",
  "rating",
  "from",
  "to",
  "sort",
  "place",
  "page",
];

/** The properties of a route with a shelf of books: the unfiltered shelf is cached, filtered ones are not. */
export const shelf = {
  access: "public",
  offline: "for-everyone",
  posts: "none",
  uncachedQuery: shelfQuery,
} satisfies Omit<PublicRoute, "file">;
