import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";

/**
 * A text that mail programs turn into a link, even with a character that only looks like a dot or a colon. The shop's
 * letters must not contain a stranger's link or phone number.
 */
const looksLikeLink =
  /[:/@\uff0f\uff1a\uff20]|[\u2024\u3002\ufe52\uff0e\uff61]|\p{Nd}{5}|www\.|\p{L}{2}\.(\p{Ll}{2}|\p{Lu}{2})/u;

/** The first line of a letter, without a name that a mail program would turn into a link. */
export function salutation(readerName: string): string {
  const name = shorten(cleanText(readerName), 120);
  return name === "" || looksLikeLink.test(name) ? "Dear reader," : `Dear ${name},`;
}
