import { foldText } from "#shop/text/fold-text.ts";

/** Names are compared without case, accents, dots and double spaces. */
export function nameKey(name: string): string {
  return foldText(name.replaceAll(".", " "));
}

/** Title without a leading article and marks, and the first author: the same for editions of one work; null without author. */
export function matchKey(title: string, firstAuthorId: string | undefined): string | null {
  const key = foldText(title)
    .replace(/^(the|an?) /, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
  return firstAuthorId && key ? `${key}|${firstAuthorId}` : null;
}
