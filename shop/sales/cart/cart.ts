import type { BookCard } from "#shop/catalogue/books/book.ts";
import type { Discount } from "#shop/sales/pricing/discount-line.ts";
import type { CodeTrouble } from "#shop/sales/pricing/promotion-messages.ts";

/** At most this many copies of one book in a cart. */
export const maxQuantityPerLine = 20;
/** At most this many different books in a cart. */
export const maxLinesPerCart = 50;

/** One book in the cart. */
export interface CartLine {
  book: BookCard;
  quantity: number;
  /** Before discounts. */
  lineTotalPaise: number;
  /** Most copies this line may hold now: stock, at most 20; 0 when sold out. */
  maxQuantity: number;
}

/** The cart as its page shows it; all money in paise. */
export interface Cart {
  lines: CartLine[];
  /** Total quantity, shown on the badge. */
  count: number;
  /** Before discounts. */
  subtotalPaise: number;
  discounts: Discount[];
  /** What the reader saves against the MRPs of all copies, with the discounts. */
  savedPaise: number;
  shippingPaise: number;
  totalPaise: number;
  /** How much more makes delivery free; null when it is free, or never is. */
  freeShippingShortPaise: number | null;
  /** The code in the cart, and why it takes nothing off, if so. */
  code: { code: string; trouble: CodeTrouble | null } | null;
}

/** What the last change took out of the cart, so that it can be put back. */
export interface TakenOut {
  /** In the order in which they stood. */
  titles: string[];
  /** Before which of the lines there are now the first of them stood. */
  place: number;
}
