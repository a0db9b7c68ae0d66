/** A letter about a book on a reader's wishlist, for readers who chose to get such letters. */
export interface WishLetter {
  kind: "wish-cheaper" | "wish-back";
  readerName: string;
  listName: string;
  book: { title: string; author: string; url: string; pricePaise: number };
  /** What the book cost when it was put on the list. */
  wishedAtPaise: number;
  /** Ends the letters about this list. */
  unsubscribeUrl: string;
}

const kinds: Record<WishLetter["kind"], true> = { "wish-cheaper": true, "wish-back": true };

/** Whether a letter is about a wish. */
export function isWishLetter(kind: string): kind is WishLetter["kind"] {
  return Object.hasOwn(kinds, kind);
}
