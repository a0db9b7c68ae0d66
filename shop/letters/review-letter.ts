/** A letter about reviews that readers write. */
export type ReviewLetter =
  /** To its writer: the bookseller has hidden it, and why. */
  | ({ kind: "review-hidden"; reason: string } & AboutReview)
  /** It is shown again. */
  | ({ kind: "review-shown" } & AboutReview)
  /** To the bookseller: what a reader wrote after an earlier review was hidden. */
  | {
      kind: "review-for-shop";
      /** What the review is called on the command line, such as `7.2`. */
      number: string;
      book: string;
      name: string;
      rating: number;
      /** May be empty. */
      title: string;
      /** May have several lines. */
      body: string;
      /** The book's page. */
      url: string;
    }
  /** Asks what a reader thought of the books of an order; for readers who said yes to that. */
  | {
      kind: "review-ask";
      readerName: string;
      books: { title: string; author: string; url: string }[];
      /** Where readers take their yes back without signing in; mail programs post to it too. */
      unsubscribeUrl: string;
    };

interface AboutReview {
  readerName: string;
  /** The book's. */
  title: string;
  /** Where the reader changes or withdraws the review. */
  url: string;
  /** What the shop asks of reviews. */
  rulesUrl: string;
}

const kinds: Record<ReviewLetter["kind"], true> = {
  "review-hidden": true,
  "review-shown": true,
  "review-for-shop": true,
  "review-ask": true,
};

/** Whether a letter is about reviews. */
export function isReviewLetter(kind: string): kind is ReviewLetter["kind"] {
  return Object.hasOwn(kinds, kind);
}
