import { splitGraphemes } from "./split-graphemes.ts";
import { stripInvisibleCharacters } from "./visible-text.ts";

/** Line breaks and other control characters. */
const control = /[\p{Cc}\u2028\u2029]+/gu;

/** Cleans text that others have typed (names, titles, addresses) for one line of a letter. */
export function cleanText(text: string): string {
  return stripInvisibleCharacters(text.replace(control, " "))
    .replace(/(\p{M}{6})\p{M}+/gu, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** Cleans text of several lines: keeps paragraphs, and cleans each line like `cleanText`. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(cleanText)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Shortens a text to `maxLength` grapheme clusters, with an ellipsis if something is left out. */
export function shorten(text: string, maxLength: number): string {
  const characters = splitGraphemes(text);
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
}
