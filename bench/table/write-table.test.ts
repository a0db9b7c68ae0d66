import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { rowOf, rowOfRounds, rowOfWaits } from "./rows.ts";
import { putFigures, type BenchResult } from "./write-table.ts";

const machine = {
  cores: 2,
  processor: "a processor",
  gigabytes: 8,
  system: "Linux",
  node: "24.21.0",
  postgres: "18.4",
  load: 0.1,
  day: "2026-11-23",
};
const results: BenchResult[] = [
  {
    name: "pages",
    args: "",
    minutes: 2,
    rows: [
      rowOfRounds("bare node:http", "requests/s", [20_000, 26_000, 24_000], { cpuMs: 0.04, ofBare: 1 }),
      rowOfRounds("home, kept", "requests/s", [20_400, 20_000, 21_000], {
        cpuMs: 0.05,
        ofBare: 0.85,
        goal: "80 % of bare",
        isMet: true,
      }),
      rowOfWaits(
        "home, 50 a second",
        Array.from({ length: 100 }, (_, place) => place / 10),
      ),
    ],
  },
  {
    name: "checkout",
    args: "--fast",
    minutes: 1,
    rows: [rowOf("an order", "ms", 38.123, { cpuMs: 38, goal: "30 ms", isMet: false })],
  },
  { name: "desk", args: "", minutes: 0, rows: [] },
];

test("the figures with a goal are in one table, with the machine, spread and ratios to the bare server", () => {
  const page = putFigures("Before\n<!-- figures -->\nold\n<!-- end of figures -->\nAfter\n", machine, results);
  expect(page).toMatch(/^Before\n<!-- figures -->\nMeasured on 2026-11-23, on 2 cores[^\n]*nothing else ran\./);
  expect(page).toMatch(/<!-- end of figures -->\nAfter\n$/);
  const lines = page.split("\n").filter((line) => line.startsWith("| "));
  expect(lines.slice(2)).toEqual([
    "| pages | home, kept | 20,400 requests/s, 85 % of bare, 0.05 ms CPU (20,000–21,000) | ✓ 80 % of bare |",
    "| checkout `--fast` | an order | 38.1 ms, 38 ms CPU | ✗ 30 ms |",
    "| desk | failed (``) |  | ✗ |",
  ]);
});

test("on a busy machine the page says which figures to trust", () => {
  const page = putFigures("<!-- figures --><!-- end of figures -->", { ...machine, load: 4 }, results);
  expect(page).toContain("only CPU times and ratios are reliable");
});

test("the page of benches has a place for them, and one without a place is left alone", () => {
  expect(() =>
    putFigures(readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8"), machine, results),
  ).not.toThrow();
  expect(() => putFigures("no place", machine, results)).toThrow("no place for figures");
});
