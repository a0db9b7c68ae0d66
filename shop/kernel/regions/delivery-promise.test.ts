/** Tests the promised days of delivery: working days, weekends, holidays, days off and unpublished books. */

import fc from "fast-check";
import { expect, test } from "vitest";

import {
  type Parcel,
  arrivalOfSent,
  fastestArrivals,
  nameArrival,
  promiseDelivery,
  formatPromise,
  formatShortPromise,
} from "./delivery-promise.ts";
import { deliveryDays, findDeliveryRegion, type DeliveryTimes } from "./delivery-regions.ts";

const times: DeliveryTimes = {
  packingDays: 2,
  cities: [2, 4],
  rest: [4, 8],
  far: [7, 12],
  cutOffHour: 24,
  packsOn: [1, 2, 3, 4, 5],
  carriersOn: [1, 2, 3, 4, 5],
  daysOff: [],
};
const parcel = (pin: string | null, now: string, more: Partial<Parcel> = {}): Parcel => ({
  pin,
  now: new Date(now),
  publishedOn: null,
  ...more,
});
const days = (pin: string, now: string, given = times) =>
  nameArrival(promiseDelivery(given, parcel(pin, now)).arrival!);
const say = (feePaise: number, ...about: Parameters<typeof parcel>) =>
  formatPromise(promiseDelivery(times, parcel(...about)), feePaise);

test("the days that a carrier states for a PIN code replace those of its region", () => {
  const at = "2026-11-02T06:00:00Z";
  // Two packing days, then one or three days in transit.
  expect(nameArrival(promiseDelivery(times, parcel("560001", at, { carrierDays: 1 })).arrival!)).toBe("Thu 5 Nov");
  const later = promiseDelivery(times, parcel("560001", at, { carrierDays: 3 }));
  expect(nameArrival(later.arrival!)).toBe("Fri 6 – Mon 9 Nov");
  expect(later.workingDays).toEqual([4, 5]);
});

test("working days are counted from the order, over weekends and the end of a month", () => {
  expect(days("560001", "2026-11-02T06:00:00Z")).toBe("Fri 6 – Tue 10 Nov");
  expect(days("302001", "2026-11-19T06:00:00Z")).toBe("Fri 27 Nov – Thu 3 Dec");
  expect(days("781001", "2026-12-21T06:00:00Z")).toBe("Fri 1 – Fri 8 Jan");
});

test("the day is India's: late in the evening in London it is tomorrow", () => {
  expect(days("560001", "2026-11-02T18:29:59Z")).toBe("Fri 6 – Tue 10 Nov");
  expect(days("560001", "2026-11-02T18:30:00Z")).toBe("Mon 9 – Wed 11 Nov");
});

test("an order of the weekend is counted from Monday", () => {
  const saturday = days("560001", "2026-11-07T06:00:00Z");
  expect(saturday).toBe("Thu 12 – Mon 16 Nov");
  expect(days("560001", "2026-11-08T06:00:00Z")).toBe(saturday);
});

test("after the shop's hour an order counts as the next working day's, and a weekend has no hour", () => {
  const till15 = { ...times, cutOffHour: 15 };
  expect(days("560001", "2026-11-02T09:29:59Z", till15)).toBe("Fri 6 – Tue 10 Nov");
  expect(days("560001", "2026-11-02T09:30:00Z", till15)).toBe("Mon 9 – Wed 11 Nov");
  expect(days("560001", "2026-11-08T12:00:00Z", till15)).toBe(days("560001", "2026-11-07T06:00:00Z"));
});

test("a shop that is sure names one day", () => {
  const sure: DeliveryTimes = { ...times, packingDays: 0, cities: [1, 1] };
  expect(days("560001", "2026-11-02T06:00:00Z", sure)).toBe("Tue 3 Nov");
});

test("the promise is one sentence with the cost: for all of India, then for a PIN code", () => {
  const now = "2026-11-02T06:00:00Z";
  expect(say(0, null, now)).toBe(
    "Free delivery across India: 4 to 6 working days to large cities, up to 14 elsewhere. Sent by Wed 4 Nov.",
  );
  expect(say(4900, "012345", now)).toBe(
    "Delivery for ₹49.00 across India: 4 to 6 working days to large cities, up to 14 elsewhere. Sent by Wed 4 Nov.",
  );
  expect(say(0, "560 001", now)).toBe("Free delivery to 560001, arriving Fri 6 to Tue 10 Nov. Sent by Wed 4 Nov.");
  expect(say(4900, "744101", now)).toBe(
    "Delivery for ₹49.00 to 744101, arriving Fri 13 to Fri 20 Nov. Sent by Wed 4 Nov.",
  );
});

test("where all of India takes as long as its cities, one span says it", () => {
  const alike: DeliveryTimes = { ...times, rest: [2, 4], far: [2, 4] };
  const promise = promiseDelivery(alike, parcel(null, "2026-11-02T06:00:00Z"));
  expect(formatPromise(promise, 0)).toBe("Free delivery across India: 4 to 6 working days. Sent by Wed 4 Nov.");
});

test("a narrow bar has the same promise in fewer words", () => {
  const shortly = (feePaise: number, ...about: Parameters<typeof parcel>) =>
    formatShortPromise(promiseDelivery(times, parcel(...about)), feePaise);
  const now = "2026-11-02T06:00:00Z";
  expect(shortly(0, null, now)).toBe("Free delivery, in 4 to 6 working days to large cities");
  expect(shortly(4900, "560001", now)).toBe("Delivery for ₹49.00, arriving Fri 6 to Tue 10 Nov");
  expect(shortly(0, null, now, { publishedOn: "2027-01-12" })).toBe(
    "Free delivery, in 4 to 6 working days to large cities once it is out",
  );
});

