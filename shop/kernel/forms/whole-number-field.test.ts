import { expect, test } from "vitest";

import { wholeNumberField } from "./whole-number-field.ts";

test("what is no whole number of the range is refused with the range", () => {
  const field = wholeNumberField(1, 1_00_000);
  for (const typed of ["", "0", "100001", "1.5", "-2", "many", "1e3", "9".repeat(30)])
    expect(field.safeParse(typed).error?.issues, typed).toEqual([
      expect.objectContaining({ message: "Write a whole number from 1 to 1,00,000." }),
    ]);
  expect(field.safeParse(undefined).error?.issues[0]?.message).toBe("Write a whole number from 1 to 1,00,000.");
  expect([" 1 ", "0100", "100000"].map((typed) => field.parse(typed))).toEqual([1, 100, 100_000]);
});

test("a number that may be left out says so, and what nothing means", () => {
  const field = wholeNumberField(0, 9_999, { empty: { means: null }, or: ", or leave it empty for the shop’s level" });
  expect(["", " ", "0", "12"].map((typed) => field.parse(typed))).toEqual([null, null, 0, 12]);
  expect(field.safeParse("10000").error?.issues[0]?.message).toBe(
    "Write a whole number from 0 to 9,999, or leave it empty for the shop’s level.",
  );
});
