import { isAvailability } from "#shop/catalogue/editing/availability-labels.ts";
import type { BookQuery } from "#shop/catalogue/editing/book-query.ts";

/** The filter value for books without a category. It cannot be the id of a category. */
export const noCategory = "-";

/** The filters of the list of books, by the names of their URL parameters. */
export type BookFilters = Record<"text" | "category" | "listed" | "picture" | "copies" | "price" | "had", string>;

/** Reads the filters from URL parameters or a form; invalid values are ignored. */
export function readBookFilters(given: { get: (name: string) => unknown }): BookFilters {
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "").slice(0, 200).trim() : "";
  };
  const one = (name: string, ...words: string[]) => (words.includes(text(name)) ? text(name) : "");
  return {
    text: text("text"),
    category: /^[a-z0-9-]{1,100}$/.test(text("category")) ? text("category") : "",
    price: one("price", "mrp"),
    had: isAvailability(text("had")) ? text("had") : "",
    listed: one("listed", "yes", "no"),
    picture: one("picture", "none"),
    copies: one("copies", "none"),
  };
}

/** Converts the filters to a query of the catalogue. */
export function asBookQuery({ text, category, listed, picture, copies, price, had }: BookFilters): BookQuery {
  return {
    text,
    category: category === noCategory ? { isNone: true } : category || null,
    isListed: listed === "" ? null : listed === "yes",
    hasNoPicture: picture === "none",
    isOut: copies === "none",
    hasNoPrice: price === "mrp",
    availability: isAvailability(had) ? had : null,
  };
}

/** The filters that are set, as URL parameters. */
export function setFilters(filters: BookFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}
