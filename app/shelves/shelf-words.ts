import { editionFlags } from "#shop/catalogue/fields/edition-flags.ts";
import type { CountedTo, FacetName, FacetValue, ShelfSort } from "#shop/catalogue/shelves/shelf-choice.ts";
import { isBookFormat } from "#shop/catalogue/shelves/shelf-choice.ts";

import { formatNames } from "#app/display/format-names.ts";

const languages = new Intl.DisplayNames("en", { type: "language" });

/** Names of the facets. */
export const facetTitles: Record<FacetName, string> = {
  available: "Availability",
  format: "Format",
  edition: "Edition",
  language: "Language",
  category: "Category",
  author: "Author",
  price: "Price",
  rating: "Rating",
};

/** Names of the orders; each shelf names its default order itself. */
export const sortNames: Record<Exclude<ShelfSort, "own">, string> = {
  popularity: "Most popular",
  newest: "Newest",
  price: "Price, lowest first",
  "price-down": "Price, highest first",
  rating: "Best rated",
  title: "Title",
};

/** Describes a value of a facet. */
export function describeFacetValue(facet: FacetName, { value, name }: Pick<FacetValue, "value" | "name">): string {
  if (name) return name;
  if (facet === "available") return "Available now";
  if (facet === "format") return isBookFormat(value) ? formatNames[value] : value;
  if (facet === "edition") return editionFlags[value] ?? value;
  if (facet === "language") return languages.of(value) ?? value;
  if (facet === "rating") return value === "5" ? "5 stars" : `${value} stars and better`;
  if (facet !== "price") return value;
  const [from, to] = value.split("-");
  if (to === "") return `From ₹${rupees(from)}`;
  return from === "0" ? `Up to ₹${rupees(to)}` : `₹${rupees(from)} to ₹${rupees(to)}`;
}

function rupees(digits: string | undefined): string {
  return Number(digits).toLocaleString("en-IN");
}

/** Formats a number of books: `42`, or `1,000+` where counting stopped. */
export function countWords({ count, isMore }: CountedTo): string {
  return count.toLocaleString("en-IN") + (isMore ? "+" : "");
}

/** Formats a number with its noun: `1 book`, `42 books` or `1,000+ books`. */
export function formatBookCount(total: CountedTo): string {
  return `${countWords(total)} ${total.count === 1 && !total.isMore ? "book" : "books"}`;
}
