import type { BookCard } from "#shop/catalogue/books/book.ts";

export const maxLists = 20;
/** Books on all lists of a reader together. */
export const maxWishes = 300;
/** Books that a guest's device stores. */
export const maxGuestWishes = 100;
/** The name of a reader's first list until it is renamed. */
export const firstListName = "My wishlist";

/** A list as the navigation of lists shows it. */
export interface WishlistName {
  id: number;
  name: string;
  count: number;
}

/** A list as its own reader sees it: it does not show which books friends will give. */
export interface Wishlist extends WishlistName {
  /** The last part of the shared link; null without one. */
  secret: string | null;
  tellsCheaper: boolean;
  tellsBack: boolean;
}

/** A book on a reader's list. */
export interface Wish {
  book: BookCard;
  note: string;
  /** The price when the book was put on the list. */
  pricePaise: number;
}

/** A book on a friend's list. */
export interface SharedWish {
  book: BookCard;
  note: string;
  /** Who will give this book, as this visitor may know it; always `nobody` for the list's own reader. */
  gift: "nobody" | "you" | "somebody";
}

/** By how much the price has fallen since the book was put on the list, in paise; negative if it rose. */
export function cheaperBy({ book, pricePaise }: Wish): number {
  return pricePaise - book.pricePaise;
}

/** A reader's first name, for friends who see the list. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}
