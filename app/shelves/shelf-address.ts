import { chosenValues, facetNames, type ShelfChoice, type ShelfSort } from "#shop/catalogue/shelves/shelf-choice.ts";

/** Parts of a shelf's URL, each written once and in a fixed order. */
export interface ShelfAddress {
  /** URL of the unfiltered shelf; for a search with its `q`. */
  to: string;
  choice: ShelfChoice;
  /** Null for the shelf's default order. */
  sort: ShelfSort | null;
  /** Cursor; absent on the first page. */
  place?: string | null;
}

/** Builds the URL of a filtered shelf: `?format=paperback,hardback&price=200-500&sort=newest`. */
export function shelfAddress({ to, choice, sort, place }: ShelfAddress): string {
  const parts = facetNames.flatMap((name) => {
    const values = chosenValues(choice, name);
    return values.length > 0 ? [`${name}=${values.map(encodeURIComponent).join(",")}`] : [];
  });
  if (sort) parts.push(`sort=${sort}`);
  if (place) parts.push(`place=${place}`);
  if (parts.length === 0) return to;
  return `${to}${to.includes("?") ? "&" : "?"}${parts.join("&")}`;
}
