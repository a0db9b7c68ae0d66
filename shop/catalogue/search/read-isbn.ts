import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";

/** A valid ISBN that may have been intended, as 13 digits, with the typing error. */
export interface IsbnSuggestion {
  isbn13: string;
  /** The position of the wrong digit among the typed digits, from 1; of two swapped digits, the first. */
  place: number;
  /** The correct digit, or two in the right order. */
  digits: string;
}

/** A typed ISBN: its digits, with either the valid ISBN-13 or the suggestions. */
export type TypedIsbn = { given: string; isbn13: string } | { given: string; isbn13: null; meant: IsbnSuggestion[] };

/** Parses a text as an ISBN of 10 or 13 digits, with or without hyphens and spaces; null for other texts. */
export function readTypedIsbn(text: string): TypedIsbn | null {
  const given = text
    .slice(0, 100)
    .replace(/^\s*ISBN(?:[\s-]*1[03])?\s*:?/i, "")
    .replace(/(?<=[\dXx])\s*[([].*$/s, "")
    .replace(/[\s\p{Pd}]/gu, "")
    // The add-on of a barcode, such as a price, which scanners append to the ISBN.
    .replace(/^(97[89]\d{10})(?:\d{5}|\d{2})$/, "$1")
    .toUpperCase();
  if (!/^(?:97[89]\d{10}|\d{9}[\dX])$/.test(given)) return null;
  const isbn13 = valid(given);
  return isbn13 === null ? { given, isbn13, meant: listIsbnSuggestions(given) } : { given, isbn13 };
}

/** All valid ISBNs that differ by one digit or by two swapped neighbours. */
function listIsbnSuggestions(given: string): IsbnSuggestion[] {
  const meant: IsbnSuggestion[] = [];
  const note = (place: number, digits: string) => {
    const isbn13 = valid(given.slice(0, place) + digits + given.slice(place + digits.length));
    if (isbn13 !== null) meant.push({ isbn13, place: place + 1, digits });
  };
  for (let place = 0; place < given.length; place += 1) {
    for (const digit of "0123456789X") if (digit !== given[place]) note(place, digit);
    const [one, next] = [given.charAt(place), given[place + 1]];
    if (next !== undefined && one !== next) note(place, next + one);
  }
  return meant;
}

function valid(digits: string): string | null {
  const reading = readIsbn(digits);
  return "value" in reading && reading.value.length === 13 && !("mended" in reading && reading.mended)
    ? reading.value
    : null;
}
