import { expect, test } from "vitest";

import { formatPaise, savingPercent } from "./money.ts";
import { formatSigned } from "./signed-amount.ts";

test("money is written with Indian grouping and always two decimals", () => {
  expect(formatPaise(0)).toBe("₹0.00");
  expect(formatPaise(5)).toBe("₹0.05");
  expect(formatPaise(29_900)).toBe("₹299.00");
  expect(formatPaise(12_345_650)).toBe("₹1,23,456.50");
  expect(formatPaise(1_234_567_890)).toBe("₹1,23,45,678.90");
});

test("no paisa is lost where a float would lose one", () => {
  expect(formatPaise(100_499)).toBe("₹1,004.99");
  expect(formatPaise(900_719_925_474_09)).toBe("₹9,00,71,99,25,474.09");
});

test("a saving is rounded down, so that the shop never boasts", () => {
  expect(savingPercent(100_00, 80_00)).toBe(20);
  expect(savingPercent(399_00, 279_00)).toBe(30);
  expect(savingPercent(399_00, 320_00)).toBe(19);
  expect(savingPercent(399_00, 398_00)).toBe(0);
  expect(savingPercent(399_00, 399_00)).toBe(0);
});

test("an amount below nothing has a minus sign, not a hyphen", () => {
  expect([-12_345_650, 0, 29_900].map(formatSigned)).toEqual(["−₹1,23,456.50", "₹0.00", "₹299.00"]);
});
