import type { PercentRule } from "#shop/sales/pricing/discount-line.ts";

/** The code that the demonstration announces, in the form that pricing uses. */
export const summer20: PercentRule = {
  code: "SUMMER20",
  label: "Summer Reading Sale",
  percentOff: 20,
  paiseOff: null,
  minOrderPaise: null,
  appliesTo: "best-sellers",
  targets: [],
};
