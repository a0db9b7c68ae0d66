import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import type { BundleRule } from "#shop/sales/pricing/discount-line.ts";
import { priceCart, type ShippingRule } from "#shop/sales/pricing/price-cart.ts";

/** Price of all books of a series together, and the sum of their MRPs, in paise. */
export interface TogetherPrices {
  pricePaise: number;
  mrpPaise: number;
}

/** Maximum number of books that are sold together; longer series are sold one by one. */
const maxTogether = 12;

/** Whether a shelf contains the whole series and every book is in stock. */
export function canBuyWholeSeries({ books, total, before, after, isAsked }: LoadedShelf): boolean {
  const isWhole = before === null && after === null && books.length === total.count && !isAsked;
  if (!isWhole || books.length < 2 || books.length > maxTogether) return false;
  return books.every(({ stock }) => stock.state !== "sold-out");
}

/** Prices one copy of each book as the cart does, so bundle discounts apply. */
export function sumUp(books: BookCard[], bundles: BundleRule[], shipping: ShippingRule): TogetherPrices {
  const lines = books.map(({ id, pricePaise }) => ({ bookId: id, unitPricePaise: pricePaise, quantity: 1 }));
  const priced = priceCart({ lines, bundles, promotion: null, promotedIds: new Set(), shipping });
  return {
    pricePaise: priced.subtotalPaise - priced.discountPaise,
    mrpPaise: books.reduce((sum, book) => sum + book.mrpPaise, 0),
  };
}
