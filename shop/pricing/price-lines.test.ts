import fc from "fast-check";
import { expect, test } from "vitest";

import { addUp } from "./price-lines.ts";

const noFee = { shippingFeePaise: 0, freeShippingFromPaise: null };
const fee = { shippingFeePaise: 49_00, freeShippingFromPaise: 500_00 };
const copies = fc.array(
  fc.record({ pricePaise: fc.integer({ min: 1, max: 100_000_00 }), quantity: fc.integer({ min: 1, max: 20 }) }),
  { maxLength: 50 },
);

test("lines are added up in whole paise", () => {
  const lines = [
    { pricePaise: 100_10, quantity: 3 },
    { pricePaise: 199_99, quantity: 1 },
  ];
  expect(addUp(lines, noFee)).toEqual({ subtotalPaise: 500_29, shippingPaise: 0, totalPaise: 500_29 });
});

test("delivery costs the fee below the threshold and nothing from it on", () => {
  expect(addUp([{ pricePaise: 499_99, quantity: 1 }], fee)).toMatchObject({ shippingPaise: 49_00, totalPaise: 548_99 });
  expect(addUp([{ pricePaise: 500_00, quantity: 1 }], fee)).toMatchObject({ shippingPaise: 0, totalPaise: 500_00 });
  expect(addUp([{ pricePaise: 500_01, quantity: 1 }], fee)).toMatchObject({ shippingPaise: 0 });
});

test("without a threshold the fee is always asked", () => {
  const always = { shippingFeePaise: 49_00, freeShippingFromPaise: null };
  expect(addUp([{ pricePaise: 90_000_00, quantity: 20 }], always).shippingPaise).toBe(49_00);
});

test("an empty cart costs nothing, not even delivery", () => {
  expect(addUp([], fee)).toEqual({ subtotalPaise: 0, shippingPaise: 0, totalPaise: 0 });
});

test("totals are whole, exact, and do not depend on the order of the lines", () => {
  fc.assert(
    fc.property(copies, (lines) => {
      const totals = addUp(lines, fee);
      const exact = lines.reduce((sum, line) => sum + BigInt(line.pricePaise) * BigInt(line.quantity), 0n);
      expect(BigInt(totals.subtotalPaise)).toBe(exact);
      expect(totals.totalPaise).toBe(totals.subtotalPaise + totals.shippingPaise);
      expect(addUp(lines.toReversed(), fee)).toEqual(totals);
    }),
    { numRuns: 100 },
  );
});

test("two carts put together cost what they cost alone, delivery aside", () => {
  fc.assert(
    fc.property(copies, copies, (mine, yours) => {
      const together = addUp([...mine, ...yours], noFee).totalPaise;
      expect(together).toBe(addUp(mine, noFee).totalPaise + addUp(yours, noFee).totalPaise);
    }),
    { numRuns: 100 },
  );
});
