/** Titles in capitals, as tills print them: left out where the shop has a title, or written with small letters. */
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

/** A title in capitals with small letters, such as "The Lord of the Rings: Part II"; other values as they are. */
export function lowerCapitals(field: string, value: FieldValue): FieldValue {
  if (!isTitle(field) || typeof value !== "string" || !isInCapitals(value)) return value;
  let isFirst = true;
  return value.replaceAll(/[\p{L}\p{M}\p{N}.’']+|\s-\s|[^\p{L}\p{M}\p{N}.’'\s]/gu, (word) => {
    const lower = word.toLowerCase();
    const isSmall = !isFirst && smallWords.has(lower);
    // The first word after a colon or a dash begins another title, also behind an opening quote.
    isFirst = /^(?:[:–—(?!]|\s-\s)$/.test(word) || (isFirst && !/[\p{L}\p{N}]/u.test(word));
    if (isSmall || /^\p{N}+(?:st|nd|rd|th|s)$/u.test(lower)) return lower;
    // Roman numerals and initials keep their capitals.
    if (/^[IVX]{2,}$|^(?:\p{L}\.)+\p{L}?\.?$/u.test(word)) return word;
    return lower.replace(/\p{L}/u, (letter) => letter.toUpperCase());
  });
}
