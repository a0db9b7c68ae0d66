import { expect, test } from "vitest";

import { estimateDelivery } from "./delivery-estimate.ts";
import { findDeliveryRegion, type DeliveryTimes } from "./delivery-regions.ts";

const times: DeliveryTimes = { packingDays: 2, cities: [2, 4], rest: [4, 8], far: [7, 12] };
const estimate = (pin: string, now: string, given = times) =>
  estimateDelivery(given, findDeliveryRegion(pin)!, new Date(now));

test("working days are counted from the order, over weekends and the end of a month", () => {
  expect(estimate("560001", "2026-11-02T06:00:00Z")).toBe("Fri 6 – Tue 10 Nov");
  expect(estimate("302001", "2026-11-19T06:00:00Z")).toBe("Fri 27 Nov – Thu 3 Dec");
  expect(estimate("781001", "2026-12-21T06:00:00Z")).toBe("Fri 1 – Fri 8 Jan");
});

test("the day is India's: late in the evening in London it is tomorrow", () => {
  expect(estimate("560001", "2026-11-02T18:29:59Z")).toBe("Fri 6 – Tue 10 Nov");
  expect(estimate("560001", "2026-11-02T18:30:00Z")).toBe("Mon 9 – Wed 11 Nov");
});

test("an order of the weekend is counted from Monday", () => {
  const saturday = estimate("560001", "2026-11-07T06:00:00Z");
  expect(saturday).toBe("Thu 12 – Mon 16 Nov");
  expect(estimate("560001", "2026-11-08T06:00:00Z")).toBe(saturday);
});

test("a shop that is sure names one day", () => {
  const sure: DeliveryTimes = { ...times, packingDays: 0, cities: [1, 1] };
  expect(estimate("560001", "2026-11-02T06:00:00Z", sure)).toBe("Tue 3 Nov");
});
