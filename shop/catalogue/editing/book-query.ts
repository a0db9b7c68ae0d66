/** The facets by which the desk's table of books is filtered; a book's values are in `desk_books.has`. */
export const bookFacets = [
  "category",
  "publisher",
  "cover",
  "copies",
  "price",
  "listed",
  "availability",
  "format",
] as const;

export type BookFacet = (typeof bookFacets)[number];

/** Which books the desk's table shows. */
export interface BookQuery {
  /** Title, author, ISBN or item code; empty for all. */
  text: string;
  /** Values that a book must have, such as `category:fiction`. */
  has: readonly string[];
  /** Only these books, by id; null for all. */
  picked: string[] | null;
}

/** Matches every book, listed or not. */
export const anyBook: BookQuery = { text: "", has: [], picked: null };

/** The columns by which the table can be sorted. */
export const bookOrders = ["added", "title", "author", "publisher", "price", "mrp", "copies", "sold"] as const;

export interface BookOrder {
  by: (typeof bookOrders)[number];
  /** Whether the largest value, or the last letter, comes first. */
  isDown: boolean;
}

/** Newest first. */
export const newestFirst: BookOrder = { by: "added", isDown: true };
