/** Tests what Today says of days off and sending days, and when an answer to a reader is due. */
import { expect, test } from "vitest";

import type { Waiting } from "#shop/office/back-office/today.server.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";
import { describeDaysOff } from "./describe-days-off.ts";
import { describeLine } from "./describe-waiting.ts";

const times: DeliveryTimes = {
  packingDays: 2,
  cities: [2, 4],
  rest: [4, 8],
  far: [7, 12],
  cutOffHour: 15,
  packsOn: [1, 2, 3, 4, 5, 6],
  carriersOn: [1, 2, 3, 4, 5, 6],
  daysOff: [],
};
const dayOff = (from: string, name: string, to = from) => ({ ...times, daysOff: [{ from, to, name }] });
const noon = (day: string) => new Date(`${day}T06:30:00Z`);

test("a day off is named, with the next packing day", () => {
  expect(describeDaysOff(times, noon("2027-01-22"))).toBeNull();
  expect(describeDaysOff(times, noon("2027-01-24"))).toBe(
    "Nobody packs today (Sunday). The next packing day is Mon 25 Jan.",
  );
  expect(describeDaysOff(dayOff("2027-01-26", "Republic Day"), noon("2027-01-26"))).toBe(
    "Nobody packs today (Republic Day). The next packing day is Wed 27 Jan.",
  );
  expect(describeDaysOff(dayOff("2000-01-01", "", "2027-01-31"), noon("2027-01-26"))).toBe(
    "Nobody packs today. The next packing day is Mon 1 Feb.",
  );
});

test("the next days off are announced two weeks before, and a date that may move is to be checked", () => {
  const holi = dayOff("2027-03-22", "Holi");
  expect(describeDaysOff(holi, noon("2027-03-06"))).toBeNull();
  expect(describeDaysOff(holi, noon("2027-03-08"))).toBe(
    "Nobody packs on Mon 22 Mar (Holi). Check the date: it may be a day earlier or later.",
  );
  expect(describeDaysOff(dayOff("2027-03-08", "Book fair", "2027-03-10"), noon("2027-03-05"))).toBe(
    "Nobody packs from Mon 8 Mar to Wed 10 Mar (Book fair).",
  );
});

function describe(kind: Waiting["kind"], since: string, now: string, given = times) {
  return describeLine({ kind, count: 1, since, items: [] }, new Date(now), [kind], given);
}

test("parcels that may be late are to be sent today, or by the next day on which parcels leave", () => {
  const hint = (now: string, given = times) => describe("parcels-in-danger", "2027-01-20T06:00:00Z", now, given).hint;
  const send = (when: string) => `Some may already be late. Send the others ${when} to deliver them as promised.`;
  expect(hint("2027-01-22T09:29:00Z")).toBe(send("today"));
  expect(hint("2027-01-22T09:31:00Z")).toBe(send("by Sat 23 Jan"));
  expect(hint("2027-01-24T06:00:00Z")).toBe(send("by Mon 25 Jan"));
  expect(hint("2027-01-25T06:00:00Z", dayOff("2027-01-25", "Closed", "2027-01-29"))).toBe(send("by Sat 30 Jan"));
});

test("an answer is urgent on the second working day after the question", () => {
  for (const kind of ["messages", "returns-to-answer"] as const) {
    const isUrgent = (now: string, given = times) => describe(kind, "2027-01-22T12:00:00Z", now, given).isUrgent;
    // Asked on a Friday.
    expect(isUrgent("2027-01-23T12:00:00Z")).toBe(false);
    expect(isUrgent("2027-01-24T12:00:00Z")).toBe(false);
    expect(isUrgent("2027-01-24T19:00:00Z")).toBe(true);
    expect(isUrgent("2027-01-25T06:00:00Z", dayOff("2027-01-25", "Closed"))).toBe(false);
  }
});
