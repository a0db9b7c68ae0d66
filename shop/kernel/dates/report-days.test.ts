import { expect, test } from "vitest";

import { daysOf, listPeriods, readReportDays } from "./report-days.ts";

/** Half past midnight in India. */
const now = new Date("2026-11-22T19:00:00Z");
const read = (query: string) => readReportDays(new URLSearchParams(query), now);

test("a report is of the last thirty days in India unless it is asked for others", () => {
  expect(read("")).toEqual({ first: "2026-10-25", last: "2026-11-23", problem: null, today: "2026-11-23" });
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

test("the usual periods can be reported, also at the ends of months and of the financial year", () => {
  for (const today of ["2026-01-01", "2026-03-31", "2026-04-01", "2028-03-31"])
    for (const { first, last, name } of listPeriods(today))
      expect(read(`from=${first}&to=${last}`).problem, `${name} on ${today}`).toBeNull();
  const find = (today: string, name: string) => listPeriods(today).find((period) => period.name === name);
  expect(find("2026-01-05", "Last month")).toMatchObject({ first: "2025-12-01", last: "2025-12-31" });
  expect(find("2026-03-31", "This financial year")).toMatchObject({ first: "2025-04-01", last: "2026-03-31" });
  expect(find("2026-04-01", "This financial year")).toMatchObject({ first: "2026-04-01", last: "2026-04-01" });
});
