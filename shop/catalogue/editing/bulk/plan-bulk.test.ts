import { expect, test } from "vitest";

import { planBulk, type BulkBook, type BulkChange } from "./plan-bulk.ts";

function pricesAfter(mrp: number, price: number, change: BulkChange): number[] | string {
  const book: BulkBook = {
    id: "kari",
    workId: "kari",
    title: "Kari",
    pricePaise: price * 100,
    mrpPaise: mrp * 100,
    isListed: true,
    availability: "in-stock",
    publisher: "",
    publisherId: null,
    categories: [],
  };
  const row = planBulk([book], change)[0]!;
  return "set" in row ? [row.set.mrpPaise! / 100, row.set.pricePaise! / 100] : row.leftOut;
}

const rise = (percent: number, rounding: "1" | "5" | "10" | "9", keepsDiscount = true): BulkChange => ({
  kind: "mrp-by-percent",
  percent,
  rounding,
  keepsDiscount,
});

test.each([
  [299, 299, rise(10, "1"), [329, 329]],
  [299, 269, rise(10, "5"), [330, 297]],
  [299, 299, rise(10, "10"), [330, 330]],
  [299, 299, rise(10, "9"), [329, 329]],
  [450, 405, rise(10, "9"), [499, 449]],
  [499, 450, rise(10, "1", false), [549, 450]],
  [300, 300, rise(-50, "1"), [150, 150]],
])("an MRP of %d, sold at %d, rises by %j to %j", (mrp, price, change, after) => {
  expect(pricesAfter(mrp, price, change)).toEqual(after);
});

test("an MRP never falls below the price that stays, nor below one rupee", () => {
  expect(pricesAfter(300, 290, rise(-10, "1", false))).toBe("Its price would be above the MRP ₹270.00.");
  expect(pricesAfter(3, 3, { kind: "mrp-by-sum", paise: -300, rounding: "1", keepsDiscount: true })).toBe(
    "The MRP would be below one rupee.",
  );
  expect(pricesAfter(300, 300, rise(0.1, "10"))).toBe("The rounded MRP is the same.");
});
