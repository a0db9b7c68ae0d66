/** Reduces a search text to the form in which it is counted, without personal data. */
import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { stripInvisibleCharacters } from "#shop/kernel/text/visible-text.ts";

/** Maximum length of a counted search text, in characters; longer texts are cut. */
export const maxCountedLength = 80;
/** Maximum digits, except in an ISBN: more may be a telephone, card or order number. */
export const maxDigits = 5;

/**
 * The text under which a search is counted: folded and cut, or the 13 digits of an ISBN. Null for texts that may
 * identify a person: with an @, or with more than `maxDigits` digits that are no ISBN.
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
 * The ISBN in a folded text. One mobile number in eleven has a valid ISBN-10 check digit, so an ISBN-10 counts only if
 * it begins with a zero or ends with an X.
 */
function isbnOf(text: string): string | null {
  const reading = readIsbn(text);
  if (!("value" in reading) || reading.mended) return null;
  const written = text.replace(/[^\dx]/g, "");
  const isSure = written.endsWith(reading.value) || written.endsWith("x") || written.at(-10) === "0";
  return isSure ? reading.value : null;
}
