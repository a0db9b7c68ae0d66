import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";

/**
 * Finds a text in search form in titles or names, and returns it with their capitals and punctuation; the text itself
 * if none contains it.
 */
export function writtenAs(text: string, titlesAndNames: string[]): string {
  for (const written of titlesAndNames) {
    const words = written.split(/\s+/);
    for (let from = 0; from < words.length; from += 1)
      for (let to = from + 1; to <= words.length; to += 1) {
        const part = words.slice(from, to).join(" ");
        if (formOf(part) === text) return part.replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}.+#!?]+$/gu, "");
      }
  }
  return text;
}

function formOf(text: string): string {
  return foldForSearch(text)
    .replaceAll("'", "")
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, " ")
    .trim();
}
