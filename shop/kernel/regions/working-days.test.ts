import { expect, test } from "vitest";

import { listHolidays, movableUntil } from "./indian-holidays.ts";
import { nameWeekdays, readDaysOff, readWeekdays } from "./working-days.ts";

test("movable holidays are known for half a year from now", () => {
  const until = new Date(Date.now() + 183 * 86_400_000).toISOString().slice(0, 10);
  const last = listHolidays(until).filter(({ isMovable }) => isMovable);
  expect(last.length, "add the next year to `movable` in shop/kernel/regions/indian-holidays.ts").toBeGreaterThan(0);
});

test.each([
  ["Mon Tue Sat", [1, 2, 6]],
  ["mon-sat", [1, 2, 3, 4, 5, 6]],
  ["Sat-Mon", [0, 1, 6]],
  ["Monday, Wednesday", [1, 3]],
])("%s are days of the week", (given, days) => {
  expect(readWeekdays(given)).toEqual(days);
});

test.each(["", "none", "Mon-", "Mo", "Mon-Xyz"])("%j are none", (given) => {
  expect(readWeekdays(given)).toBeNull();
});

test.each([
  [[1, 2, 3, 4, 5], "Monday to Friday"],
  [[1, 2, 3, 4, 5, 6], "Monday to Saturday"],
  [[0, 1, 2, 3, 4, 5, 6], "every day"],
  [[0, 1, 3], "Monday, Wednesday and Sunday"],
  [[2, 3], "Tuesday and Wednesday"],
  [[6], "Saturday"],
])("%j are called %s", (days, words) => {
  expect(nameWeekdays(days)).toBe(words);
});

test.each([
  ["2027-01-26", { from: "2027-01-26", to: "2027-01-26", name: "" }],
  ["2027-01-26 Republic Day", { from: "2027-01-26", to: "2027-01-26", name: "Republic Day" }],
  ["2027-10-27 to 2027-11-01: Diwali week", { from: "2027-10-27", to: "2027-11-01", name: "Diwali week" }],
])("%s is read as days off", (line, found) => {
  expect(readDaysOff(line)).toEqual(found);
});

test.each([
  ["Diwali", "must have a day in each line"],
  ["2027-02-30", "must have a day in each line"],
  ["26-01-2027", "must have a day in each line"],
  ["2027-11-01 to 2027-10-27", "must begin with the earlier day"],
  ["2027-01-01 to 2027-12-31", "must have at most 62 days"],
])("%s is refused in words", (line, words) => {
  expect(readDaysOff(line)).toContain(words);
});

test("holidays are those of this year and the next, in their order, each with a day that there is", () => {
  const found = listHolidays("2026-11-28");
  expect(found[0]).toEqual({ on: "2026-12-25", name: "Christmas", isMovable: false });
  expect(found.map(({ on }) => on)).toEqual(found.map(({ on }) => on).toSorted());
  expect(found.every(({ on }) => on < "2028-01-01" && typeof readDaysOff(on) !== "string")).toBe(true);
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Republic Day", "Holi", "Diwali (Laxmi Pujan)"]),
  );
});

test("every year of the list has each movable holiday once, Good Friday by Easter, and the days that the law fixes", () => {
  const years = ["2027", "2028"].map((year) =>
    listHolidays(`${year}-01-01`)
      .filter(({ on }) => on.startsWith(year))
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(years[0]).toEqual(years[1]);
  expect(years[0]).toHaveLength(new Set(years[0]).size);
  const dayOf = (year: string, name: string) => listHolidays(`${year}-01-01`).find((one) => one.name === name);
  expect([2026, 2027, 2028, 2029, 2030].map((year) => dayOf(`${year}`, "Good Friday")?.on)).toEqual([
    "2026-04-03",
    "2027-03-26",
    "2028-04-14",
    "2029-03-30",
    "2030-04-19",
  ]);
  expect(dayOf("2027", "Makar Sankranti, Pongal")).toMatchObject({ on: "2027-01-15", isMovable: true });
  expect(dayOf("2027", "Good Friday")?.isMovable).toBe(false);
  expect(dayOf(movableUntil.slice(0, 4), "Guru Nanak Jayanti")).toBeDefined();
});
