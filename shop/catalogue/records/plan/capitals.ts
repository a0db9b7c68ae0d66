/** Capitals, as tills print them: the shop's titles are kept, and titles and names can get small letters. */
import type { Entity } from "#shop/catalogue/records/entity.ts";
import type { FieldValue } from "#shop/catalogue/fields/field-values.ts";

const isTitle = (field: string) => field === "title" || field === "subtitle";

/** Whether a file would replace a title in normal case by one in capitals. */
export function replacesByCapitals({ before }: Entity, field: string, value: FieldValue | undefined): boolean {
  const is = before?.[field];
  return isTitle(field) && typeof is === "string" && isInCapitals(value) && !isInCapitals(is);
}

/** Whether all letters with case are capitals, and there are several. */
export function isInCapitals(value: FieldValue | undefined): boolean {
  return typeof value === "string" && value === value.toUpperCase() && value !== value.toLowerCase();
}

/** Words that begin with a small letter within a title. */
const smallWords = new Set("a an and as at but by for from in into nor of on or the to vs with".split(" "));

/** Short forms with vowels, which would otherwise look like words. Those without vowels keep their capitals anyway. */
const shortForms = new Set(
  "ncert cbse icse upsc neet jee iit aiims ias ips ugc nasa isro unesco usa uk ussr ai isbn nda mba bba bca mca iim gre gmat ielts toefl rbi sbi lic ibps ceo diy faq dna aids hiv ufo oup ebc".split(
    " ",
  ),
);
const shortTitles = new Set("dr mr mrs ms st jr sr shri smt nth".split(" "));

/** A title in capitals with small letters, such as "The Lord of the Rings: Part II"; other values as they are. */
export function lowerCapitals(field: string, value: FieldValue): FieldValue {
  return isTitle(field) && typeof value === "string" ? lowerTitle(value) : value;
}

/** A text in capitals as a title with small letters; other texts as they are. */
export function lowerTitle(text: string): string {
  if (!isInCapitals(text)) return text;
  let isFirst = true;
  return text.replaceAll(/[\p{L}\p{M}\p{N}.’']+|\s-\s|[^\p{L}\p{M}\p{N}.’'\s]/gu, (word) => {
    const lower = word.toLowerCase();
    const isSmall = !isFirst && smallWords.has(lower);
    // The first word after a colon or a dash begins another title, also behind an opening quote.
    isFirst = /^(?:[:–—(?!]|\s-\s)$/.test(word) || (isFirst && !/[\p{L}\p{N}]/u.test(word));
    if (isSmall || /^\p{N}+(?:st|nd|rd|th|s)$/u.test(lower)) return lower;
    return lowerWord(word);
  });
}

/** The name of a person in capitals with small letters, such as "R. K. Narayan"; other names as they are. */
export function lowerName(name: string): string {
  if (!isInCapitals(name)) return name;
  return name.replaceAll(/[\p{L}\p{M}\p{N}.’']+/gu, (word) =>
    lowerWord(word).replace(
      /^(Mc|O[’'])(\p{L})/u,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    ),
  );
}

/** A word with a capital at its beginning. Roman numerals, initials and short forms keep their capitals. */
function lowerWord(word: string): string {
  const lower = word.toLowerCase();
  const isShort = shortForms.has(lower) || (/^[b-df-hj-np-tv-xz]{2,}$/.test(lower) && !shortTitles.has(lower));
  if (isShort || /^[IVX]{2,}$|^(?:\p{L}\.)+\p{L}?\.?$/u.test(word)) return word;
  return lower.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}
