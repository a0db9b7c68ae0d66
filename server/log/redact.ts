/** Patterns of personal data and secrets, and their replacements. */
const personal: [pattern: RegExp, instead: string][] = [
  // The query of a URL: searches, codes of the sign-in, keys of links.
  [/(?<=[\w/:.-]\?)[\w.~%+-]+=[^\s"'<>)]*/g, "…"],
  // E-mail addresses in any script, also with the `@` encoded as in URLs (`%40`).
  [
    /[\p{L}\p{M}\p{N}_.!#$%&*+/=?^`{|}~-]{1,64}(?:@|%40)[\p{L}\p{M}\p{N}_-]{1,63}(?:\.[\p{L}\p{M}\p{N}_-]{1,63}){1,8}/gu,
    "[e-mail]",
  ],
  [/\b(?:Bearer|Basic) [\w.~+/=-]{8,}/gi, "[secret]"],
  [/\b(password|secret|token|cookie|authorization)(["']?\s*[:=]\s*["']?)[^\s"',;}]{4,}/gi, "$1$2[secret]"],
  // Secrets of sessions, of invitations and of links in letters, and hashes. No word or file name has 32 such
  // characters in a row.
  [/(?<![\w-])(?:[0-9a-f]{32,}|(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,})(?![\w-])/g, "[secret]"],
  // Indian mobile numbers, with or without the country code, in the usual groups of digits.
  [
    /(?<![\w+.-])(?:(?:\+|00)?91[ -]?|0[ -]?)?[6-9](?:\d{4}[ -]?\d{5}|\d{3}[ -]\d{3}[ -]?\d{3}|\d{2}[ -]\d{3}[ -]\d{4})(?![\w-]|\.\d)/g,
    "[phone]",
  ],
];

/** Matches characters that end a line, move the cursor of a terminal, or reverse the direction of text. */
const control = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Maximum length of a line; a longer one is truncated at the end of a word. */
const maxCharacters = 8_000;

/**
 * Removes personal data and secrets from a log line: e-mail addresses, phone numbers, secrets, and queries of URLs.
 * This is only the last safeguard: code that writes a log line should name orders and routes, not customers.
 */
export function redactPersonalData(text: string): string {
  const whole = text.length > maxCharacters ? `${text.slice(0, maxCharacters).replace(/\S{0,200}$/, "")}…` : text;
  let told = whole.replace(control, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  for (const [pattern, instead] of personal) told = told.replace(pattern, instead);
  return told;
}
