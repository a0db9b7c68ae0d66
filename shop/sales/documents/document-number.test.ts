import { expect, test } from "vitest";

import { documentNumber, financialYearOf } from "./document-number.ts";

test("the financial year turns at midnight of the first of April in India, wherever the server stands", () => {
  expect(financialYearOf(new Date("2027-03-31T18:29:59.999Z"))).toBe("2026-27");
  expect(financialYearOf(new Date("2027-03-31T18:30:00.000Z"))).toBe("2027-28");
  expect(financialYearOf(new Date("2026-04-01T00:00:00+05:30"))).toBe("2026-27");
  expect(financialYearOf(new Date("2026-12-31T23:59:59+05:30"))).toBe("2026-27");
});

test("a financial year across a century keeps two digits", () => {
  expect(financialYearOf(new Date("2099-06-01T00:00:00Z"))).toBe("2099-00");
});

test("numbers name the kind, the year and the place in it, in at most 16 characters", () => {
  expect(documentNumber("EP", "2026-27", 123)).toBe("EP26-27/000123");
  expect(documentNumber("CN", "2026-27", 45)).toBe("CN26-27/000045");
  expect(documentNumber("EP", "2026-27", 99_999_999)).toHaveLength(16);
  expect(documentNumber("SGBP", "2026-27", 999_999)).toHaveLength(16);
});

test("a number that would be too long, or none at all, is refused", () => {
  for (const sequence of [100_000_000, 0, -1, 1.5, Number.NaN])
    expect(() => documentNumber("EP", "2026-27", sequence), String(sequence)).toThrow(RangeError);
});
