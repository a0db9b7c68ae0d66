import type { ShippingRule } from "#shop/sales/pricing/price-cart.ts";

/** The delivery fee of an order that is collected at the shop. */
export const noDeliveryFee: ShippingRule = { shippingFeePaise: 0, freeShippingFromPaise: null };

/**
 * Whether an order that is collected needs an address: from ₹50,000 on, as a bill of taxed goods does (CGST Rules, rule 46(e)).
 * Rule 49 does not ask this for exempt books, but the cart does not know the tax.
 */
export function needsAddress(totalPaise: number): boolean {
  return totalPaise >= 50_000_00;
}
