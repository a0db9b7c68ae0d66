import type { BookCard } from "#shop/catalogue/books/book.ts";

/** How many lists a reader may keep. */
export const maxLists = 20;
/** How many books a reader may wish for, on all lists together. */
export const maxWishes = 300;
/** How many a guest's device keeps. */
export const maxGuestWishes = 100;
/** What the first list of a reader is called, until they call it something else. */
export const firstListName = "My wishlist";

/** A list as the row of lists shows it. */
export interface WishlistName {
  id: number;
  name: string;
  count: number;
}

/** A list as its reader sees it. Nothing here tells what friends are getting. */
export interface Wishlist extends WishlistName {
  /** The last part of the link for friends; null while there is none. */
  secret: string | null;
  tellsCheaper: boolean;
  tellsBack: boolean;
}

/** A book on a reader's list. */
export interface Wish {
  book: BookCard;
  note: string;
  /** What it cost when it was put on the list. */
  pricePaise: number;
}

/** A book on a friend's list. */
export interface SharedWish {
  book: BookCard;
  note: string;
  /** Who is getting it, as this visitor may know; always `nobody` for the list's own reader. */
  gift: "nobody" | "you" | "somebody";
}

/** How much cheaper a book is than when it was put on the list, in paise; negative when it costs more. */
export function cheaperBy({ book, pricePaise }: Wish): number {
  return pricePaise - book.pricePaise;
}

/** The first of a reader's names, for a list that friends see. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}
