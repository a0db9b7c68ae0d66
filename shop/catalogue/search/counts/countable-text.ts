import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { stripInvisibleCharacters } from "#shop/kernel/text/visible-text.ts";

/** Longest text of a search that is counted, in characters; the rest is cut off. */
export const maxCountedLength = 80;
/** More digits are a telephone number, a card or an order rather than a title, unless they are an ISBN. */
export const maxDigits = 5;

/**
 * The text under which a search is counted: folded and cut, or the 13 digits of an ISBN. Null for what is not counted,
 * as it may name a person: a text with an @, or with more than 5 digits that are no ISBN.
 */
export function countableText(typed: string): string | null {
  const text = foldText(stripInvisibleCharacters(typed.slice(0, 1000).toWellFormed()));
  if (text === "" || text.includes("@")) return null;
  if ((text.match(/\p{N}/gu) ?? []).length > maxDigits) {
    return isbnOf(text);
  }
  return Array.from(text).slice(0, maxCountedLength).join("").trim();
}

/**
 * The ISBN that a folded text is. One mobile number in eleven has the check digit of an ISBN of 10 digits, so only those
 * count that begin with a zero or end in an X.
 */
function isbnOf(text: string): string | null {
  const reading = readIsbn(text);
  if (!("value" in reading) || reading.mended) return null;
  const written = text.replace(/[^\dx]/g, "");
  const isSure = written.endsWith(reading.value) || written.endsWith("x") || written.at(-10) === "0";
  return isSure ? reading.value : null;
}
