import { chosenValues, facetNames, type ShelfChoice, type ShelfSort } from "#shop/catalogue/shelves/shelf-choice.ts";

/** What an address of a shelf says, each part once, in one order. */
export interface ShelfAddress {
  /** The bare shelf: its path, and for a search what is searched for. */
  to: string;
  choice: ShelfChoice;
  /** Null for the order that the shelf has of itself. */
  sort: ShelfSort | null;
  /** Cursor of a page; none for the first. */
  place?: string | null;
}

/** The address of a part of a shelf: `?format=paperback,hardback&price=200-500&sort=newest`. */
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
