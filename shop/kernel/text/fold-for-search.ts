import { foldText } from "./fold-text.ts";

/** Apostrophes, primes, spacing accents and half rings, which keyboards and files confuse. */
const apostrophes = /[`\u00b4\u02b9\u02bb-\u02bf\u02ca\u02cb\u055a\u05f3\u07f4\u201b\u2032\u2035]/g;
/** Invisible characters: joiners, direction marks and variation selectors. */
const invisible = /\u00ad|\u061c|\u180e|[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\ufe00-\ufe0f]/g;
/** Arabic vowel points, hamza and madda above and below, and the kashida (tatweel). */
const arabicMarks = /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g;

/**
 * Letters with several code points, each with the one that replaces the others. `fold_for_search` in the database has
 * the same pairs; a test compares the two.
 */
const oneLetter: [written: string, as: string][] = [
  // Arabic: the yeh, kaf, heh and alef of Urdu, Persian, Arabic and Sindhi, and the two sets of digits.
  ["ىيۍ", "ی"],
  ["كڪ", "ک"],
  ["هةۃھە", "ہ"],
  ["ٱ", "ا"],
  ["٠۰", "0"],
  ["١۱", "1"],
  ["٢۲", "2"],
  ["٣۳", "3"],
  ["٤۴", "4"],
  ["٥۵", "5"],
  ["٦۶", "6"],
  ["٧۷", "7"],
  ["٨۸", "8"],
  ["٩۹", "9"],
  // Gurmukhi: tippi is equivalent to bindi. Tamil: the length mark of au looks like a letter, and is typed as that
  // letter.
  ["\u0a70", "\u0a02"],
  ["\u0bd7", "\u0bb3"],
  ["\u0bb6", "\u0bb8"],
  // Odia: letters with equal sounds.
  ["\u0b5f", "\u0b2f"],
  ["\u0b35\u0b71", "\u0b2c"],
  ["\u0972", "\u090d"],
];

/** Replacements for letters that are several code points in one of their forms. */
const severalCodePoints: [written: string, as: string][] = [
  // Letters without a vowel: Malayalam chillus, Bengali khanda ta, the final n of Telugu and Kannada.
  ["\u0d7a", "\u0d23\u0d4d"],
  ["\u0d7b", "\u0d28\u0d4d"],
  ["\u0d7c", "\u0d30\u0d4d"],
  ["\u0d7d", "\u0d32\u0d4d"],
  ["\u0d7e", "\u0d33\u0d4d"],
  ["\u0d7f", "\u0d15\u0d4d"],
  ["\u0d54", "\u0d2e\u0d4d"],
  ["\u0d55", "\u0d2f\u0d4d"],
  ["\u0d56", "\u0d34\u0d4d"],
  ["\u0d4e", "\u0d30\u0d4d"],
  ["\u0d4d\u0d4d", "\u0d4d"],
  ["\u0d46\u0d57", "\u0d57"],
  ["\u09ce", "\u09a4\u09cd"],
  ["\u0c5d", "\u0c28\u0c4d"],
  ["\u0cdd", "\u0ca8\u0ccd"],
  // Gurmukhi: addak doubles the next letter; doubling is ignored.
  ["\u0a71", ""],
  // Vowels that are composed of a vowel and a vowel sign.
  ["\u0905\u093e", "\u0906"],
  ["\u0905\u0945", "\u090d"],
  ["\u0905\u0949", "\u0911"],
  ["\u0905\u094b", "\u0913"],
  ["\u0905\u094c", "\u0914"],
  ["\u0906\u0945", "\u0911"],
  ["\u0906\u0947", "\u0913"],
  ["\u0906\u0948", "\u0914"],
  ["\u090f\u0947", "\u0910"],
  ["\u0985\u09be", "\u0986"],
  ["\u0a85\u0abe", "\u0a86"],
];

const letters = new Map(oneLetter.flatMap(([written, as]) => Array.from(written, (letter) => [letter, as] as const)));
const anyLetter = new RegExp(`[${[...letters.keys()].join("")}]`, "g");
const plain = /^[ -_a-~]*$/;

/**
 * The form of titles and names for search: folded, and with one code point for each letter, however it was typed. For
 * search only: to tell books and people apart, use `foldText`, which preserves more.
 */
export function foldForSearch(text: string): string {
  if (plain.test(text)) return foldText(text);
  let folded = foldText(text.replace(invisible, "").replace(apostrophes, "'"));
  if (plain.test(folded)) return folded;
  folded = folded.replace(arabicMarks, "").replace(anyLetter, (letter) => letters.get(letter)!);
  for (const [written, as] of severalCodePoints) folded = folded.replaceAll(written, as);
  return folded.trim();
}
