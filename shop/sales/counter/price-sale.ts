/** Prices a sale at the counter: discounts of lines and of the whole sale, and the rounding to whole rupees. */
import { percentOf } from "#shop/kernel/money/money.ts";
import { shareSum } from "#shop/sales/pricing/share-sum.ts";

/** Most copies of a book in a sale. */
export const mostCopies = 999;

/** A discount that is given at the till, in per cent or in paise. */
export type GivenDiscount = { percent: number } | { paise: number };

/** A book that the shop does not know, as it was typed at the till. */
export interface TypedBook {
  /** Its ISBN, or the code that was scanned; may be empty. */
  code: string;
  title: string;
  /** Stationery has GST, a book has none. */
  kind: "book" | "stationery";
}

/** Copies of a book to sell, with the discount on all of them. */
export interface LineToSell {
  bookId: string;
  copies: number;
  unitPricePaise: number;
  unitMrpPaise: number;
  discount: GivenDiscount | null;
  /** Set if the shop does not know the book; then `bookId` is one that the till has made. */
  typed?: TypedBook | null | undefined;
}

/** A line with its price. `discountPaise` is what was given on it and its part of the discount on the whole sale. */
export interface SoldLine extends LineToSell {
  discountPaise: number;
  /** Less than a rupee, on the dearest line. */
  roundingPaise: number;
  totalPaise: number;
}

/** The sums of a sale, in paise. */
export interface PricedSale {
  lines: SoldLine[];
  subtotalPaise: number;
  discountPaise: number;
  roundingPaise: number;
  totalPaise: number;
}

/** Prices a sale. Both discounts are given on what is left of the price, and the total is in whole rupees. */
export function priceSale(lines: LineToSell[], discount: GivenDiscount | null): PricedSale {
  const left = lines.map((line) => {
    const price = line.unitPricePaise * line.copies;
    return price - discountOn(price, line.discount);
  });
  const parts = shareSum(discountOn(sum(left), discount), left);
  const exact = left.map((paise, place) => paise - (parts[place] ?? 0));
  const rounding = sum(exact) % 100;
  const dearest = exact.indexOf(Math.max(...exact));
  const sold = lines.map((line, place): SoldLine => {
    const roundingPaise = place === dearest ? Math.min(rounding, exact[place] ?? 0) : 0;
    const totalPaise = (exact[place] ?? 0) - roundingPaise;
    return { ...line, roundingPaise, totalPaise, discountPaise: priceOf(line) - totalPaise - roundingPaise };
  });
  return {
    lines: sold,
    subtotalPaise: sum(sold.map(priceOf)),
    discountPaise: sum(sold.map(({ discountPaise }) => discountPaise)),
    roundingPaise: sum(sold.map(({ roundingPaise }) => roundingPaise)),
    totalPaise: sum(sold.map(({ totalPaise }) => totalPaise)),
  };
}

/** The discounts of a sale in per cent of its price, for the limit of a member of staff. */
export function discountPercent({ subtotalPaise, discountPaise }: PricedSale): number {
  return subtotalPaise === 0 ? 0 : (discountPaise * 100) / subtotalPaise;
}

const priceOf = ({ unitPricePaise, copies }: LineToSell) => unitPricePaise * copies;

function discountOn(paise: number, discount: GivenDiscount | null): number {
  if (!discount) return 0;
  return Math.min(paise, "percent" in discount ? percentOf(paise, discount.percent) : discount.paise);
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
