import type { ShippingRule } from "#shop/sales/pricing/price-cart.ts";

/** The delivery fee of an order that is collected at the shop. */
export const noDeliveryFee: ShippingRule = { shippingFeePaise: 0, freeShippingFromPaise: null };

/** Whether the bill of an order that is collected must have an address: from ₹50,000 on (CGST Rules, rule 46). */
export function needsAddress(totalPaise: number): boolean {
  return totalPaise >= 50_000_00;
}
