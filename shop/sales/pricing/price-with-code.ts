import type { AnnouncedCode } from "./announced-code.ts";
import { priceCart, type ShippingRule } from "./price-cart.ts";

/**
 * The price of one copy of a book with an announced code, in paise, as the cart computes it. Null unless that price is
 * true for every reader and a single copy: not if the code has a minimum order, takes off a sum or is limited, if it
 * does not lower the price, or if delivery costs more with it.
 */
export function priceWithCode(
  { openRule: promotion }: AnnouncedCode,
  { id: bookId, pricePaise: unitPricePaise }: { id: string; pricePaise: number },
  shipping: ShippingRule,
): number | null {
  if (!promotion || promotion.percentOff === null) return null;
  const copy = {
    lines: [{ bookId, unitPricePaise, quantity: 1 }],
    bundles: [],
    promotedIds: new Set([bookId]),
    shipping,
  };
  const plain = priceCart({ ...copy, promotion: null });
  const priced = priceCart({ ...copy, promotion });
  const isTrue = priced.discountPaise > 0 && priced.shippingPaise === plain.shippingPaise;
  return isTrue ? priced.subtotalPaise - priced.discountPaise : null;
}
