import { expect, test } from "vitest";

import { newOrderNumber } from "./order-number.server.ts";

test("an order number is its prefix and ten characters that are not mistaken over the phone", () => {
  for (let one = 0; one < 200; one += 1) expect(newOrderNumber("SGB")).toMatch(/^SGB-[0-9A-HJKMNP-TV-Z]{10}$/);
});

test("a thousand order numbers are a thousand different ones", () => {
  expect(new Set(Array.from({ length: 1000 }, () => newOrderNumber("EP"))).size).toBe(1000);
});
