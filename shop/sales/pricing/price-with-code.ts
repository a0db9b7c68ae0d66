import type { AnnouncedCode } from "./announced-code.ts";
import { shippingRules, type ShippingTerms } from "./delivery-rates.ts";
import { priceCart, type ShippingRule } from "./price-cart.ts";

/** The weight that prices are compared at; whether delivery is free does not depend on it. */
const anyGrams = 500;

/**
 * The price of one copy of a book with an announced code, in paise, as the cart computes it. Null unless that price is
 * true for every reader and a single copy: not if the code has a minimum order, takes off a sum or is limited, if it
 * does not lower the price, or if delivery costs more with it, in any zone.
 */
export function priceWithCode(
  code: AnnouncedCode,
  book: { id: string; pricePaise: number },
  shipping: ShippingTerms,
): number | null {
  const [price = null, ...others] = shippingRules(shipping, { grams: anyGrams, pin: null }).map((rule) =>
    priceUnder(rule, code, book),
  );
  return others.every((other) => other === price) ? price : null;
}

function priceUnder(
  shipping: ShippingRule,
  { openRule: promotion }: AnnouncedCode,
  { id: bookId, pricePaise: unitPricePaise }: { id: string; pricePaise: number },
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
