import { foldText } from "#shop/kernel/text/fold-text.ts";

const maxLength = 80;

/** Replacements for characters that decomposition does not turn into ASCII. */
const written: Record<string, string> = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe", "&": " and " };

/** Converts a name to a slug, such as `a-fine-balance`; empty if the name has no Latin letters or digits. */
export function toSlug(text: string): string {
  return foldText(text)
    .replaceAll(/[ßøłđæœ&]/g, (sign) => written[sign] ?? "")
    .replaceAll(/['".]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, "");
}

/**
 * A slug of the name that is not in `taken`, numbered if necessary; `fallback` replaces a name without Latin letters.
 */
export function findFreeSlug(name: string, fallback: string, taken: string[]): string {
  const base = toSlug(name) || fallback;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(id)) return id;
  }
}
