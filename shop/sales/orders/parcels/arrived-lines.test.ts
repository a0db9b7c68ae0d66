import { expect, test } from "vitest";

import { listArrivedLines, type SentOrder } from "./arrived-lines.ts";

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
const line = { quantity: 1, cancelled: 0 };
const first = {
  copies: [{ position: 0, quantity: 1 }],
  // With the reader from the 26th to the 30th.
  shippedAt: noon("2026-11-24").toISOString(),
  deliveredAt: null,
  failure: null,
};
const order: SentOrder = {
  state: "paid",
  pin: "560001",
  isCollection: false,
  arrival: { from: "2026-11-26", by: "2026-11-30" },
  lines: [line, line],
  parcels: [first],
};
const arrivedOn = (day: string, change: Partial<SentOrder> = {}) =>
  listArrivedLines({ ...order, ...change }, times, noon(day));

test("a parcel has arrived when that is recorded, or after its promised days", () => {
  expect(arrivedOn("2026-11-30")).toEqual([]);
  expect(arrivedOn("2026-12-01")).toEqual([0]);
  const recorded = { ...first, deliveredAt: noon("2026-11-25").toISOString() };
  expect(arrivedOn("2026-11-25", { parcels: [recorded] })).toEqual([0]);
  expect(arrivedOn("2026-12-01", { state: "shipped", parcels: [{ ...first, copies: null }] })).toEqual([0, 1]);
  expect(arrivedOn("2026-11-24", { state: "delivered" })).toEqual([0, 1]);
});

test("a parcel that came back or was lost, and an order that was refunded, have not arrived", () => {
  expect(arrivedOn("2026-12-20", { parcels: [{ ...first, failure: "lost" }] })).toEqual([]);
  expect(arrivedOn("2026-12-20", { state: "refunded" })).toEqual([]);
  expect(arrivedOn("2026-12-20", { parcels: [] })).toEqual([]);
});
