import type { PublicRoute } from "./route.ts";

/** What is chosen on a shelf, how it is sorted, and which part of it is shown. There is no end to these. */
const shelfQuery = [
  "available",
  "format",
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

/** A page with a shelf of books: the bare shelf is the same for everyone, what is chosen from it is not cached. */
export const shelf = {
  access: "public",
  offline: "for-everyone",
  posts: "none",
  uncachedQuery: shelfQuery,
} satisfies Omit<PublicRoute, "file">;
