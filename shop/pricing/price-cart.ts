import {
  discountLine,
  type BundleRule,
  type CopiesToPrice,
  type Discount,
  type LineDiscount,
  type PromotionRule,
} from "./discount-line.ts";
import { allocateBundles } from "./allocate-bundles.ts";

/** What delivery costs, in paise: a flat fee, waived from a sum on; never waived without one. */
export interface ShippingRule {
  shippingFeePaise: number;
  freeShippingFromPaise: number | null;
}

/** Everything a price depends on. Each book has one line. */
export interface CartToPrice {
  lines: CopiesToPrice[];
  /** In the shop's order, which decides between ways of tying that save the same. */
  bundles: BundleRule[];
  bestSellerIds: ReadonlySet<string>;
  promotion: PromotionRule | null;
  shipping: ShippingRule;
}

/** A line with what it costs, in paise. */
export interface PricedLine extends CopiesToPrice {
  grossPaise: number;
  /** Bundles in the shop's order, then the code; none of nothing. */
  discounts: LineDiscount[];
  discountPaise: number;
  totalPaise: number;
}

/** The cart's sums, in paise: total = subtotal - discount + shipping. */
export interface PricedCart {
  lines: PricedLine[];
  /** One for each bundle and code, in the same order as on a line. */
  discounts: Discount[];
  /** Before discounts. */
  subtotalPaise: number;
  discountPaise: number;
  shippingPaise: number;
  totalPaise: number;
  /** How much more makes delivery free; null when it is free already or never is. */
  freeShippingShortPaise: number | null;
  /** There is a code, and it takes nothing off this cart. */
  unusedPromotion: boolean;
}

/**
 * Prices a cart; the cart page, the order and the letters all ask here. A bundle takes its percent off every complete
 * set, a code its percent off the books it is for; a copy gets one discount, the larger, rounded half up to the paisa
 * for each line and source. Delivery is free when the sum after discounts reaches the threshold; a code that would make
 * the whole dearer, by losing free delivery, is left unused.
 */
export function priceCart(cart: CartToPrice): PricedCart {
  const plain = priceWith(cart, null);
  if (!cart.promotion) return plain;
  const promoted = priceWith(cart, cart.promotion);
  return promoted.totalPaise < plain.totalPaise ? promoted : { ...plain, unusedPromotion: true };
}

/** What it costs, in paise, to send goods of that price after discounts. */
export function deliveryFee(goodsPaise: number, shipping: ShippingRule): number {
  return goodsPaise >= (shipping.freeShippingFromPaise ?? Infinity) ? 0 : shipping.shippingFeePaise;
}

function priceWith(
  { lines, bundles, bestSellerIds, shipping }: CartToPrice,
  promotion: PromotionRule | null,
): PricedCart {
  const promotionFor = (bookId: string) =>
    promotion && (promotion.appliesTo === "everything" || bestSellerIds.has(bookId)) ? promotion : null;
  const tied = allocateBundles({ lines, bundles, promotionFor });
  const priced = lines.map((line): PricedLine => {
    const ties = tied.filter(({ bundle }) => bundle.bookIds.includes(line.bookId));
    const discounts = discountLine(line, ties, promotionFor(line.bookId));
    const grossPaise = line.unitPricePaise * line.quantity;
    const discountPaise = sumOf(discounts, (discount) => discount.amountPaise);
    const { bookId, quantity, unitPricePaise } = line;
    const totalPaise = grossPaise - discountPaise;
    return { bookId, quantity, unitPricePaise, grossPaise, discounts, discountPaise, totalPaise };
  });
  const subtotalPaise = sumOf(priced, (line) => line.grossPaise);
  const discountPaise = sumOf(priced, (line) => line.discountPaise);
  const goodsPaise = subtotalPaise - discountPaise;
  const freeFromPaise = shipping.freeShippingFromPaise ?? Infinity;
  const shippingPaise = lines.length === 0 ? 0 : deliveryFee(goodsPaise, shipping);
  const isNearFree = shippingPaise > 0 && freeFromPaise < Infinity;
  return {
    lines: priced,
    discounts: sumBySource(priced, bundles),
    subtotalPaise,
    discountPaise,
    shippingPaise,
    totalPaise: goodsPaise + shippingPaise,
    freeShippingShortPaise: isNearFree ? freeFromPaise - goodsPaise : null,
    unusedPromotion: false,
  };
}

function sumBySource(lines: PricedLine[], bundles: BundleRule[]): Discount[] {
  const found = lines.flatMap((line) => line.discounts);
  const bySource = Map.groupBy(found, ({ kind, source }) => (kind === "bundle" ? source : null));
  return [...bundles.map((bundle) => bundle.id), null].flatMap((source) => {
    const [first, ...others] = bySource.get(source) ?? [];
    if (!first) return [];
    const amountPaise = sumOf([first, ...others], (discount) => discount.amountPaise);
    return [{ kind: first.kind, source: first.source, label: first.label, amountPaise }];
  });
}

function sumOf<T>(rows: T[], amountOf: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + amountOf(row), 0);
}
