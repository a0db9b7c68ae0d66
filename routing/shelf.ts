import type { PublicRoute } from "./route.ts";

/** Facets, order and position of a shelf. Their combinations are unlimited, so these pages are not cached. */
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

/** Route with a shelf of books: the unfiltered shelf is cached, filtered ones are not. */
export const shelf = {
  access: "public",
  offline: "for-everyone",
  posts: "none",
  uncachedQuery: shelfQuery,
} satisfies Omit<PublicRoute, "file">;
