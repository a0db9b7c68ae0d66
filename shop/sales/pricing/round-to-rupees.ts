import type { PricedCart } from "./price-cart.ts";

/**
 * Lowers the total of a priced cart to whole rupees, which carriers can collect, by a discount of less than a rupee on
 * its dearest line.
 */
export function roundToRupees(priced: PricedCart): PricedCart {
  const amountPaise = priced.totalPaise % 100;
  const dearest = priced.lines.toSorted((a, b) => b.totalPaise - a.totalPaise)[0];
  if (amountPaise === 0 || !dearest || dearest.totalPaise <= amountPaise) return priced;
  const rounding = { kind: "rounding", source: "whole-rupees", label: "Rounded to whole rupees", amountPaise } as const;
  const lines = priced.lines.map((line) =>
    line !== dearest
      ? line
      : {
          ...line,
          discounts: [...line.discounts, { ...rounding, copies: 0 }],
          discountPaise: line.discountPaise + amountPaise,
          totalPaise: line.totalPaise - amountPaise,
        },
  );
  return {
    ...priced,
    lines,
    discounts: [...priced.discounts, rounding],
    discountPaise: priced.discountPaise + amountPaise,
    totalPaise: priced.totalPaise - amountPaise,
  };
}
