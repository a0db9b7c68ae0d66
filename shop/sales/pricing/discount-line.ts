import { percentOf } from "#shop/kernel/money/money.ts";

/** Copies of one book at its price. */
export interface CopiesToPrice {
  bookId: string;
  unitPricePaise: number;
  quantity: number;
}

/** Books that cost less together: so much off each of them when all are in the cart. */
export interface BundleRule {
  id: string;
  name: string;
  percentOff: number;
  bookIds: string[];
}

/** A code and what it takes off which books: percent of each copy, or a sum of all of them together. */
export interface PromotionRule {
  code: string;
  /** Its name as a reader knows it: `Summer Reading Sale`. */
  label: string;
  /** Null when it takes off a sum. */
  percentOff: number | null;
  /** In paise; null when it takes off percent. */
  paiseOff: number | null;
  /** What the books of an order must cost before discounts, in paise; null for any order. */
  minOrderPaise: number | null;
  appliesTo: "best-sellers" | "everything" | "chosen";
  /** What chosen books are of, such as `category:poetry` or `author:premchand`; a book fits that fits one. */
  targets: string[];
}

/** A code that takes percent off a book. */
export interface PercentRule extends PromotionRule {
  percentOff: number;
}

/** What one bundle or code takes off, in paise. */
export interface Discount {
  kind: "bundle" | "promotion";
  /** The bundle's id, or the code. */
  source: string;
  label: string;
  amountPaise: number;
}

/** What one bundle or code takes off so many copies of a line. */
export interface LineDiscount extends Discount {
  copies: number;
}

/** A bundle and how many sets of it are complete. */
export interface AllocatedBundle {
  bundle: BundleRule;
  sets: number;
}

/**
 * What a line's copies are discounted by. A copy in a set takes the larger of bundle and code (the bundle when they
 * are equal), a copy in none takes the code. `tied` holds the bundles that this book is in.
 */
export function discountLine(
  { unitPricePaise, quantity }: CopiesToPrice,
  tied: AllocatedBundle[],
  promotion: PercentRule | null,
): LineDiscount[] {
  const discounts: LineDiscount[] = [];
  let rest = quantity;
  for (const { bundle, sets } of tied) {
    if (sets === 0 || bundle.percentOff < (promotion?.percentOff ?? 0)) continue;
    rest -= sets;
    const amountPaise = percentOf(unitPricePaise * sets, bundle.percentOff);
    discounts.push({ kind: "bundle", source: bundle.id, label: bundle.name, copies: sets, amountPaise });
  }
  if (promotion && rest > 0) {
    const amountPaise = percentOf(unitPricePaise * rest, promotion.percentOff);
    discounts.push({ kind: "promotion", source: promotion.code, label: promotion.label, copies: rest, amountPaise });
  }
  return discounts.filter((discount) => discount.amountPaise > 0);
}
