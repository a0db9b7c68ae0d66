/** What delivery costs: a flat fee, waived from a subtotal on. */
export interface ShippingRule {
  shippingFeePaise: number;
  freeShippingFromPaise: number | null;
}

/** A number of copies at a price each. */
export interface PricedCopies {
  pricePaise: number;
  quantity: number;
}

/** The sums of a cart or an order, in paise. */
export interface Totals {
  subtotalPaise: number;
  shippingPaise: number;
  totalPaise: number;
}

/** Adds up copies and delivery; the cart page, the order and the letters all ask here. */
export function addUp(lines: PricedCopies[], rule: ShippingRule): Totals {
  const subtotalPaise = lines.reduce((sum, line) => sum + line.pricePaise * line.quantity, 0);
  const isFree =
    lines.length === 0 || (rule.freeShippingFromPaise !== null && subtotalPaise >= rule.freeShippingFromPaise);
  const shippingPaise = isFree ? 0 : rule.shippingFeePaise;
  return { subtotalPaise, shippingPaise, totalPaise: subtotalPaise + shippingPaise };
}
