/** Property tests of cart prices, against an oracle that tries every assignment of copies to bundles. */

import fc from "fast-check";
import { expect, test } from "vitest";

import type { PromotionRule } from "./discount-line.ts";
import { priceCart, type CartToPrice } from "./price-cart.ts";

const books = ["a", "b", "c", "d"];
const percentOff = fc.integer({ min: 1, max: 90 });
const paise = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 100, max: 2_000_00 }));

const promotions = (takesOff: fc.Arbitrary<Pick<PromotionRule, "percentOff" | "paiseOff">>) =>
  fc
    .record({
      takesOff,
      minOrderPaise: fc.option(fc.integer({ min: 1, max: 3_000_00 })),
      appliesTo: fc.constantFrom("best-sellers" as const, "everything" as const, "chosen" as const),
    })
    .map(({ takesOff, ...terms }) => ({ code: "SUMMER20", label: "Sale", targets: [], ...takesOff, ...terms }));
const percents = percentOff.map((percentOff) => ({ percentOff, paiseOff: null }));
const sums = fc.integer({ min: 1, max: 4_000_00 }).map((paiseOff) => ({ percentOff: null, paiseOff }));

/** Carts with up to `copies` copies per line, in which most bundles overlap. */
function carts({
  copies = 20,
  overlapping = 3,
  takesOff = fc.oneof(percents, sums) as typeof percents | typeof sums,
} = {}): fc.Arbitrary<CartToPrice> {
  const line = (bookId: string) =>
    fc.record({ bookId: fc.constant(bookId), unitPricePaise: paise, quantity: fc.integer({ min: 1, max: copies }) });
  return fc.record({
    lines: fc.subarray(books, { minLength: 1 }).chain((chosen) => fc.tuple(...chosen.map(line))),
    bundles: fc
      .array(fc.record({ percentOff, bookIds: fc.subarray(books, { minLength: 1, maxLength: 3 }) }), {
        maxLength: overlapping,
      })
      .map((bundles) => bundles.map((bundle, index) => ({ ...bundle, id: `bundle-${index}`, name: `Set ${index}` }))),
    promotedIds: fc.subarray(books).map((ids) => new Set(ids)),
    promotion: fc.option(promotions(takesOff)),
    shipping: fc.record({
      shippingFeePaise: fc.constantFrom(0, 49_00),
      freeShippingFromPaise: fc.constantFrom(null, 0, 500_00),
    }),
  });
}

/**
 * Tries every copy in every bundle or none, keeps assignments of whole sets that leave no complete set, and returns the
 * largest saving in paise.
 */
function oracle({ lines, bundles, promotedIds, promotion }: CartToPrice): number {
  const copies = lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  let best = 0;
  for (let way = 0; way < (bundles.length + 1) ** copies.length; way += 1) {
    const chosen = copies.map((_, at) => Math.floor(way / (bundles.length + 1) ** at) % (bundles.length + 1));
    const left = (pick: number, id: string) =>
      copies.filter((copy, at) => chosen[at] === pick && copy.bookId === id).length;
    const isWhole = bundles.every(
      ({ bookIds }, b) =>
        copies.every(
          ({ bookId }) => left(b + 1, bookId) === (bookIds.includes(bookId) ? left(b + 1, bookIds[0]!) : 0),
        ) && bookIds.every((id) => left(b + 1, id) === left(b + 1, bookIds[0]!)),
    );
    if (!isWhole || bundles.some(({ bookIds }) => bookIds.every((id) => left(0, id) > 0))) continue;
    const grouped = new Map<string, bigint>();
    for (const [at, { bookId, unitPricePaise }] of copies.entries()) {
      const fromBundle = bundles[chosen[at]! - 1]?.percentOff ?? 0;
      const isFor = promotion?.appliesTo === "everything" || promotedIds.has(bookId);
      const fromCode = isFor ? (promotion?.percentOff ?? 0) : 0;
      const key = `${bookId} ${fromCode > fromBundle ? "code" : chosen[at]}`;
      grouped.set(key, (grouped.get(key) ?? 0n) + BigInt(unitPricePaise) * BigInt(Math.max(fromBundle, fromCode)));
    }
    best = Math.max(
      best,
      [...grouped.values()].reduce((sum, hundredths) => sum + Number((hundredths * 2n + 100n) / 200n), 0),
    );
  }
  return best;
}

/** The lowest total by the oracle, including delivery, with the code only if it helps. */
function minToPay(cart: CartToPrice): number {
  const gross = cart.lines.reduce((sum, line) => sum + line.unitPricePaise * line.quantity, 0);
  const { shippingFeePaise, freeShippingFromPaise } = cart.shipping;
  const promotion = gross < (cart.promotion?.minOrderPaise ?? 0) ? null : cart.promotion;
  const totals = [
    { ...cart, promotion },
    { ...cart, promotion: null },
  ].map((one) => {
    const goods = gross - oracle(one);
    return goods + (freeShippingFromPaise !== null && goods >= freeShippingFromPaise ? 0 : shippingFeePaise);
  });
  return Math.min(...totals);
}

