import type { BookCard } from "#shop/catalogue/books/book.ts";
import type { Discount } from "#shop/sales/pricing/discount-line.ts";
import type { CodeProblem } from "#shop/sales/pricing/promotion-messages.ts";

/** The maximum number of copies of one book in a cart. */
export const maxQuantityPerLine = 20;
/** The maximum number of different books in a cart. */
export const maxLinesPerCart = 50;

export interface CartLine {
  book: BookCard;
  quantity: number;
  /** Before discounts. */
  lineTotalPaise: number;
  /** The maximum number of copies that the line can have now: the stock, up to 20; 0 if sold out. */
  maxQuantity: number;
  /** The ids of the bundles that copies of it belong to. */
  bundleIds: string[];
}

/** The cart as its page shows it; all money in paise. */
export interface Cart extends CartTotals {
  lines: CartLine[];
  /** The number of copies, shown on the badge. */
  count: number;
}

/** The sums of a cart, which may depend on the PIN code. */
export interface CartTotals {
  /** Before discounts. */
  subtotalPaise: number;
  discounts: Discount[];
  /** The saving compared with the MRPs of all copies, including discounts. */
  savedPaise: number;
  shippingPaise: number;
  totalPaise: number;
  /** The highest fee and total while the PIN code is unknown; those above are the lowest. Null if exact. */
  upTo: { shippingPaise: number; totalPaise: number } | null;
  /** The amount missing for free delivery; null if delivery is free already or is never free. */
  freeShippingShortPaise: number | null;
  /** The code in the cart, and why it gives no discount, or null. */
  code: { code: string; trouble: CodeProblem | null } | null;
}

/** The sums of a cart without its lines. */
export function totalsOf({ lines: _lines, count: _count, ...totals }: Cart): CartTotals {
  return totals;
}

/** The lines that the last change removed, for undo. */
export interface RemovedLine {
  /** In the order of the cart. */
  titles: string[];
  /** The index, among the present lines, at which the first removed line was. */
  place: number;
}
