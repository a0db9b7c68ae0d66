import { firstSentence } from "#app/display/first-sentence.ts";
import type { BestReview } from "#shop/people/reviews/review.ts";

/** Maximum length of a caption, in characters. */
const maxLength = 120;

/** One whole sentence from a review. */
export interface ReaderSentence {
  words: string;
  /** Name under which the reader published the review. */
  name: string;
}

/** Picks for each book the first sentence of its best review whose first sentence is short enough. */
export function readerSentences(reviews: BestReview[]): Record<string, ReaderSentence> {
  const sentences: Record<string, ReaderSentence> = {};
  for (const { bookId, body, name } of reviews) {
    const words = firstSentence(body);
    if (words.length <= maxLength) sentences[bookId] ??= { words, name };
  }
  return sentences;
}
