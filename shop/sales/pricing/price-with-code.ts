import type { AnnouncedCode } from "./announced-code.ts";
import { priceCart, type ShippingRule } from "./price-cart.ts";

/**
 * What one copy of a book that an announced code is for costs with it, in paise, as the cart would price it. Null where that is
 * not so for every reader and for one copy alone: the code asks for a larger order, takes off a sum, or is not for all; the copy
 * costs no less with it, or its delivery more.
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
