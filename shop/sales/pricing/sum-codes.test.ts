/**
 * Tests codes that take off a sum: how it is split over lines, its bundles and minimum order, and refunds of single
 * copies.
 */

import fc from "fast-check";
import { expect, test } from "vitest";

import { prorate } from "#shop/sales/refunds/refund-lines.server.ts";
import { summer20 } from "#tests/support/sales/promotion-rule.ts";
import type { PromotionRule } from "./discount-line.ts";
import { priceCart, type CartToPrice } from "./price-cart.ts";
import { shareSum } from "./share-sum.ts";

const hundred: PromotionRule = {
  ...summer20,
  code: "HUNDRED",
  label: "A hundred off",
  percentOff: null,
  paiseOff: 100_00,
  appliesTo: "everything",
};
const pair = { id: "pair", name: "A pair", percentOff: 30, bookIds: ["fire", "anarchy"] };
const noFee = { shippingFeePaise: 0, freeShippingFromPaise: null };
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Builds a cart from `book: [rupees, copies]`. */
function cart(books: Record<string, [number, number]>, more: Partial<CartToPrice> = {}): CartToPrice {
  const lines = Object.entries(books).map(([bookId, [rupees, quantity]]) => ({
    bookId,
    unitPricePaise: Math.round(rupees * 100),
    quantity,
  }));
  return { lines, bundles: [], promotedIds: new Set(), promotion: hundred, shipping: noFee, ...more };
}

/** The discount of each line, in rupees. */
const offLines = (wanted: CartToPrice) => priceCart(wanted).lines.map(({ discountPaise }) => discountPaise / 100);

test("a sum is split over the lines to the paisa, the largest remainder first", () => {
  expect(offLines(cart({ a: [100, 1], b: [100, 1], c: [100, 1] }))).toEqual([33.34, 33.33, 33.33]);
  expect(offLines(cart({ c: [100, 1], b: [100, 1], a: [100, 1] }))).toEqual([33.33, 33.33, 33.34]);
  expect(offLines(cart({ a: [199.99, 1], b: [300.02, 2] }))).toEqual([25, 75]);
});

test("a sum takes no line below nothing, and no more than the books it is for cost", () => {
  const promotion = { ...hundred, appliesTo: "chosen" as const };
  const wanted = cart({ a: [60, 1], b: [900, 1] }, { promotion, promotedIds: new Set(["a"]) });
  expect(offLines(wanted)).toEqual([60, 0]);
  expect(priceCart(wanted)).toMatchObject({ totalPaise: 900_00, unusedPromotion: false });
});

test("an order below the least one has no discount, and one that comes to it has", () => {
  const promotion = { ...hundred, minOrderPaise: 500_00 };
  expect(priceCart(cart({ a: [499.99, 1] }, { promotion }))).toMatchObject({ discountPaise: 0, unusedPromotion: true });
  expect(priceCart(cart({ a: [500, 1] }, { promotion }))).toMatchObject({ discountPaise: 100_00 });
  const percent = { ...promotion, percentOff: 10, paiseOff: null };
  expect(priceCart(cart({ a: [250, 1] }, { promotion: percent }))).toMatchObject({ unusedPromotion: true });
  expect(priceCart(cart({ a: [250, 2] }, { promotion: percent }))).toMatchObject({ discountPaise: 50_00 });
});

test("a bundle keeps its books, and the sum comes off the others", () => {
  const wanted = cart({ fire: [100, 2], anarchy: [100, 1], godan: [200, 1] }, { bundles: [pair] });
  expect(priceCart(wanted).discounts).toMatchObject([
    { source: "pair", amountPaise: 60_00 },
    { source: "HUNDRED", amountPaise: 100_00 },
  ]);
  expect(offLines(wanted)).toEqual([63.33, 30, 66.67]);
});

test("a sum that saves more takes the place of the bundles of its books, and leaves the others", () => {
  const other = { id: "other", name: "Others", percentOff: 10, bookIds: ["x", "y"] };
  const books: Record<string, [number, number]> = { fire: [100, 1], anarchy: [100, 1], x: [50, 1], y: [50, 1] };
  const promotion = { ...hundred, appliesTo: "chosen" as const };
  const wanted = cart(books, { bundles: [pair, other], promotion, promotedIds: new Set(["fire", "anarchy"]) });
  expect(priceCart(wanted).discounts).toMatchObject([
    { source: "other", amountPaise: 10_00 },
    { source: "HUNDRED", amountPaise: 100_00 },
  ]);
});

const amounts = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 40_000_000_000 })), {
  minLength: 1,
  maxLength: 50,
});

test("the parts of a sum add up to it, none is above its amount, and each is within a paisa of its share", () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000_000 }), (amounts, sum) => {
      const parts = shareSum(sum, amounts);
      const whole = sumOf(amounts);
      expect(sumOf(parts)).toBe(Math.min(sum, whole));
      for (const [place, part] of parts.entries()) {
        const amount = amounts[place]!;
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(amount);
        const off = BigInt(part) * BigInt(whole) - BigInt(Math.min(sum, whole)) * BigInt(amount);
        expect(off < BigInt(whole || 1) && -off < BigInt(whole || 1)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

/** A cart of up to five lines, and the order in which single copies of it are returned. */
const bought = fc
  .array(fc.record({ unitPricePaise: fc.integer({ min: 1, max: 900_00 }), quantity: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((lines) => {
    const named = lines.map((line, place) => ({ ...line, bookId: `book-${place}` }));
    const copies = named.flatMap(({ bookId, quantity }) => Array.from({ length: quantity }, () => bookId));
    const back = fc.shuffledSubarray(copies, { minLength: copies.length, maxLength: copies.length });
    return fc.record({ lines: fc.constant(named), back, paiseOff: fc.integer({ min: 1, max: 2_000_00 }) });
  });

test("what is given back for all copies, one by one in any order, is what was paid for them", () => {
  fc.assert(
    fc.property(bought, fc.boolean(), ({ lines, back, paiseOff }, isBundled) => {
      const bundles = isBundled ? [{ id: "b", name: "B", percentOff: 30, bookIds: ["book-0", "book-1"] }] : [];
      const promotion = { ...hundred, paiseOff };
      const priced = priceCart({ lines, bundles, promotedIds: new Set(), promotion, shipping: noFee });
      const gone = new Map<string, number>();
      let givenBack = 0;
      for (const bookId of back) {
        const before = gone.get(bookId) ?? 0;
        const refund = prorate(
          priced.lines.find((line) => line.bookId === bookId)!,
          before,
          1,
        );
        expect(refund).toBeGreaterThanOrEqual(0);
        givenBack += refund;
        gone.set(bookId, before + 1);
      }
      expect(givenBack).toBe(priced.totalPaise);
    }),
    { numRuns: 300 },
  );
});
