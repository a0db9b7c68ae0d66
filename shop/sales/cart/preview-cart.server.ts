import { requiredValue } from "#shop/kernel/text/required-value.ts";
import type { Db } from "#db/connect.ts";
import type { ShippingTerms } from "#shop/sales/pricing/delivery-rates.ts";
import type { PricedCart } from "#shop/sales/pricing/price-cart.ts";
import type { CodeProblem } from "#shop/sales/pricing/promotion-messages.ts";
import { priceLines } from "./price-lines.server.ts";

/** The price of an example cart that is not stored. */
export interface CartPreview extends Pick<
  PricedCart,
  "discounts" | "subtotalPaise" | "discountPaise" | "shippingPaise" | "totalPaise"
> {
  lines: {
    bookId: string;
    title: string;
    quantity: number;
    grossPaise: number;
    /** The discounts on the line, such as `Summer Reading Sale`. */
    discounts: { label: string; copies: number; amountPaise: number }[];
    totalPaise: number;
  }[];
  /** The highest fee and total while no PIN code is given; the other ones are then the lowest. Null if they are exact. */
  upTo: { shippingPaise: number; totalPaise: number } | null;
  /** Why the code gives no discount; null if it does, or none was given. */
  trouble: CodeProblem | null;
}

/**
 * Prices books with a code like a reader's cart, without storing anything. With an e-mail address, earlier uses of the
 * code by that address count too.
 */
export async function previewCart(
  db: Db,
  given: {
    /** With their current prices and weights. */
    books: { bookId: string; title: string; pricePaise: number; grams: number | null; copies: number }[];
    code: string | null;
    email: string | null;
    shipping: ShippingTerms;
    pin: string | null;
    now: Date;
  },
): Promise<CartPreview> {
  const copies = new Map<string, number>();
  for (const { bookId, copies: more } of given.books) copies.set(bookId, (copies.get(bookId) ?? 0) + more);
  const byId = new Map(given.books.map((book) => [book.bookId, book]));
  const lines = [...byId.values()].map(({ bookId, pricePaise, grams }) => {
    return { bookId, unitPricePaise: pricePaise, quantity: requiredValue(copies, bookId), grams };
  });
  const { books: _books, ...asked } = given;
  const { priced, dearest, trouble } = await priceLines(db, { ...asked, cartId: 0, lines });
  const { discounts, subtotalPaise, discountPaise, shippingPaise, totalPaise } = priced;
  return {
    discounts,
    subtotalPaise,
    discountPaise,
    shippingPaise,
    totalPaise,
    upTo: dearest && { shippingPaise: dearest.shippingPaise, totalPaise: dearest.totalPaise },
    trouble,
    lines: priced.lines.map(({ bookId, quantity, grossPaise, totalPaise, discounts }) => ({
      bookId,
      title: requiredValue(byId, bookId).title,
      quantity,
      grossPaise,
      totalPaise,
      discounts: discounts.map(({ label, copies, amountPaise }) => ({ label, copies, amountPaise })),
    })),
  };
}
