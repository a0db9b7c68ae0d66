import { expect, test } from "vitest";

import { readDemo } from "./demo-data.ts";
import { findSeason } from "./demo-offers.ts";

/** The codes of the seasons that contain a moment. */
const codesAt = (moment: string) =>
  readDemo("choices")
    .seasonalPromotions.filter(({ begins, ends }) => findSeason(begins, ends, new Date(moment)))
    .map(({ code }) => code);

test("each day has the offer of its season, and the summer that of the specification alone", () => {
  expect(codesAt("2026-04-10T12:00:00Z")).toEqual([]);
  expect(codesAt("2026-07-01T12:00:00Z")).toEqual(["MONSOON20"]);
  expect(codesAt("2026-09-14T18:29:59Z")).toEqual(["MONSOON20"]);
  expect(codesAt("2026-09-14T18:30:00Z")).toEqual(["FESTIVE20"]);
  expect(codesAt("2026-11-28T12:00:00Z")).toEqual(["WINTER20"]);
  expect(codesAt("2027-03-14T12:00:00Z")).toEqual(["WINTER20"]);
  expect(codesAt("2027-03-15T12:00:00Z")).toEqual([]);
});
