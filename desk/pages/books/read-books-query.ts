import { formatNames } from "#app/display/format-names.ts";
import { availabilityLabels } from "#shop/catalogue/editing/availability-labels.ts";
import {
  bookFacets,
  bookOrders,
  type BookFacet,
  type BookOrder,
  type BookQuery,
} from "#shop/catalogue/editing/book-query.ts";

/** The filter value for books without a category. It cannot be the id of a category. */
export const noCategory = "-";

/** The filters of the table of books, by the names of their URL parameters. */
export type BookFilters = Record<"text" | "list" | BookFacet, string>;

/** The values of the facets that have a few, with their labels. */
export const facetLabels: Record<Exclude<BookFacet, "category" | "publisher">, Record<string, string>> = {
  format: Object.fromEntries(Object.entries(formatNames).filter(([format]) => format !== "")),
  price: {
    mrp: "Sold at the MRP",
    below: "Below the MRP",
    "0-299": "Under ₹300",
    "300-499": "₹300 to ₹499",
    "500-999": "₹500 to ₹999",
    "1000-": "₹1,000 or more",
  },
  copies: { none: "None for sale", few: "1 to 5 for sale", many: "6 or more for sale" },
  cover: { none: "No picture", picture: "With a picture" },
  listed: { yes: "Shown to readers", no: "Hidden from readers" },
  availability: availabilityLabels,
};

/** Reads the filters from URL parameters or a form; invalid values are ignored. */
export function readBookFilters(given: { get: (name: string) => unknown }): BookFilters {
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "").slice(0, 200).trim() : "";
  };
  const one = (name: keyof typeof facetLabels) => (Object.hasOwn(facetLabels[name], text(name)) ? text(name) : "");
  return {
    text: text("text"),
    // The number of a stored list of ISBNs.
    list: /^\d{1,15}$/.test(text("list")) ? text("list") : "",
    category: /^[a-z0-9-]{1,100}$/.test(text("category")) ? text("category") : "",
    // A name or an id, until `resolvePublisher`.
    publisher: text("publisher"),
    format: one("format"),
    price: one("price"),
    copies: one("copies"),
    cover: one("cover"),
    listed: one("listed"),
    availability: one("availability"),
  };
}

/** Reads the ids of ticked books, which may be none; null only if `all` says that all that match are meant. */
export function readTicked(given: { getAll: (name: string) => unknown[] }): string[] | null {
  if (given.getAll("all").length > 0) return null;
  const ids = given
    .getAll("book")
    .flatMap((value) => (typeof value === "string" ? value.split(",") : []))
    .filter((id) => /^[a-z0-9-]{1,200}$/.test(id))
    .slice(0, 500);
  return [...new Set(ids)];
}

/** The ticked books, or that all are meant, as a URL parameter. */
export function setTicked(ticked: string[] | null): Record<string, string> {
  if (ticked === null) return { all: "on" };
  return ticked.length > 0 ? { book: ticked.join(",") } : {};
}

/** Converts the filters to a query of the catalogue. */
export function asBookQuery(filters: BookFilters, picked: string[] | null = null): BookQuery {
  const has = bookFacets.flatMap((facet) => (filters[facet] === "" ? [] : [`${facet}:${filters[facet]}`]));
  return { text: filters.text, has, picked };
}

/** The filters that are set, as URL parameters. */
export function setFilters(filters: BookFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}

/** Reads the order from its URL parameter, such as `price` or `-price`; null for the usual one. */
export function readBookOrder(given: { get: (name: string) => string | null }): BookOrder | null {
  const [, minus, name] = /^(-?)(\w+)$/.exec(given.get("sort") ?? "") ?? [];
  const by = bookOrders.find((order) => order === name);
  return by ? { by, isDown: minus === "-" } : null;
}

/** The order as its URL parameter. */
export function setOrder(order: BookOrder | null): string | null {
  return order && `${order.isDown ? "-" : ""}${order.by}`;
}
