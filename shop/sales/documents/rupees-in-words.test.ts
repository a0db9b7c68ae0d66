import { expect, test } from "vitest";

import { spellRupees } from "./rupees-in-words.ts";

test.each([
  [0, "Rupees Zero Only"],
  [1, "One Paisa Only"],
  [50, "Fifty Paise Only"],
  [100, "Rupees One Only"],
  [1_901, "Rupees Nineteen and One Paisa Only"],
  [2_000, "Rupees Twenty Only"],
  [9_999, "Rupees Ninety-Nine and Ninety-Nine Paise Only"],
  [10_000, "Rupees One Hundred Only"],
  [39_900, "Rupees Three Hundred Ninety-Nine Only"],
  [100_000, "Rupees One Thousand Only"],
  [10_000_000, "Rupees One Lakh Only"],
  [12_345_650, "Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only"],
  [1_000_000_000, "Rupees One Crore Only"],
  [
    123_456_789_012_312,
    "Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six Crore Seventy-Eight Lakh Ninety Thousand One Hundred Twenty-Three and Twelve Paise Only",
  ],
])("%i paise are written %s", (paise, words) => {
  expect(spellRupees(paise)).toBe(words);
});

test("every number of rupees up to a hundred has words of its own", () => {
  const words = Array.from({ length: 101 }, (_, rupees) => spellRupees(rupees * 100));
  expect(new Set(words).size).toBe(101);
  expect(words.filter((one) => /undefined|Zero|--/.test(one))).toEqual(["Rupees Zero Only"]);
});

test("what is no amount is not written", () => {
  for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => spellRupees(amount), String(amount)).toThrow(RangeError);
});
