/** The saving for paying online, where an order could be paid on delivery instead. */
import { percentOf } from "#shop/kernel/money/money.ts";
import type { PricedCart } from "./price-cart.ts";
import { shareSum } from "./share-sum.ts";

/** A sum, or a percentage of the books after discounts up to `mostPaise`, which is null for no limit. */
export type OnlineSaving = { paise: number } | { percent: number; mostPaise: number | null };

/** The saving as a discount of an order. */
export const onlineDiscount = { kind: "online", source: "paying-online", label: "Saving for paying online" } as const;

/** The books of an order cost at least this much after the saving, because payment providers take no less. */
const leastPaise = 1_00;

/** The saving on books that cost `goodsPaise` after discounts, in paise. */
export function computeOnlineSaving(saving: OnlineSaving | null, goodsPaise: number): number {
  if (!saving) return 0;
  const wanted =
    "paise" in saving ? saving.paise : Math.min(percentOf(goodsPaise, saving.percent), saving.mostPaise ?? Infinity);
  return Math.max(0, Math.min(wanted, goodsPaise - leastPaise));
}

/** Takes the saving off a priced cart that is paid online. */
export function takeOnlineSaving(priced: PricedCart, saving: OnlineSaving | null): PricedCart {
  const amountPaise = computeOnlineSaving(saving, priced.totalPaise - priced.shippingPaise);
  if (amountPaise === 0) return priced;
  const parts = shareSum(
    amountPaise,
    priced.lines.map(({ totalPaise }) => totalPaise),
  );
  const lines = priced.lines.map((line, place) => {
    const part = parts[place] ?? 0;
    if (part === 0) return line;
    return {
      ...line,
      discounts: [...line.discounts, { ...onlineDiscount, amountPaise: part, copies: 0 }],
      discountPaise: line.discountPaise + part,
      totalPaise: line.totalPaise - part,
    };
  });
  return {
    ...priced,
    lines,
    discounts: [...priced.discounts, { ...onlineDiscount, amountPaise }],
    discountPaise: priced.discountPaise + amountPaise,
    totalPaise: priced.totalPaise - amountPaise,
  };
}
