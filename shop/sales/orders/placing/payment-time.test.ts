import fc from "fast-check";
import { expect, test } from "vitest";

import { paymentWindowSeconds, reuseSeconds } from "./payment-time.ts";

test("with copies held for 25 minutes the payment window is open for 15, and an order with 16 left is opened again", () => {
  expect(paymentWindowSeconds(25)).toBe(15 * 60);
  expect(reuseSeconds(25)).toBe(16 * 60);
});

test("the payment window closes before the reservation ends, and an order just placed can always be opened again", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 240 }), (minutes) => {
      expect(paymentWindowSeconds(minutes)).toBeGreaterThan(0);
      expect(paymentWindowSeconds(minutes)).toBeLessThan(reuseSeconds(minutes));
      expect(reuseSeconds(minutes)).toBeLessThan(minutes * 60);
    }),
  );
});
