import { foldText } from "#shop/kernel/text/fold-text.ts";

const maxLength = 80;

/** What stands for signs that are no letters of ASCII. */
const written: Record<string, string> = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe", "&": " and " };

/** A name as part of an address, such as `a-fine-balance`; empty when nothing in it is Latin. */
export function slugOf(text: string): string {
  return foldText(text)
    .replaceAll(/[ßøłđæœ&]/g, (sign) => written[sign]!)
    .replaceAll(/['".]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, "");
}

/** An id made of a name that is none of those that are taken; `fallback` stands for a name without Latin letters. */
export function freeSlug(name: string, fallback: string, taken: string[]): string {
  const base = slugOf(name) || fallback;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(id)) return id;
  }
}
