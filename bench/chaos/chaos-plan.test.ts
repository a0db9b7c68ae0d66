import { expect, test } from "vitest";

import { planChaos } from "./chaos-plan.ts";

test("without options chaos lasts two minutes by seed 1 and leaves nothing out", () => {
  expect(planChaos([])).toMatchObject({ minutes: 2, seed: 1, shoppers: 24, lateScale: 1, leftOut: [] });
});

test("options set minutes, seed and readers", () => {
  const words = "--minutes 0.5 --seed 0 --shoppers 8 --log chaos.log";
  expect(planChaos(words.split(" "))).toMatchObject({ minutes: 0.5, seed: 0, shoppers: 8, logFile: "chaos.log" });
});

test("a quick run is shorter, by the same seed and with as many readers, and says what it leaves out", () => {
  expect(planChaos(["--quick"])).toMatchObject({
    minutes: 1,
    seed: 1,
    shoppers: 24,
    lateScale: 1 / 6,
    leftOut: [
      "1 of 2 min of faults",
      "orders that expire while faults are injected",
      "payments that succeed after their order has expired",
    ],
  });
  expect(planChaos(["--quick", "--seed", "7"])).toMatchObject({ minutes: 1, seed: 7 });
});

test.each([
  ["--quick --minutes 5", "--quick already sets --minutes"],
  ["--minutes five", "--minutes must be a number"],
  ["--shoppers 0", "--shoppers must be a whole number of at least 1"],
  ["--fast", "--fast"],
])("%s is refused", (words, message) => {
  expect(() => planChaos(words.split(" "))).toThrow(message);
});
