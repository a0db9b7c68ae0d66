import { percentOf } from "#shop/kernel/money/money.ts";

/** Copies of one book at its price. */
export interface CopiesToPrice {
  bookId: string;
  unitPricePaise: number;
  quantity: number;
}

/** Books that cost less together: `percentOff` each when all of them are in the cart. */
export interface BundleRule {
  id: string;
  name: string;
  percentOff: number;
  bookIds: string[];
}

/** A code with its discount: a percentage off each copy, or a sum off all of its books together. */
export interface PromotionRule {
  code: string;
  /** Its name for readers: `Summer Reading Sale`. */
  label: string;
  /** Null for a code of a sum. */
  percentOff: number | null;
  /** In paise; null for a code of percent. */
  paiseOff: number | null;
  /** The minimum price of an order's books before discounts, in paise; null for any order. */
  minOrderPaise: number | null;
  appliesTo: "best-sellers" | "everything" | "chosen";
  /** Groups of books such as `category:poetry` or `author:premchand`; a book must be in one of them. */
  targets: string[];
}

/** A code that takes a percentage off. */
export interface PercentRule extends PromotionRule {
  percentOff: number;
}

/** The discount of one bundle or code, what makes a sum of whole rupees, or the saving for paying online, in paise. */
export interface Discount {
  kind: "bundle" | "promotion" | "rounding" | "online";
  /** The bundle's id, or the code. */
  source: string;
  label: string;
  amountPaise: number;
}

/** The discount of one bundle or code on `copies` copies of a line. */
export interface LineDiscount extends Discount {
  copies: number;
}

/** A bundle with its number of complete sets. */
export interface AllocatedBundle {
  bundle: BundleRule;
  sets: number;
}

/**
 * The discounts of a line. A copy in a set gets the larger discount of bundle and code, the bundle's if they are equal;
 * other copies get the code's. `tied` lists the bundles of this book.
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
