/** Decodes character references of HTML and of the ONIX 2.1 DTD. */

/** Names of U+00A0 to U+00FF, in order. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml";

/** Names of U+0391 to U+03C9, in order; a dash for a code point without a name. */
const greek =
  "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi " +
  "Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho " +
  "sigmaf sigma tau upsilon phi chi psi omega";

const others: Record<string, number> = {
  quot: 0x22,
  amp: 0x26,
  apos: 0x27,
  lt: 0x3c,
  gt: 0x3e,
  OElig: 0x152,
  oelig: 0x153,
  Scaron: 0x160,
  scaron: 0x161,
  Yuml: 0x178,
  fnof: 0x192,
  circ: 0x2c6,
  tilde: 0x2dc,
  ensp: 0x2002,
  emsp: 0x2003,
  thinsp: 0x2009,
  zwnj: 0x200c,
  zwj: 0x200d,
  lrm: 0x200e,
  rlm: 0x200f,
  ndash: 0x2013,
  mdash: 0x2014,
  lsquo: 0x2018,
  rsquo: 0x2019,
  sbquo: 0x201a,
  ldquo: 0x201c,
  rdquo: 0x201d,
  bdquo: 0x201e,
  dagger: 0x2020,
  Dagger: 0x2021,
  bull: 0x2022,
  hellip: 0x2026,
  permil: 0x2030,
  prime: 0x2032,
  Prime: 0x2033,
  lsaquo: 0x2039,
  rsaquo: 0x203a,
  oline: 0x203e,
  frasl: 0x2044,
  euro: 0x20ac,
  trade: 0x2122,
  larr: 0x2190,
  uarr: 0x2191,
  rarr: 0x2192,
  darr: 0x2193,
  harr: 0x2194,
  part: 0x2202,
  sum: 0x2211,
  minus: 0x2212,
  radic: 0x221a,
  infin: 0x221e,
  asymp: 0x2248,
  ne: 0x2260,
  le: 0x2264,
  ge: 0x2265,
  loz: 0x25ca,
  hearts: 0x2665,
  diams: 0x2666,
};

/** The characters that HTML and the ONIX 2.1 DTD have names for, such as `ndash`; without a prototype. */
export const namedEntities: Record<string, string> = Object.assign(Object.create(null), {
  ...inOrder(latin, 0xa0),
  ...inOrder(greek, 0x391),
  ...Object.fromEntries(Object.entries(others).map(([name, code]) => [name, String.fromCodePoint(code)])),
});

function inOrder(names: string, first: number): Record<string, string> {
  return Object.fromEntries(
    names.split(" ").flatMap((name, index) => (name === "-" ? [] : [[name, String.fromCodePoint(first + index)]])),
  );
}

/** The Windows-1252 characters of U+0080 to U+009F, which are control characters in Unicode. */
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** The character of a Windows-1252 byte. */
export function fromWindows1252(byte: number): string {
  return byte >= 0x80 && byte <= 0x9f ? windows1252.charAt(byte - 0x80) : String.fromCharCode(byte);
}

/** The character of a numeric reference; undefined if XML and HTML forbid it. */
export function fromCodePoint(code: number): string | undefined {
  if (code === 9 || code === 10 || code === 13) return String.fromCharCode(code);
  const isCharacter =
    code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && (code & 0xfffe) !== 0xfffe;
  if (!isCharacter) return undefined;
  return code <= 0x9f ? fromWindows1252(code) : String.fromCodePoint(code);
}

/** Replaces character references such as `&eacute;` or `&#233;` by their characters; unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, (written, decimal, hex, name) => {
    if (name) return namedEntities[name] ?? written;
    return fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)) ?? "";
  });
}