test("a book that is not out yet is promised from the day it comes out, one that is out from the order", () => {
  const now = "2026-11-02T06:00:00Z";
  const publishedOn = "2027-01-12";
  expect(say(0, "560001", now, { publishedOn })).toBe(
    "Comes out on 12 January 2027. Free delivery to 560001, arriving Mon 18 to Wed 20 Jan. Sent by Thu 14 Jan.",
  );
  expect(say(0, null, now, { publishedOn })).toBe(
    "Comes out on 12 January 2027. Free delivery across India: 4 to 6 working days to large cities, up to 14 elsewhere after that. Sent by Thu 14 Jan.",
  );
  expect(say(0, "560001", now, { publishedOn: "2019-04-25" })).toBe(say(0, "560001", now));
});

test("a promise never ends before the order and its books are there, and never on a weekend", () => {
  const pins = fc.constantFrom("560001", "302001", "781001", "682551", "900056");
  const moment = fc.date({ min: new Date("2026-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
  const day = fc.option(moment.map((date) => date.toISOString().slice(0, 10)));
  fc.assert(
    fc.property(pins, moment, day, fc.integer({ min: 1, max: 24 }), (pin, now, publishedOn, cutOffHour) => {
      const { arrival } = promiseDelivery({ ...times, cutOffHour }, { pin, now, publishedOn });
      const { from, by } = arrival!;
      const [least] = deliveryDays(times, findDeliveryRegion(pin)!);
      const start = Math.max(now.getTime(), publishedOn === null ? 0 : Date.parse(publishedOn));
      expect(Date.parse(from)).toBeGreaterThan(start + (least - 2) * 86_400_000);
      expect(by >= from).toBe(true);
      for (const iso of [from, by]) expect(new Date(iso).getUTCDay() % 6).not.toBe(0);
    }),
    { numRuns: 200 },
  );
});

const saturdays = { ...times, packsOn: [1, 2, 3, 4, 5, 6], carriersOn: [1, 2, 3, 4, 5, 6] };
const arrivalAt = (shop: DeliveryTimes, at: string) =>
  promiseDelivery(shop, { pin: "560001", now: new Date(at), publishedOn: null }).arrival;

test("a shop that packs on Saturdays counts them, until the parcel leaves and on the road", () => {
  // Thursday, 5 November 2026: the two days for packing are Friday and Saturday.
  expect(arrivalAt(times, "2026-11-05T06:00:00Z")).toEqual({ from: "2026-11-11", by: "2026-11-13" });
  expect(arrivalAt(saturdays, "2026-11-05T06:00:00Z")).toEqual({ from: "2026-11-10", by: "2026-11-12" });
});

test("the shop packs and carriers move parcels each on their own days", () => {
  const fiveDays = { ...saturdays, packsOn: [1, 2, 3, 4, 5] };
  // Thursday, 5 November 2026: packed on Monday, and Saturday is a day in transit.
  expect(promiseDelivery(fiveDays, parcel("560001", "2026-11-05T06:00:00Z"))).toMatchObject({
    sentBy: "2026-11-09",
    arrival: { from: "2026-11-11", by: "2026-11-13" },
  });
  expect(arrivalOfSent(fiveDays, "560001", new Date("2026-11-05T06:00:00Z"))).toEqual({
    from: "2026-11-07",
    by: "2026-11-10",
  });
  // Packed on Sunday, the 8th, when no carrier comes.
  const everyDay = { ...saturdays, packsOn: [0, 1, 2, 3, 4, 5, 6] };
  expect(promiseDelivery(everyDay, parcel("560001", "2026-11-06T06:00:00Z"))).toMatchObject({
    sentBy: "2026-11-09",
    arrival: { from: "2026-11-11", by: "2026-11-13" },
  });
});

test("while the shop is shut nothing leaves, and what is on the road goes on", () => {
  const shut = { ...saturdays, daysOff: [{ from: "2026-11-06", to: "2026-11-12", name: "Diwali" }] };
  // Friday the 13th and Saturday the 14th are the days for packing.
  expect(arrivalAt(shut, "2026-11-05T06:00:00Z")).toEqual({ from: "2026-11-17", by: "2026-11-19" });
  expect(arrivalOfSent(shut, "560001", new Date("2026-11-05T06:00:00Z"))).toEqual({
    from: "2026-11-07",
    by: "2026-11-10",
  });
  // Without days for packing, the parcel leaves on the first packing day.
  expect(arrivalAt({ ...shut, packingDays: 0 }, "2026-11-08T06:00:00Z")).toEqual({
    from: "2026-11-16",
    by: "2026-11-18",
  });
  // The cut-off hour does not apply to an order on a day off.
  expect(arrivalAt({ ...shut, cutOffHour: 1 }, "2026-11-08T06:00:00Z")).toEqual(
    arrivalAt(shut, "2026-11-08T06:00:00Z"),
  );
});

test("what may come late is known by the first day on which somebody packs", () => {
  const shut = { ...saturdays, daysOff: [{ from: "2026-11-09", to: "2026-11-11", name: "" }] };
  expect(fastestArrivals(saturdays, new Date("2026-11-09T06:00:00Z")).cities).toBe("2026-11-11");
  expect(fastestArrivals(shut, new Date("2026-11-09T06:00:00Z")).cities).toBe("2026-11-14");
});

test("no carrier works on the three national holidays", () => {
  // Saturday, 23 January 2027: Monday is the first day for packing, and Tuesday is Republic Day.
  const quick = { ...saturdays, packingDays: 1, cities: [1, 1] as [number, number] };
  expect(arrivalAt(quick, "2027-01-23T06:00:00Z")).toEqual({ from: "2027-01-27", by: "2027-01-27" });
});
