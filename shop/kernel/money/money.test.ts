/** Tests of formatting and parsing money, and that no other file converts rupees to paise. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { formatPaise, percentOf, savingPercent } from "./money.ts";
import { readRupees } from "./read-rupees.ts";
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

test("rupees are read to the paisa, whatever their float would be", () => {
  for (let paise = 0; paise <= 20_000; paise += 1) expect(readRupees((paise / 100).toFixed(2))).toBe(paise);
  for (let paise = 9_99_99_900; paise <= 9_99_99_999; paise += 1)
    expect(readRupees(formatPaise(paise)), formatPaise(paise)).toBe(paise);
});

test.each([
  ["0", 0],
  ["150", 15_000],
  ["8.2", 820],
  ["0.05", 5],
  ["007", 700],
  [" 150.50 ", 15_050],
  ["₹ 1,00,000.50", 1_00_000_50],
  ["100,000.50", 1_00_000_50],
  ["1,000", 1_000_00],
  ["99,99,999.99", 99_99_999_99],
  ["999999999.99", 99_99_99_999_99],
])("%j is read as %i paise", (typed, paise) => {
  expect(readRupees(typed)).toBe(paise);
});

test.each([
  "",
  " ",
  "₹",
  ".5",
  "5.",
  "1.005",
  "1.500",
  "1.5.0",
  "1,0",
  "1,00",
  "10,00",
  "1,2,34",
  ",100",
  "1,000,",
  "1 000",
  "-5",
  "+5",
  "1e3",
  "0x10",
  "१५०",
  "Infinity",
  "1000000000",
  "150 rupees",
])("%j is no amount that could be guessed", (typed) => {
  expect(readRupees(typed)).toBeNull();
});

test("half a paisa of a percentage is rounded up, less than half down", () => {
  expect([percentOf(49, 1), percentOf(50, 1), percentOf(51, 1), percentOf(150, 1)]).toEqual([0, 1, 1, 2]);
  expect([percentOf(0, 5), percentOf(999, 0), percentOf(999, 100)]).toEqual([0, 0, 999]);
});

/** Files that multiply by a hundred for another reason: percentages, rounding, or whole rupees. */
const otherHundreds = [
  "app/routes/books/star-counts.tsx",
  "cli/catalogue/import.ts",
  "cli/progress-bar.ts",
  "desk/components/bar-chart.tsx",
  "desk/pages/buying/buying-fields.ts",
  "desk/pages/counter/day-actions.server.ts",
  "desk/pages/import/progress.tsx",
  "shop/catalogue/editing/bulk/plan-bulk.ts",
  "shop/catalogue/fields/check/amount.ts",
  "shop/catalogue/fields/check/details.ts",
  "shop/catalogue/search/number-words.ts",
  "shop/catalogue/shelves/shelf-rows.server.ts",
  "shop/kernel/money/money.ts",
  "shop/kernel/money/read-rupees.ts",
  "shop/office/reports/sales-groupings.ts",
  "shop/office/settings/quotations/quotation-settings.ts",
  "shop/people/reviews/reviews.server.ts",
  "shop/sales/carriers/delhivery/delhivery.server.ts",
  "shop/sales/carriers/shiprocket/answers.ts",
  "shop/sales/counter/price-sale.ts",
];

test("nothing else makes paise of what somebody wrote: rupees are multiplied by a hundred in one place", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const sources = globSync("{app,cli,desk,shop,ui}/**/*.{ts,tsx}", { cwd: root }).filter(
    (path) => !/\.test\./.test(path),
  );
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.filter((path) => /\* ?(100|1e2)\b|\b100 \* /.test(readFileSync(root + path, "utf8")));
  expect(found.sort()).toEqual(otherHundreds);
});
