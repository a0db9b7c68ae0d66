import { foldText } from "#shop/kernel/text/fold-text.ts";

/** A suggestion to a reader who types: a book, an author, a series or a category. */
export interface Suggestion {
  kind: "book" | "author" | "series" | "category";
  /** A title or a name. */
  name: string;
  /** A book's authors, else its editors; empty for other kinds. */
  by: string;
  /** The key of a book's cover; null for other kinds. */
  coverKey: string | null;
  /** The price of a book in paise; null for other kinds. */
  pricePaise: number | null;
  /** The path of its page. */
  path: string;
}

/**
 * Path of the suggestions, with the query parameters `q` (the text) and `limit`. The server answers it without the
 * router, because the response does not depend on the reader.
 */
export const suggestionsPath = "/search/suggestions";
/** Upper bound on the suggestions of a request; wide screens show 10, phones 8. */
export const maxSuggestions = 10;
/** The maximum length of a text that gets suggestions, in characters. */
export const maxSuggestedLetters = 100;

/** A letter of these scripts counts as two Latin letters. */
const indianLetter =
  /\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Gujarati}|\p{Script=Oriya}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}/u;

/** The number of letters and digits in a text; letters of Indian scripts count twice. */
export function countWeightedLetters(text: string): number {
  const letters = foldText(text).match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.length + letters.filter((letter) => indianLetter.test(letter)).length;
}

/** Whether a typed text is long enough for suggestions: two letters or digits, or one of an Indian script. */
export function isSuggestible(text: string): boolean {
  return text.length <= maxSuggestedLetters && countWeightedLetters(text) > 1;
}
