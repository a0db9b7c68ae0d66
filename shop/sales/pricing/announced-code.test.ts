import { expect, test } from "vitest";

import { summer20 } from "#tests/support/sales/promotion-rule.ts";
import { announceCode } from "./announced-code.ts";
import type { PromotionRule } from "./discount-line.ts";

const percent: PromotionRule = summer20;
const sum = { ...percent, percentOff: null, paiseOff: 100_00, minOrderPaise: 500_00 };

test("a code of percent is told of as ever", () => {
  expect(announceCode(percent)).toEqual({
    code: "SUMMER20",
    label: "Summer Reading Sale",
    isForChart: true,
    saving: "20% off",
    off: "bestsellers",
    offAtLength: "books that are on the page of best sellers when the code is applied and still are when you order",
    effect: "get 20% off every best seller",
    withBundles: "If a bundle applies too, you get whichever saves you more.",
    offChart: "20% off any of them",
    openRule: percent,
  });
  expect(announceCode(percent, true).openRule).toBeNull();
  expect(announceCode({ ...percent, appliesTo: "everything", minOrderPaise: 300_00 })).toMatchObject({
    isForChart: false,
    off: "every book in an order of ₹300.00 or more",
    effect: "get 20% off every book in an order of ₹300.00 or more",
    offChart: "20% off any of them in an order of ₹300.00 or more",
  });
});

test("a code of a sum is told of with the order that it asks for, and its books", () => {
  expect(announceCode({ ...sum, appliesTo: "everything" })).toMatchObject({
    saving: "₹100.00 off",
    off: "an order of ₹500.00 or more",
    offAtLength: "an order of ₹500.00 or more",
    effect: "you pay ₹100.00 less for an order of ₹500.00 or more",
    withBundles: "The sum comes off the books outside bundles, or replaces a bundle’s discount if that saves you more.",
    offChart: "₹100.00 off an order of ₹500.00 or more",
  });
  expect(announceCode({ ...sum, appliesTo: "chosen", targets: ["author:premchand"] })).toMatchObject({
    off: "chosen books in an order of ₹500.00 or more",
    effect: "you pay ₹100.00 less for chosen books in an order of ₹500.00 or more",
    offChart: null,
  });
});
