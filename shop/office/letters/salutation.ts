import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";

/**
 * Matches text that mail programs may turn into a link or a phone number: any `:`, `/` or `@`, a dot as in a domain
 * name, `www.`, or five digits in a row. Characters that only look like a dot, colon, slash or @ count too. Anybody can
 * enter a name, so a name must not bring a link or a phone number into the shop's letters.
 */
const looksLikeLink =
  /[:/@\uff0f\uff1a\uff20]|[\u2024\u3002\ufe52\uff0e\uff61]|\p{Nd}{5}|www\.|\p{L}{2}\.(\p{Ll}{2}|\p{Lu}{2})/u;

/** The first line of a letter: with the reader's name, unless it is empty or looks like a link or a phone number. */
export function salutation(readerName: string): string {
  const name = shorten(cleanText(readerName), 120);
  return name === "" || looksLikeLink.test(name) ? "Dear reader," : `Dear ${name},`;
}
