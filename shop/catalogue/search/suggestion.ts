import { foldText } from "#shop/kernel/text/fold-text.ts";

/** What is offered to a reader who types: a book with its people, an author, a series or a category. */
export interface Suggestion {
  kind: "book" | "author" | "series" | "category";
  /** A title or a name. */
  name: string;
  /** A book's authors, else its editors, by name; empty for anything else. */
  by: string;
  /** Names a book's cover; null for anything else. */
  coverKey: string | null;
  /** Where it leads, in the shop. */
  path: string;
}

/** Where the shop answers what it suggests for `q`, at most `limit`; beside the router, as it is the same for everybody. */
export const suggestionsPath = "/search/suggestions";
/** The most a desk shows, and the most that is ever asked for; a phone shows 8. */
export const maxSuggestions = 10;
/** Longer texts are no beginnings of anything. */
export const maxSuggestedLetters = 100;

/** A letter of these says as much as two of the Latin alphabet. */
const indianLetter =
  /\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Gujarati}|\p{Script=Oriya}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}/u;

/** How many letters and digits a text has, one of an Indian script counted twice. */
export function weighLetters(text: string): number {
  const letters = foldText(text).match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.length + letters.filter((letter) => indianLetter.test(letter)).length;
}

/** Whether what is typed is enough to suggest something: two letters or digits, or one of an Indian script. */
export function isSuggestible(text: string): boolean {
  return text.length <= maxSuggestedLetters && weighLetters(text) > 1;
}
