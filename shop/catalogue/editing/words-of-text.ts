import { sql, type SQL } from "#db/sql.ts";
import { slugOf } from "#shop/catalogue/books/slug.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";

/** More words of a text are passed over. */
const maxWords = 8;

/** The words of a text as they are compared, without the article that no title of the list begins with. */
export function wordsOf(text: string): string[] {
  const folded = foldForSearch(text).replace(/^(the|an?) (?=.)/, "");
  return folded
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, maxWords);
}

/** Words of one or two letters alone. */
export function isBeginning(words: string[]): boolean {
  return words.every((word) => word.length < 3);
}

/** Patterns of a title that has these words. */
export function inTitle(words: string[]): string[] {
  return isBeginning(words) ? [`${escaped(words.join(" "))}%`] : words.map(patternOf);
}

/** Editions `l` that a text finds by the title of their work or by their address; all of them without a text. */
export function titled(text: string): SQL {
  const words = wordsOf(text);
  return sql`(${words.length === 0}::boolean or l.id = ${slugOf(text)} or exists (
    select from works w where w.id = l.work_id and w.search_text like all(${inTitle(words)}::text[])))`;
}

/** Words `words` of a list that have each of these: its index of three letters is asked for the three longest of them. */
export function hasWords(asked: string[]): SQL {
  const [first = "%", second = "%", third = "%"] = asked
    .toSorted((a, b) => b.length - a.length)
    .filter((word) => word.length >= 3)
    .map(patternOf);
  // An index is not asked by a list all of which must fit.
  return sql`words like ${first} and words like ${second} and words like ${third}
    and words like all(${asked.map(patternOf)}::text[])`;
}

function patternOf(word: string): string {
  return `%${escaped(word)}%`;
}

/** A text in which no sign stands for others in a pattern. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
