import { expect, test } from "vitest";

import { arrivalOfParcel } from "./parcel-arrival.ts";

const times = {
  packingDays: 1,
  cities: [2, 4] as [number, number],
  rest: [3, 6] as [number, number],
  far: [5, 10] as [number, number],
  cutOffHour: 24,
  packsOn: [1, 2, 3, 4, 5],
  carriersOn: [1, 2, 3, 4, 5],
  daysOff: [],
};
/** Noon in India. */
const noon = (day: string) => new Date(`${day}T06:30:00Z`);
// Ordered on Monday the 23rd for Bengaluru.
const order = { pin: "560001", arrival: { from: "2026-11-26", by: "2026-11-30" } };

test("a parcel that has left counts from the day it left, whenever the page is read", () => {
  const sent = { shippedAt: noon("2026-11-24").toISOString() };
  for (const day of ["2026-11-24", "2026-12-20"])
    expect(arrivalOfParcel(order, sent, times, noon(day))).toEqual({ from: "2026-11-26", by: "2026-11-30" });
  const late = { shippedAt: noon("2026-12-01").toISOString() };
  expect(arrivalOfParcel(order, late, times, noon("2026-12-01"))).toEqual({ from: "2026-12-03", by: "2026-12-07" });
});

test("one that has not left keeps the promise while it can be kept, then counts from now", () => {
  expect(arrivalOfParcel(order, "not-sent", times, noon("2026-11-23"))).toEqual(order.arrival);
  expect(arrivalOfParcel(order, "not-sent", times, noon("2026-11-27"))).toEqual({
    from: "2026-12-02",
    by: "2026-12-04",
  });
  const unpublished = { pin: "560001", arrival: { from: "2027-02-03", by: "2027-02-05" } };
  expect(arrivalOfParcel(unpublished, "not-sent", times, noon("2026-11-27"))).toEqual(unpublished.arrival);
});

test("an order to which nothing was promised has no day for a parcel either", () => {
  const sent = { shippedAt: noon("2026-11-24").toISOString() };
  for (const parcel of [sent, "not-sent"] as const)
    expect(arrivalOfParcel({ ...order, arrival: null }, parcel, times, noon("2026-11-24"))).toBeNull();
});
