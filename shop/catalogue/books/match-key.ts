import { foldText } from "#shop/kernel/text/fold-text.ts";

const maxRemembered = 20_000;
const remembered = new Map<string, string>();

/** The key by which names are compared: without case, accents, dots and double spaces. */
export function nameKey(name: string): string {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  if (remembered.size >= maxRemembered) remembered.clear();
  const key = foldText(name.replaceAll(".", " "));
  remembered.set(name, key);
  return key;
}

/**
 * The key by which editions are matched to a work: the title without a leading article and punctuation, and the first
 * author; null without an author.
 */
export function matchKey(title: string, firstAuthorId: string | undefined): string | null {
  const key = foldText(title)
    .replace(/^(the|an?) /, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
  return firstAuthorId && key ? `${key}|${firstAuthorId}` : null;
}
