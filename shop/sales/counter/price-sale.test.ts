import fc from "fast-check";
import { expect, test } from "vitest";

import { discountPercent, priceSale, type GivenDiscount, type LineToSell } from "./price-sale.ts";

const line = (
  bookId: string,
  unitPricePaise: number,
  copies = 1,
  discount: GivenDiscount | null = null,
): LineToSell => ({
  bookId,
  copies,
  unitPricePaise,
  discount,
  unitMrpPaise: unitPricePaise,
});

test("a discount on a line and one on the sale are both given, and the rest is rounded down to rupees", () => {
  const sale = priceSale([line("a", 29900, 2, { percent: 10 }), line("b", 15050)], { percent: 5 });
  // 598.00 less 59.80 is 538.20, and 150.50: 688.70 less 5% (34.44 by halves up) is 654.26.
  expect(sale).toMatchObject({ subtotalPaise: 74850, totalPaise: 65400, roundingPaise: 26, discountPaise: 9424 });
  expect(discountPercent(sale)).toBeCloseTo(12.59, 2);
});

test("a discount in rupees is no more than the price", () => {
  expect(priceSale([line("a", 10000, 1, { paise: 20000 })], null).totalPaise).toBe(0);
  expect(priceSale([line("a", 10000), line("b", 5000)], { paise: 3000 }).totalPaise).toBe(12000);
});

const discounts = fc.oneof(
  fc.constant(null),
  fc.record({ percent: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ paise: fc.integer({ min: 0, max: 500_00 }) }),
);

test("the lines of any sale add up to its total, in whole rupees, and no line costs more than its price", () => {
  const lines = fc.array(
    fc.record({
      price: fc.integer({ min: 1, max: 5000_00 }),
      copies: fc.integer({ min: 1, max: 20 }),
      discount: discounts,
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(lines, discounts, (given, discount) => {
      const sale = priceSale(
        given.map(({ price, copies, discount: onLine }, place) => line(String(place), price, copies, onLine)),
        discount,
      );
      expect(sale.totalPaise).toBe(sale.subtotalPaise - sale.discountPaise - sale.roundingPaise);
      for (const sold of sale.lines) {
        expect(sold.totalPaise).toBe(sold.unitPricePaise * sold.copies - sold.discountPaise - sold.roundingPaise);
        expect(Math.min(sold.totalPaise, sold.discountPaise, sold.roundingPaise)).toBeGreaterThanOrEqual(0);
      }
      const dearest = Math.max(...sale.lines.map(({ totalPaise, roundingPaise }) => totalPaise + roundingPaise));
      if (dearest >= 100) expect(sale.totalPaise % 100).toBe(0);
    }),
  );
});
