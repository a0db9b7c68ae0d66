import { expect, test } from "vitest";

import { readMomentField, toMomentField } from "./moment-field.ts";

test("a field for day and time is India's clock, wherever the computer stands", () => {
  expect(readMomentField("2026-11-23T00:30")).toBe("2026-11-22T19:00:00.000Z");
  expect(toMomentField("2026-11-22T19:00:00.000Z")).toBe("2026-11-23T00:30");
  expect(toMomentField(readMomentField("2027-12-31T23:59"))).toBe("2027-12-31T23:59");
  expect(toMomentField(null)).toBe("");
});

test("what is no day and time of a calendar is none", () => {
  for (const typed of ["", "tomorrow", "2026-11-23", "2026-02-30T10:00", "2026-13-01T10:00", "2026-11-23T24:61"])
    expect(readMomentField(typed), typed).toBeNull();
});
