import { SaxesParser } from "saxes";
import { expect, test } from "vitest";

import { drawLineCharts } from "#proving-ground/reports/line-charts.ts";

const minute = 60_000;
const points = (values: number[]) => values.map((value, place) => ({ at: 5 * minute + place * minute, value }));
const picture = drawLineCharts("Under <load> & more", "20 pages a second", 5 * minute, [
  {
    title: "Memory",
    unit: "MB",
    lines: [
      { name: "RSS", points: points([10, 150, 310]) },
      { name: "heap", points: points([5, 60, 80]) },
    ],
  },
  { title: "Handles", unit: "number", lines: [{ name: "handles", points: points([3, 3, 3]) }] },
]);

test("the picture is well-formed, and says of each chart what is measured, in which unit and when", () => {
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => expect.unreachable(error.message));
  parser.write(picture).close();
  for (const words of ["Under &lt;load> &amp; more", "20 pages a second", "Memory", "MB", "RSS", "2 min"])
    expect(picture).toContain(words);
});

test("axes begin at nothing and end at a round number above the highest value", () => {
  const levels = [...picture.matchAll(/text-anchor="end"[^>]*>([\d.]+)</g)].map(([, level]) => Number(level));
  expect(levels).toEqual([0, 200, 400, 0, 2, 4]);
});

test("a line goes from the beginning of the time to its end, and higher is more", () => {
  const [, drawn = ""] = /class="line c0" points="([^"]*)"/.exec(picture) ?? [];
  const [first, , last] = drawn.split(" ").map((pair) => pair.split(",").map(Number));
  expect(first![0]).toBeLessThan(last![0]!);
  expect(first![1]).toBeGreaterThan(last![1]!);
});

test("it has colours for the dark too", () => {
  expect(picture).toContain("prefers-color-scheme: dark");
});
