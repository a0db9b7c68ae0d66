import { expect, test } from "vitest";

import { summer20 } from "#tests/support/sales/promotion-rule.ts";
import { announceCode } from "./announced-code.ts";
import type { PromotionRule } from "./discount-line.ts";
import type { ShippingTerms } from "./delivery-rates.ts";
import { priceWithCode } from "./price-with-code.ts";

const book = { id: "godan", pricePaise: 399_00 };
const free: ShippingTerms = { shippingFeePaise: 0, freeShippingFromPaise: null };
const priceUnder = (rule: Partial<PromotionRule>, shipping = free, isLimited = false) =>
  priceWithCode(announceCode({ ...summer20, ...rule }, isLimited), book, shipping);

test("a copy has a price with a code of percent, rounded as in the cart", () => {
  expect(priceUnder({})).toBe(319_20);
  expect(priceUnder({ percentOff: 33 })).toBe(267_33);
  expect(priceUnder({}, { shippingFeePaise: 49_00, freeShippingFromPaise: 500_00 })).toBe(319_20);
});

test("nothing is said where it would not be so for every reader and one copy", () => {
  expect(priceUnder({ minOrderPaise: 500_00 })).toBeNull();
  expect(priceUnder({ percentOff: null, paiseOff: 100_00 })).toBeNull();
  expect(priceUnder({}, free, true)).toBeNull();
  // With the code the copy would lose free delivery.
  expect(priceUnder({}, { shippingFeePaise: 20_00, freeShippingFromPaise: 350_00 })).toBeNull();
  // In one zone of several, too.
  const zone = { pins: ["5"], name: "South", pricesPaise: [40_00], stepPaise: 0, freeFromPaise: null };
  const zones = [zone, { ...zone, name: "India", pins: [], freeFromPaise: 350_00 }];
  expect(priceUnder({}, { ...free, deliveryRates: { upToGrams: [500], stepGrams: null, zones } })).toBeNull();
  expect(
    priceUnder({}, { ...free, deliveryRates: { upToGrams: [500], stepGrams: null, zones: [{ ...zone, pins: [] }] } }),
  ).toBe(319_20);
});
