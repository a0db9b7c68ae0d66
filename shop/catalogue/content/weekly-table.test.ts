import { expect, test } from "vitest";

import { sortByBeginning, isTableDay, findLastBeginning } from "./weekly-table.ts";

test("a day of every year comes back with the year, and a day of one year once", () => {
  expect(findLastBeginning("06-10", "2026-06-10")).toBe("2026-06-10");
  expect(findLastBeginning("06-10", "2026-06-09")).toBe("2025-06-10");
  expect(findLastBeginning("12-31", "2027-01-01")).toBe("2026-12-31");
  expect(findLastBeginning("2026-06-10", "2031-01-01")).toBe("2026-06-10");
  expect(findLastBeginning("2026-06-10", "2026-06-09")).toBeNull();
  // 29 February exists in every year, as the day before 1 March.
  expect(findLastBeginning("02-29", "2027-03-01")).toBe("2027-02-29");
  expect(findLastBeginning("02-29", "2027-02-28")).toBe("2026-02-29");
});

test("the table that began last comes first; that of one year alone goes before that of every year", () => {
  const tables = [
    { id: "summer", begins: "03-15" },
    { id: "monsoon", begins: "06-10" },
    { id: "winter", begins: "11-15" },
    { id: "winter-2026", begins: "2026-11-15" },
    { id: "next", begins: "2026-12-01" },
    { id: "a-winter", begins: "11-15" },
  ];
  const on = (today: string) => sortByBeginning(tables, today).map(({ id }) => id);
  expect(on("2026-11-14")).toEqual(["monsoon", "summer", "a-winter", "winter"]);
  expect(on("2026-11-22")).toEqual(["winter-2026", "a-winter", "winter", "monsoon", "summer"]);
  expect(on("2026-12-01")[0]).toBe("next");
  expect(on("2027-02-01")[0]).toBe("next");
  expect(on("2027-03-15")[0]).toBe("summer");
  expect(on("2027-11-15").slice(0, 2)).toEqual(["a-winter", "winter"]);
});

test("a table begins on a day of the calendar, of one year or of every year", () => {
  for (const day of ["06-10", "02-29", "2026-06-10", "2028-02-29"]) expect(isTableDay(day), day).toBe(true);
  for (const day of ["", "soon", "13-01", "02-30", "2026-02-29", "2026-02-30", "6-10", "2026-06-10 "])
    expect(isTableDay(day), day).toBe(false);
});