test("no choice of sets, copy by copy, would have the reader pay less", () => {
  fc.assert(
    fc.property(carts({ copies: 2, overlapping: 2, takesOff: percents }), (cart) => {
      expect(priceCart(cart).totalPaise).toBe(minToPay(cart));
    }),
    { numRuns: 150 },
  );
});

test("taking a code away never lowers what is paid, nor does giving one raise it", () => {
  fc.assert(
    fc.property(carts(), (cart) => {
      const without = priceCart({ ...cart, promotion: null });
      const priced = priceCart(cart);
      expect(priced.totalPaise).toBeLessThanOrEqual(without.totalPaise);
      expect(priced.unusedPromotion).toBe(cart.promotion !== null && priced.totalPaise === without.totalPaise);
    }),
  );
});

test("the order of lines changes no figure, and that of bundles no sum", () => {
  fc.assert(
    fc.property(carts(), (cart) => {
      const priced = priceCart(cart);
      const turned = priceCart({ ...cart, lines: cart.lines.toReversed() });
      expect(turned).toEqual({ ...priced, lines: priced.lines.toReversed() });
      expect(priceCart({ ...cart, bundles: cart.bundles.toReversed() }).totalPaise).toBe(priced.totalPaise);
    }),
  );
});

test("all sums agree to the paisa, and no line is discounted by more than it costs", () => {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  fc.assert(
    fc.property(carts(), (cart) => {
      const priced = priceCart(cart);
      for (const line of priced.lines) {
        expect(line.grossPaise).toBe(line.unitPricePaise * line.quantity);
        expect(line.discountPaise).toBe(sum(line.discounts.map((discount) => discount.amountPaise)));
        expect(line.totalPaise).toBe(line.grossPaise - line.discountPaise);
        expect(line.totalPaise).toBeGreaterThanOrEqual(0);
        expect(sum(line.discounts.map((discount) => discount.copies))).toBeLessThanOrEqual(line.quantity);
        expect(line.discounts.every((discount) => discount.amountPaise > 0)).toBe(true);
      }
      expect(priced.subtotalPaise).toBe(sum(priced.lines.map((line) => line.grossPaise)));
      expect(priced.discountPaise).toBe(sum(priced.lines.map((line) => line.discountPaise)));
      expect(priced.discountPaise).toBe(sum(priced.discounts.map((discount) => discount.amountPaise)));
      expect(priced.totalPaise).toBe(priced.subtotalPaise - priced.discountPaise + priced.shippingPaise);
    }),
  );
});

test("every set takes the same number of copies from each of its books, and none is left untied", () => {
  fc.assert(
    fc.property(carts(), (cart) => {
      const { lines } = priceCart({
        ...cart,
        promotion: null,
        lines: cart.lines.map((line) => ({ ...line, unitPricePaise: 100_00 })),
      });
      const copiesOf = (bookId: string, id: string) =>
        lines.find((line) => line.bookId === bookId)?.discounts.find(({ source }) => source === id)?.copies ?? 0;
      for (const { id, bookIds } of cart.bundles) {
        expect(new Set(bookIds.map((bookId) => copiesOf(bookId, id))).size).toBe(1);
        const spare = bookIds.map((bookId) => {
          const line = lines.find((line) => line.bookId === bookId);
          return line ? line.quantity - line.discounts.reduce((sum, { copies }) => sum + copies, 0) : 0;
        });
        expect(Math.min(...spare)).toBe(0);
      }
    }),
  );
});

test("a cart as full as it can be, in more bundles than can be tried in every way, is priced at once", () => {
  const lines = Array.from({ length: 50 }, (_, at) => ({
    bookId: `book-${at}`,
    unitPricePaise: 100_00 + at * 37,
    quantity: 20,
  }));
  const bundles = Array.from({ length: 40 }, (_, at) => ({
    id: `bundle-${at}`,
    name: `Set ${at}`,
    percentOff: 30,
    bookIds: [`book-${at}`, `book-${at + 1}`, `book-${at + 7}`],
  }));
  const shipping = { shippingFeePaise: 0, freeShippingFromPaise: null };
  const started = performance.now();
  const priced = priceCart({ lines, bundles, promotedIds: new Set(), promotion: null, shipping });
  expect(performance.now() - started).toBeLessThan(100);
  expect(priced.discountPaise).toBeGreaterThan(0);
  expect(
    priceCart({ lines: lines.toReversed(), bundles, promotedIds: new Set(), promotion: null, shipping }).totalPaise,
  ).toBe(priced.totalPaise);
});
