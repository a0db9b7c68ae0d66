import { firstSentence } from "#app/display/first-sentence.ts";
import type { BestReview } from "#shop/people/reviews/review.ts";

/** Longer ones are no caption. */
const maxLength = 120;

/** What a reader said of a book, in one whole sentence. */
export interface ReaderSentence {
  words: string;
  /** Of the reader, as they want to be called. */
  name: string;
  isSample: boolean;
}

/** By book, the first sentence of its best review that begins with a short one. */
export function readerSentences(reviews: BestReview[]): Record<string, ReaderSentence> {
  const sentences: Record<string, ReaderSentence> = {};
  for (const { bookId, body, name, isSample } of reviews) {
    const words = firstSentence(body);
    if (words.length <= maxLength) sentences[bookId] ??= { words, name, isSample };
  }
  return sentences;
}
