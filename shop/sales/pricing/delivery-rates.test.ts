/** Tests the price of delivery by weight and zone. */
import fc from "fast-check";
import { expect, test } from "vitest";

import {
  commonFreeFrom,
  deliverySpan,
  findZone,
  shippingRules,
  zoneFee,
  type DeliveryRates,
} from "./delivery-rates.ts";

const zone = (name: string, pins: string[], prices: number[], freeFromPaise: number | null = null) => ({
  name,
  pins,
  pricesPaise: prices.slice(0, 2).map((rupees) => rupees * 100),
  stepPaise: (prices[2] ?? 0) * 100,
  freeFromPaise,
});
const rates: DeliveryRates = {
  upToGrams: [500, 1000],
  stepGrams: 500,
  zones: [
    zone("Maharashtra", ["40", "41", "42"], [50, 70, 25], 999_00),
    zone("Pune", ["411"], [30, 40, 10], 499_00),
    zone("Far", ["79", "744"], [90, 140, 60]),
    zone("Elsewhere", [], [60, 90, 30]),
  ],
};
const terms = { shippingFeePaise: 49_00, freeShippingFromPaise: 300_00, deliveryRates: rates };

test("a PIN code is in the zone with most of its first digits, and else in the zone of all others", () => {
  const zoneOf = (pin: string) => findZone(rates, pin).name;
  expect(["411001", "411 030", "413001", "744101", "560001", "999999"].map(zoneOf)).toEqual([
    "Pune",
    "Pune",
    "Maharashtra",
    "Far",
    "Elsewhere",
    "Elsewhere",
  ]);
});

test("a parcel costs the price of its weight, and each step begun above the last weight costs more", () => {
  const [, pune] = rates.zones;
  const feeOf = (grams: number) => zoneFee(rates, pune!, grams) / 100;
  expect([1, 500, 501, 1000, 1001, 1500, 1501].map(feeOf)).toEqual([30, 30, 40, 40, 50, 50, 60]);
  expect(zoneFee({ ...rates, stepGrams: null }, pune!, 50_000)).toBe(40_00);
});

test("delivery has one price for a PIN code, a span of prices without one, and the flat fee without rates", () => {
  expect(deliverySpan(100_00, terms, { grams: 400, pin: "411001" })).toEqual({ leastPaise: 30_00, mostPaise: 30_00 });
  expect(deliverySpan(100_00, terms, { grams: 400, pin: null })).toEqual({ leastPaise: 30_00, mostPaise: 90_00 });
  expect(deliverySpan(499_00, terms, { grams: 400, pin: "411001" })).toEqual({ leastPaise: 0, mostPaise: 0 });
  expect(deliverySpan(499_00, terms, { grams: 400, pin: null })).toEqual({ leastPaise: 0, mostPaise: 90_00 });
  const flat = { ...terms, deliveryRates: null };
  expect(deliverySpan(100_00, flat, { grams: 9000, pin: null })).toEqual({ leastPaise: 49_00, mostPaise: 49_00 });
  expect(shippingRules(flat, { grams: 1, pin: "411001" })).toEqual([
    { shippingFeePaise: 49_00, freeShippingFromPaise: 300_00 },
  ]);
});

test("delivery is free everywhere only from a sum that all zones share", () => {
  const sharing = (sums: (number | null)[]) =>
    commonFreeFrom({ ...rates, zones: sums.map((sum, row) => ({ ...rates.zones[row]!, freeFromPaise: sum })) });
  expect(sharing([500_00, 500_00])).toBe(500_00);
  expect(sharing([500_00, 600_00])).toBeNull();
  expect(sharing([500_00, null])).toBeNull();
  expect(sharing([null, null])).toBeNull();
});

const ascending = (most: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: most }), { minLength: 1, maxLength: 6 })
    .map((all) => all.toSorted((a, b) => a - b));

test("a lighter parcel never costs more, in any table, zone and for any sum", () => {
  const tables = ascending(20_000).chain((upToGrams) =>
    fc.record({
      upToGrams: fc.constant(upToGrams),
      stepGrams: fc.option(fc.integer({ min: 1, max: 5000 })),
      zones: fc
        .array(
          fc.record({
            name: fc.constant("Zone"),
            pins: fc.constant<string[]>([]),
            pricesPaise: fc
              .array(fc.integer({ min: 0, max: 300_00 }), { minLength: upToGrams.length, maxLength: upToGrams.length })
              .map((all) => all.toSorted((a, b) => a - b)),
            stepPaise: fc.integer({ min: 0, max: 100_00 }),
            freeFromPaise: fc.option(fc.integer({ min: 0, max: 2_000_00 })),
          }),
          { minLength: 1, maxLength: 4 },
        )
        .map((zones) => zones.map((one, row) => ({ ...one, pins: row === 0 ? [] : [String(row)] }))),
    }),
  );
  const grams = fc.integer({ min: 1, max: 60_000 });
  fc.assert(
    fc.property(
      tables,
      grams,
      grams,
      fc.integer({ min: 0, max: 3_000_00 }),
      fc.constantFrom(null, "110001", "211001", "911001"),
      (deliveryRates, one, other, sum, pin) => {
        const fee = (weight: number) => deliverySpan(sum, { ...terms, deliveryRates }, { grams: weight, pin });
        const [light, heavy] = [fee(Math.min(one, other)), fee(Math.max(one, other))];
        expect(light.leastPaise).toBeLessThanOrEqual(heavy.leastPaise);
        expect(light.mostPaise).toBeLessThanOrEqual(heavy.mostPaise);
        if (pin !== null) expect(light.leastPaise).toBe(light.mostPaise);
      },
    ),
  );
});
