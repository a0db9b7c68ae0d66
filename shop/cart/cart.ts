import type { BookCard } from "#shop/catalogue/book.ts";

/** At most this many copies of one book in a cart. */
export const maxQuantityPerLine = 20;
/** At most this many different books in a cart. */
export const maxLinesPerCart = 50;

/** One book in the cart. */
export interface CartLine {
  book: BookCard;
  quantity: number;
  lineTotalPaise: number;
  /** Most copies this line may hold now: stock, at most 20; 0 when sold out. */
  maxQuantity: number;
}

/** The cart as its page shows it; all money in paise. */
export interface Cart {
  lines: CartLine[];
  /** Total quantity, shown on the badge. */
  count: number;
  subtotalPaise: number;
  shippingPaise: number;
  totalPaise: number;
}
