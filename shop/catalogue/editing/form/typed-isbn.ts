import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import { readTypedIsbn, type IsbnSuggestion } from "#shop/catalogue/search/read-isbn.ts";

/** A typed or scanned ISBN as 13 digits; or the problem with it, and the valid ISBNs that may be meant. */
export type IsbnForDesk = { isbn13: string } | { problem: string; meant: IsbnSuggestion[] };

/** Parses an ISBN of 10 or 13 digits, with or without hyphens. */
export function parseTypedIsbn(text: string): IsbnForDesk {
  const read = readIsbn(text);
  if ("value" in read) return { isbn13: read.value };
  if ("barcode" in read)
    return {
      problem: `${read.barcode} is the bar code of something that is no book. An ISBN begins with 978 or 979.`,
      meant: [],
    };
  const typed = readTypedIsbn(text);
  return { problem: `${read.fault}.`, meant: typed && typed.isbn13 === null ? typed.meant : [] };
}

/**
 * Describes the problem with an ISBN and suggests up to three valid ones, those with another check digit first; null
 * for a valid ISBN.
 */
export function describeInvalidIsbn(text: string): string | null {
  const read = parseTypedIsbn(text);
  if ("isbn13" in read) return null;
  const likely = likeliest(read.meant);
  return likely.length === 0 ? read.problem : `${read.problem} Perhaps it is ${likely.join(" or ")}.`;
}

/** Suggestions with another check digit, then those with two neighbouring digits swapped. */
function likeliest(meant: IsbnSuggestion[]): string[] {
  const last = Math.max(0, ...meant.map(({ place }) => place));
  const byCheckDigit = meant.filter(({ place, digits }) => digits.length === 1 && place === last);
  const swapped = meant.filter(({ digits }) => digits.length === 2);
  return [...new Set([...byCheckDigit, ...swapped].map(({ isbn13 }) => isbn13))].slice(0, 3);
}
