import { foldText } from "#shop/kernel/text/fold-text.ts";
import { detectScript } from "#shop/kernel/text/detect-script.ts";

/** Title and author, by which books are compared in addition to their numbers; absent if unknown. */
export interface NamedBook {
  title?: string | undefined;
  /** The first contributor. */
  author?: string | undefined;
}

/** Words that are too frequent in titles to identify a book. */
const commonWords = new Set(
  "the and for with from into book books vol volume part edition class story stories novel dr mr mrs sri shri prof".split(
    " ",
  ),
);

/**
 * Whether two descriptions may be of the same book: their titles or first authors share a word, or both cannot be
 * compared because they are missing or in different scripts. A common beginning of a word is enough, since tills
 * shorten titles and names have many spellings.
 */
export function canBeSameBook(one: NamedBook, another: NamedBook): boolean {
  const title = compare(one.title, another.title);
  const author = compare(one.author, another.author);
  return title === "alike" || author === "alike" || (title === "unknown" && author === "unknown");
}

function compare(one: string | undefined, another: string | undefined): "alike" | "different" | "unknown" {
  if (!one?.trim() || !another?.trim()) return "unknown";
  const scripts = [detectScript(one), detectScript(another)];
  if (scripts[0] !== scripts[1] && !scripts.includes(null)) return "unknown";
  // Digits cannot be compared with words, as in `4711` and `ITEM 4711`, or `1984` and `Nineteen Eighty-Four`.
  if (/\p{L}/u.test(one) !== /\p{L}/u.test(another)) return "unknown";
  const [mine, theirs] = [wordsOf(one), wordsOf(another)];
  if (mine.length === 0 || theirs.length === 0) return "unknown";
  const [joined, others] = [mine.join(""), theirs.join("")];
  if (joined.includes(others) || others.includes(joined)) return "alike";
  return mine.some((word) => theirs.some((other) => areAlike(word, other))) ? "alike" : "different";
}

/** The significant words; all words if none is significant. */
function wordsOf(text: string): string[] {
  const words = foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  const telling = words.filter((word) => word.length > 2 && !commonWords.has(word));
  return telling.length > 0 ? telling : words;
}

function areAlike(word: string, other: string): boolean {
  if (word === other) return true;
  const shorter = Math.min(word.length, other.length);
  return shorter >= 3 && word.slice(0, Math.min(shorter, 4)) === other.slice(0, Math.min(shorter, 4));
}

/** Why a row with this ISBN is rejected: another book in the shop has the ISBN. */
export function describeOtherBook(isbn13: string, { title, author }: NamedBook): string {
  const named = `“${title}”${author ? ` by ${author}` : ""}`;
  return `ISBN ${isbn13} belongs to ${named} in the shop, and another book cannot have it. If this is another book, leave its ISBN out and give it a key of its own. If it is the same book, choose to take the title from the file.`;
}
