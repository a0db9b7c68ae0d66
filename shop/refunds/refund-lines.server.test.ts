import { expect, test } from "vitest";

import { prorate } from "./refund-lines.server.ts";

test("what is given back for a line's copies, one after another, is rounded to the nearest paisa each time", () => {
  const parts = (totalPaise: number, quantity: number) =>
    Array.from({ length: quantity }, (_, before) => prorate({ totalPaise, quantity }, before, 1));
  expect(parts(100, 3)).toEqual([33, 34, 33]);
  expect(parts(101, 3)).toEqual([34, 33, 34]);
  expect(parts(1, 2)).toEqual([1, 0]);
  expect(prorate({ totalPaise: 1_000_03, quantity: 7 }, 2, 3)).toBe(428_59);
});
