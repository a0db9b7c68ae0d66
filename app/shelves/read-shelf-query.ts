/** Parses facets, order and position of a shelf from a URL, and reports what it ignores. */
import { editionFlags } from "#shop/catalogue/fields/edition-flags.ts";
import {
  isBookFormat,
  nothingChosen,
  type FacetName,
  type ShelfChoice,
  type ShelfSort,
} from "#shop/catalogue/shelves/shelf-choice.ts";
import { isShelfSort, readCursor, type Direction, type ShelfPlace } from "#shop/catalogue/shelves/shelf-cursor.ts";

/** Request for a shelf, as the URL states it. */
export interface ShelfQuery {
  choice: ShelfChoice;
  sort: ShelfSort;
  /** Cursor, not yet validated. */
  place: string | null;
  /** Page number, which only old links contain; otherwise null. */
  page: number | null;
  /** What was ignored, in sentences. */
  notices: string[];
  /** Whether the URL requests anything but the unfiltered first page; such responses are not cached. */
  isAsked: boolean;
  /** Whether a form without JavaScript sent the request; then a redirect leads to the canonical URL. */
  isFromForm: boolean;
}

const maxValues = 20;
const slug = /^[a-z0-9-]{1,120}$/;
const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/**
 * Parses the request for a shelf whose default order is `ownSort`; ignores unknown values and adds notices about them.
 */
export function readShelfQuery(url: string, ownSort: ShelfSort): ShelfQuery {
  const given = {
    available: new URL(url).searchParams.getAll("available"),
    format: new URL(url).searchParams.getAll("format"),
    edition: new URL(url).searchParams.getAll("edition"),
    language: new URL(url).searchParams.getAll("language"),
    category: new URL(url).searchParams.getAll("category"),
    author: new URL(url).searchParams.getAll("author"),
    price: new URL(url).searchParams.getAll("price"),
    rating: new URL(url).searchParams.getAll("rating"),
  };
  const own = [new URL(url).searchParams.get("from"), new URL(url).searchParams.get("to")];
  const sort = new URL(url).searchParams.get("sort");
  const place = new URL(url).searchParams.get("place");
  const page = new URL(url).searchParams.get("page");
  const notices: string[] = [];
  const ignore = (what: string, value: string) =>
    notices.push(`We know no ${what} “${shorten(value)}”, so it is left out.`);

  const listOf = (
    name: "format" | "edition" | "language" | "category" | "author",
    isKnown: (value: string) => boolean,
  ) => {
    const values = [...new Set(given[name].flatMap((list) => list.split(",")))].filter((value) => value !== "");
    const known = values.filter(isKnown);
    for (const value of values.filter((one) => !isKnown(one)).slice(0, 3)) ignore(name, value);
    if (known.length > maxValues) notices.push(`Only the first ${maxValues} of each choice are used.`);
    return known.slice(0, maxValues).sort();
  };
  const oneOf = (name: FacetName & keyof typeof given) => given[name].findLast((value) => value !== "") ?? null;

  const choice: ShelfChoice = {
    ...nothingChosen,
    format: listOf("format", isBookFormat).filter(isBookFormat),
    edition: listOf("edition", (value) => Object.hasOwn(editionFlags, value)),
    language: listOf("language", (value) => /^[a-z]{2,3}$/.test(value) && languages.of(value) !== undefined),
    category: listOf("category", (value) => slug.test(value)),
    author: listOf("author", (value) => slug.test(value)),
  };
  const available = oneOf("available");
  if (available === "1") choice.isAvailable = true;
  else if (available !== null) ignore("choice", available);
  const rating = oneOf("rating");
  if (rating !== null && /^[1-5]$/.test(rating)) choice.rating = Number(rating);
  else if (rating !== null) ignore("rating", rating);
  const price = oneOf("price");
  if (price !== null) choice.price = readPrice(price === "own" ? `${own[0] ?? ""}-${own[1] ?? ""}` : price, notices);
  const isSortKnown = !sort || (isShelfSort(sort) && (sort !== "own" || ownSort === "own"));
  if (sort && !isSortKnown) ignore("order", sort);
  return {
    choice,
    sort: sort && isShelfSort(sort) && isSortKnown ? sort : ownSort,
    place,
    page: page === null ? null : /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    notices,
    isAsked: [...Object.values(given).flat(), sort, place, page].some((value) => value !== null),
    isFromForm:
      sort === "" ||
      own.some((value) => value !== null) ||
      Object.values(given).some((values) => values.length > 1 || values[0] === ""),
  };
}

/** Decodes the cursor into a position and a direction; ignores an invalid one. */
export function readShelfPlace(
  shelf: string,
  { sort, place, notices }: ShelfQuery,
): { place: ShelfPlace | null; direction: Direction } {
  const found = place === null ? null : readCursor(shelf, sort, place);
  if (place !== null && found === null)
    notices.push(
      "This link leads to a place on the shelf that we no longer know, so you see the shelf from its beginning.",
    );
  return found ?? { place: null, direction: "on" };
}

/** Parses a price range in whole rupees: `200-500`, `200-` or `-500`. */
function readPrice(given: string, notices: string[]): ShelfChoice["price"] {
  const found = /^\s*(\d{0,7})\s*-\s*(\d{0,7})\s*$/.exec(given);
  if (given.trim() === "-") return null;
  if (!found) {
    notices.push(`“${shorten(given)}” is no price in whole rupees, such as 200-500, so it is left out.`);
    return null;
  }
  const from = Number(found[1]);
  const to = found[2] ? Number(found[2]) : null;
  if (to !== null && from > to) {
    notices.push(`There is no price from ₹${from} to ₹${to}, so every price is shown.`);
    return null;
  }
  return { from, to };
}

function shorten(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40).replace(/\p{Cs}$/u, "")}…` : value;
}
