import { stripInvisibleCharacters } from "./visible-text.ts";

/** Line breaks and other control characters. */
const control = /[\p{Cc}\u2028\u2029]+/gu;

/** What others have typed (names, titles, addresses), made fit for one line of a letter. */
export function cleanText(text: string): string {
  return stripInvisibleCharacters(text.replace(control, " "))
    .replace(/(\p{M}{6})\p{M}+/gu, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** Several lines that others have typed: paragraphs stay, each line cleaned as `cleanText` does. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(cleanText)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** At most so many characters, as a reader counts them, with a mark where something is left out. */
export function shorten(text: string, maxLength: number): string {
  const characters = Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
}

/**
 * Mail programs make links of such words, also of those with a sign that only looks like a dot or a colon, and a letter of
 * ours must not carry somebody else's link or telephone number.
 */
const looksLikeLink =
  /[:/@\uff0f\uff1a\uff20]|[\u2024\u3002\ufe52\uff0e\uff61]|\p{Nd}{5}|www\.|\p{L}{2}\.(\p{Ll}{2}|\p{Lu}{2})/u;

/** The first line of a letter; a name that a mail program would turn into a link is left out. */
export function salutation(readerName: string): string {
  const name = shorten(cleanText(readerName), 120);
  return name === "" || looksLikeLink.test(name) ? "Dear reader," : `Dear ${name},`;
}

/** A page of the shop as a whole address. Throws for anything outside the shop. */
export function linkTo(url: string, publicUrl: string): string {
  const whole = new URL(url, publicUrl);
  if (whole.origin === new URL(publicUrl).origin) return whole.href;
  throw new Error(`A letter links to ${publicUrl} only, not to ${whole.origin}.`);
}
