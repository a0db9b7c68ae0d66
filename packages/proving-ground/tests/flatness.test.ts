import { expect, test } from "vitest";

import { judgeFlatness } from "#proving-ground/reports/flatness.ts";

const run = (value: (minute: number) => number) =>
  Array.from({ length: 361 }, (_, place) => ({ at: place * 5_000, value: value((place * 5) / 60) }));

test("what fills up first and then stays is flat", () => {
  const warming = run((minute) => 150 + 100 * Math.min(1, minute / 9));
  expect(judgeFlatness(warming, 0)).toMatchObject({ isFlat: true, mean: expect.closeTo(250, 0) });
});

test("a saw is flat, and what falls is too", () => {
  expect(
    judgeFlatness(
      run((minute) => 100 + 40 * (minute % 1)),
      0,
    ).isFlat,
  ).toBe(true);
  expect(
    judgeFlatness(
      run((minute) => 300 - 5 * minute),
      0,
    ).isFlat,
  ).toBe(true);
});

test("what leaks is not: a little more each minute, under any noise", () => {
  const leak = judgeFlatness(
    run((minute) => 200 + 2 * minute + 15 * Math.sin(minute * 7)),
    5,
  );
  expect(leak.isFlat).toBe(false);
  expect(leak.growth).toBeCloseTo(40, -1);
});

test("a few more of what there are few of is within the allowance", () => {
  const few = run((minute) => 2 + minute / 20);
  expect(judgeFlatness(few, 5).isFlat).toBe(true);
  expect(judgeFlatness(few, 0.5).isFlat).toBe(false);
});
