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
  promotion: PromotionRule | null;
  /** The books that the code is for; of no account when it is for everything. */
  promotedIds: ReadonlySet<string>;
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
 * for each line and source. A code of a sum takes it off the copies that are in no set, each line its part of it; where
 * that saves more, it takes the place of the bundles that have a book it is for. Delivery is free when the sum after
 * discounts reaches the threshold; a code that would make the whole dearer, by losing free delivery, is left unused, and
 * so is one for larger orders.
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

/** What it costs, in paise, to send goods of that price after discounts. */
export function deliveryFee(goodsPaise: number, shipping: ShippingRule): number {
  return goodsPaise >= (shipping.freeShippingFromPaise ?? Infinity) ? 0 : shipping.shippingFeePaise;
}

function priceWith(cart: CartToPrice, promotion: PromotionRule | null): PricedCart {
  const { lines, bundles, shipping } = cart;
  const percent = promotion && promotion.percentOff !== null ? (promotion as PercentRule) : null;
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

/** Adds to each line its part of a code's sum, for its copies that are in no set; lines of any order get the same parts. */
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
    const amountPaise = parts[place]!;
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
