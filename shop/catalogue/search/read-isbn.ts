import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";

/** An ISBN that the one typed may have been meant to be, as 13 digits, and what was typed wrong. */
export interface MeantIsbn {
  isbn13: string;
  /** The number of the wrong digit in what was typed, from 1; of two that changed places, the first. */
  place: number;
  /** What should stand there: one digit, or two that changed places. */
  digits: string;
}

/** An ISBN that somebody typed: its digits as typed, and either what it is as 13 digits, or what it may be. */
export type TypedIsbn = { given: string; isbn13: string } | { given: string; isbn13: null; meant: MeantIsbn[] };

/** Reads a text as an ISBN of 10 or 13 digits, with hyphens and spaces or none; null when it is something else. */
export function readTypedIsbn(text: string): TypedIsbn | null {
  const given = text
    .slice(0, 100)
    .replace(/^\s*ISBN(?:[\s-]*1[03])?\s*:?/i, "")
    .replace(/(?<=[\dXx])\s*[([].*$/s, "")
    .replace(/[\s\p{Pd}]/gu, "")
    // What a scanner reads beside the bar code, such as a price.
    .replace(/^(97[89]\d{10})(?:\d{5}|\d{2})$/, "$1")
    .toUpperCase();
  if (!/^(?:97[89]\d{10}|\d{9}[\dX])$/.test(given)) return null;
  const isbn13 = valid(given);
  return isbn13 === null ? { given, isbn13, meant: listMeant(given) } : { given, isbn13 };
}

/** Every right ISBN that differs by one digit, or by two neighbours that changed places. */
function listMeant(given: string): MeantIsbn[] {
  const meant: MeantIsbn[] = [];
  const note = (place: number, digits: string) => {
    const isbn13 = valid(given.slice(0, place) + digits + given.slice(place + digits.length));
    if (isbn13 !== null) meant.push({ isbn13, place: place + 1, digits });
  };
  for (let place = 0; place < given.length; place += 1) {
    for (const digit of "0123456789X") if (digit !== given[place]) note(place, digit);
    const [one, next] = [given[place]!, given[place + 1]];
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
