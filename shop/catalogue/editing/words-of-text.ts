import { escapeLike, sql, type SQL } from "#db/sql.ts";
import { listCodeVariants } from "#shop/catalogue/books/item-codes.ts";
import { toSlug } from "#shop/catalogue/books/slug.ts";
import { readTypedIsbn } from "#shop/catalogue/search/read-isbn.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";

/** The maximum number of words of a text; further words are ignored. */
const maxWords = 8;

/** The folded words of a text, without a leading article, which the `words` of listings omit too. */
export function wordsOf(text: string): string[] {
  const folded = foldForSearch(text).replace(/^(the|an?) (?=.)/, "");
  return folded
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, maxWords);
}

/** Whether all words have one or two letters, too short for the trigram index. */
export function isBeginning(words: string[]): boolean {
  return words.every((word) => word.length < 3);
}

/** `like` patterns for titles with these words; words of one or two letters match the beginning of a title only. */
export function inTitle(words: string[]): string[] {
  return isBeginning(words) ? [`${escapeLike(words.join(" "))}%`] : words.map(patternOf);
}

/**
 * SQL condition for rows `r` of `desk_books` that match a text by ISBN, by title, item code or id, or by title and
 * people as in the readers' search; true for an empty text.
 */
export function worded(text: string): SQL {
  if (text === "") return sql`true`;
  const isbn13 = readTypedIsbn(text)?.isbn13;
  if (isbn13) return sql`exists (select from books where id = r.book_id and isbn13 = ${isbn13})`;
  const words = wordsOf(text);
  return sql`(${words.length === 0}::boolean or r.book_id = ${toSlug(text)}
    or exists (select from books where id = r.book_id and record_reference = any(${listCodeVariants(text.trim())}::text[]))
    or exists (select from works w where w.id = r.work_id and w.search_text like all(${inTitle(words)}::text[]))
    or exists (select from listings where work_id = r.work_id and ${matchesWords(words)}))`;
}

/**
 * SQL condition on the column `words` of the search list. If no word has three letters, a trigram index cannot be used,
 * so only the beginning of the title is compared.
 */
export function matchesWords(asked: string[]): SQL {
  return isBeginning(asked) ? beginsWith(asked) : hasWords(asked);
}

/** Prefix match on titles: `words` contains a space and then the title without its article. */
export function beginsWith(asked: string[]): SQL {
  return sql`left(words, 60) like ${` ${escapeLike(asked.join(" ").slice(0, 50))}%`}`;
}

/**
 * SQL condition for rows whose column `words` contains each of these words; the three longest can use the trigram
 * index.
 */
function hasWords(asked: string[]): SQL {
  const [first = "%", second = "%", third = "%"] = asked
    .toSorted((a, b) => b.length - a.length)
    .filter((word) => word.length >= 3)
    .map(patternOf);
  // PostgreSQL does not use an index for `like all (array)`, so the longest words are also compared one by one.
  return sql`words like ${first} and words like ${second} and words like ${third}
    and words like all(${asked.map(patternOf)}::text[])`;
}

function patternOf(word: string): string {
  return `%${escapeLike(word)}%`;
}
