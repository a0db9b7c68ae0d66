/** What may be a person's or a secret in a line, and what stands there instead. */
const personal: [pattern: RegExp, instead: string][] = [
  // What follows a question mark in an address: searches, codes of the sign-in, keys of links.
  [/(?<=[\w/:.-]\?)[\w.~%+-]+=[^\s"'<>)]*/g, "…"],
  // In any script, and as an address has it (`%40`).
  [
    /[\p{L}\p{M}\p{N}_.!#$%&*+/=?^`{|}~-]{1,64}(?:@|%40)[\p{L}\p{M}\p{N}_-]{1,63}(?:\.[\p{L}\p{M}\p{N}_-]{1,63}){1,8}/gu,
    "[e-mail]",
  ],
  [/\b(?:Bearer|Basic) [\w.~+/=-]{8,}/gi, "[secret]"],
  [/\b(password|secret|token|cookie|authorization)(["']?\s*[:=]\s*["']?)[^\s"',;}]{4,}/gi, "$1$2[secret]"],
  // Sessions, invitations, links of letters and hashes; no word and no name of a file has so many in a row.
  [/(?<![\w-])(?:[0-9a-f]{32,}|(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,})(?![\w-])/g, "[secret]"],
  // Mobile numbers of India, with or without its code, in the groups in which people write them.
  [
    /(?<![\w+.-])(?:(?:\+|00)?91[ -]?|0[ -]?)?[6-9](?:\d{4}[ -]?\d{5}|\d{3}[ -]\d{3}[ -]?\d{3}|\d{2}[ -]\d{3}[ -]\d{4})(?![\w-]|\.\d)/g,
    "[phone]",
  ],
];

/** Would end a line, move the cursor of a terminal or turn round what is read. */
const control = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** A line is cut off after so many characters, at the end of a word. */
const maxCharacters = 8_000;

/**
 * A line of the log without what identifies a person or opens a door: e-mail addresses, phone numbers, secrets, and what
 * was typed into an address. It is the last net: whoever writes a line names orders and routes, not readers.
 */
export function withoutPersonalData(text: string): string {
  const whole = text.length > maxCharacters ? `${text.slice(0, maxCharacters).replace(/\S{0,200}$/, "")}…` : text;
  let told = whole.replace(control, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  for (const [pattern, instead] of personal) told = told.replace(pattern, instead);
  return told;
}
