import { expect, test } from "vitest";

import { deliveryDays, deliveryRegions, findDeliveryRegion, type DeliveryTimes } from "./delivery-regions.ts";

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

test.each([
  ["560025", "cities"],
  ["110 001", "cities"],
  ["781001", "far"],
  ["190001", "far"],
  ["737101", "far"],
  ["734001", "rest"],
  ["682555", "far"],
  ["682559", "far"],
  ["682501", "rest"],
  ["682001", "rest"],
  ["744101", "far"],
  ["900056", "far"],
  ["999001", "far"],
  ["302001", "rest"],
])("a parcel to %s goes to the region %s", (pin, region) => {
  expect(findDeliveryRegion(pin)?.id).toBe(region);
});

test.each(["", "56002", "5600250", "012345", "56002a", "५६००२५"])("%j is no PIN code", (pin) => {
  expect(findDeliveryRegion(pin)).toBeNull();
});

test("the time to the door is the packing and the road", () => {
  expect(deliveryRegions.map((region) => deliveryDays(times, region))).toEqual([
    [4, 6],
    [9, 14],
    [6, 10],
  ]);
});
