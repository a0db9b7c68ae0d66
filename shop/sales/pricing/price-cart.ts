/**
 * Computes the prices of a cart: bundles, the code and delivery. The cart page, the order and the letters all use it.
 */

import {
  discountLine,
  type BundleRule,
  type CopiesToPrice,
  type Discount,
  type LineDiscount,
  type PercentRule,
  type PromotionRule,
} from "./discount-line.ts";
import { allocateBundles } from "./allocate-bundles.ts";
import { shareSum } from "./share-sum.ts";

/** The price of delivery, in paise: a flat fee, and the sum from which delivery is free, null for never. */
export interface ShippingRule {
  shippingFeePaise: number;
  freeShippingFromPaise: number | null;
}

/** The input of a price. Each book has one line. */
export interface CartToPrice {
  lines: CopiesToPrice[];
  /** In the shop's order, which decides between assignments with equal savings. */
  bundles: BundleRule[];
  promotion: PromotionRule | null;
  /** The books of the code; ignored for a code for everything. */
  promotedIds: ReadonlySet<string>;
  shipping: ShippingRule;
}

/** A line with its prices, in paise. */
export interface PricedLine extends CopiesToPrice {
  grossPaise: number;
  /** Bundles in the shop's order, then the code; without amounts of zero. */
  discounts: LineDiscount[];
  discountPaise: number;
  totalPaise: number;
}

/** The sums of the cart, in paise: total = subtotal - discount + shipping. */
export interface PricedCart {
  lines: PricedLine[];
  /** One per bundle and code, in the order of the lines' discounts. */
  discounts: Discount[];
  /** Before discounts. */
  subtotalPaise: number;
  discountPaise: number;
  shippingPaise: number;
  totalPaise: number;
  /** The amount missing for free delivery; null if delivery is free already or is never free. */
  freeShippingShortPaise: number | null;
  /** Whether the cart has a code that gives no discount. */
  unusedPromotion: boolean;
}

/**
 * Prices a cart. A bundle takes its percentage off every complete set, a code off the books it applies to. A copy gets
 * one discount, the larger one, rounded half up to the paisa per line and source. A code of a sum is split over the
 * copies that are in no set; if that saves more, it replaces the bundles that contain its books. Delivery is free when
 * the sum after discounts reaches the threshold. A code is left unused if the order is below its minimum, or if the
 * total would be no lower, for example by losing free delivery.
 */
export function priceCart(cart: CartToPrice): PricedCart {
  const plain = priceWith(cart, null);
  const { promotion, bundles } = cart;
  if (!promotion) return plain;
  const ways = plain.subtotalPaise < (promotion.minOrderPaise ?? 0) ? [] : [priceWith(cart, promotion)];
  if (ways[0] && promotion.paiseOff !== null) {
    const others = bundles.filter(({ bookIds }) => !bookIds.some((bookId) => isPromoted(cart, bookId)));
    ways.push(priceWith({ ...cart, bundles: others }, promotion));
  }
  return ways.reduce((best, way) => (way.totalPaise < best.totalPaise ? way : best), {
    ...plain,
    unusedPromotion: true,
  });
}

function isPromoted({ promotion, promotedIds }: CartToPrice, bookId: string): boolean {
  return promotion?.appliesTo === "everything" || promotedIds.has(bookId);
}

/** The price of delivery for goods of this sum after discounts, in paise. */
export function deliveryFee(goodsPaise: number, shipping: ShippingRule): number {
  return goodsPaise >= (shipping.freeShippingFromPaise ?? Infinity) ? 0 : shipping.shippingFeePaise;
}

function isPercentRule(promotion: PromotionRule): promotion is PercentRule {
  return promotion.percentOff !== null;
}

function priceWith(cart: CartToPrice, promotion: PromotionRule | null): PricedCart {
  const { lines, bundles, shipping } = cart;
  const percent = promotion && isPercentRule(promotion) ? promotion : null;
  const promotionFor = (bookId: string) => (isPromoted(cart, bookId) ? percent : null);
  const tied = allocateBundles({ lines, bundles, promotionFor });
  const discounted = lines.map((line) => {
    const ties = tied.filter(({ bundle }) => bundle.bookIds.includes(line.bookId));
    return { line, discounts: discountLine(line, ties, promotionFor(line.bookId)) };
  });
  if (promotion?.paiseOff) {
    takeOffSum(
      promotion,
      discounted.filter(({ line }) => isPromoted(cart, line.bookId)),
    );
  }
  const priced = discounted.map(({ line: { bookId, quantity, unitPricePaise }, discounts }): PricedLine => {
    const grossPaise = unitPricePaise * quantity;
    const discountPaise = sumOf(discounts, (discount) => discount.amountPaise);
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

/** Adds its part of a code's sum to each line, for its copies that are in no set; independent of the order of lines. */
function takeOffSum(
  { code, label, paiseOff }: PromotionRule,
  lines: { line: CopiesToPrice; discounts: LineDiscount[] }[],
): void {
  const loose = lines
    .map((one) => ({ ...one, copies: one.line.quantity - sumOf(one.discounts, ({ copies }) => copies) }))
    .sort((a, b) => (a.line.bookId < b.line.bookId ? -1 : 1));
  const parts = shareSum(
    paiseOff!,
    loose.map(({ line, copies }) => line.unitPricePaise * copies),
  );
  for (const [place, { discounts, copies }] of loose.entries()) {
    const amountPaise = parts[place] ?? 0;
    if (amountPaise > 0) discounts.push({ kind: "promotion", source: code, label, copies, amountPaise });
  }
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
