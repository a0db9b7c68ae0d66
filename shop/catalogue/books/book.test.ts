import { expect, test } from "vitest";

import { stockOf } from "./book.ts";

test("a reader is told the number only when few copies are left", () => {
  expect(stockOf(6)).toEqual({ state: "in-stock" });
  expect(stockOf(5)).toEqual({ state: "few-left", left: 5 });
  expect(stockOf(1)).toEqual({ state: "few-left", left: 1 });
});

test("no copy, or less than none, is sold out", () => {
  expect(stockOf(0)).toEqual({ state: "sold-out" });
  expect(stockOf(-1)).toEqual({ state: "sold-out" });
});
