import { expect, test } from "vitest";

import { daysOf, readReportDays } from "./report-days.ts";

/** Half past midnight in India. */
const now = new Date("2026-11-22T19:00:00Z");
const read = (query: string) => readReportDays(new URLSearchParams(query), now);

test("a report is of the last thirty days in India unless it is asked for others", () => {
  expect(read("")).toEqual({ first: "2026-10-25", last: "2026-11-23", problem: null });
  expect(daysOf(read(""))).toHaveLength(30);
  expect(read("to=2026-03-01")).toMatchObject({ first: "2026-01-31", last: "2026-03-01" });
  expect(read("from=2026-11-23&to=2026-11-23")).toMatchObject({ first: "2026-11-23", problem: null });
  expect(daysOf({ first: "2024-02-28", last: "2024-03-01" })).toEqual(["2024-02-28", "2024-02-29", "2024-03-01"]);
});

test.each([
  ["from=2025-11-22&to=2026-11-23", "A report covers at most 366 days. Choose fewer."],
  ["from=2026-11-24", "The first day is after the last one."],
  ["from=2026-02-30", "Write both days as 2026-11-20."],
  ["from=soon&to=2026-11-20", "Write both days as 2026-11-20."],
  ["to=1850-01-01", "Write both days as 2026-11-20."],
  ["from=%00", "Write both days as 2026-11-20."],
])("%s is refused in words", (query, problem) => {
  expect(read(query).problem).toBe(problem);
});

test("a year is not too long", () => {
  expect(read("from=2025-11-23&to=2026-11-23").problem).toBeNull();
  expect(daysOf(read("from=2025-11-23&to=2026-11-23"))).toHaveLength(366);
});
