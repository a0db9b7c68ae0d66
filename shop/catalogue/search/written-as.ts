import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";

/** A text in search form as it is written in one of some titles or names, with their capitals and marks; the text itself if in none. */
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
