import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import type { BundleRule } from "#shop/sales/pricing/discount-line.ts";
import { priceCart, type ShippingRule } from "#shop/sales/pricing/price-cart.ts";

/** What the books of a series cost when they are bought at once, and what is printed on them; in paise. */
export interface TogetherPrices {
  pricePaise: number;
  mrpPaise: number;
}

/** So many books are bought at once; a longer series is bought one by one. */
const maxTogether = 12;

/** Whether a shelf has a whole series on it, of which every book can be had. */
export function canBeBoughtWhole({ books, total, before, after, isAsked }: LoadedShelf): boolean {
  const isWhole = before === null && after === null && books.length === total.count && !isAsked;
  if (!isWhole || books.length < 2 || books.length > maxTogether) return false;
  return books.every(({ stock }) => stock.state !== "sold-out");
}

/** One copy of each, as the cart prices them: where they make a bundle, that is less than one by one. */
export function sumUp(books: BookCard[], bundles: BundleRule[], shipping: ShippingRule): TogetherPrices {
  const lines = books.map(({ id, pricePaise }) => ({ bookId: id, unitPricePaise: pricePaise, quantity: 1 }));
  const priced = priceCart({ lines, bundles, promotion: null, promotedIds: new Set(), shipping });
  return {
    pricePaise: priced.subtotalPaise - priced.discountPaise,
    mrpPaise: books.reduce((sum, book) => sum + book.mrpPaise, 0),
  };
}
