/** Properties of working days and of the promise of delivery, for any calendar, moment and destination. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { arrivalOfSent, nextSendingDay, promiseDelivery } from "./delivery-promise.ts";
import type { DeliveryTimes } from "./delivery-regions.ts";
import {
  addDays,
  dayInIndia,
  firstDay,
  hourInIndia,
  isPackingDay,
  isTransitDay,
  maxDays,
  toIsoDay,
} from "./working-days.ts";

const dayMs = 86_400_000;
const later = (iso: string, days: number) => toIsoDay(Date.parse(iso) + days * dayMs);

const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
// Around the ends of years, one of them a leap year.
const moments = fc.date({ min: new Date("2027-11-01"), max: new Date("2029-03-01"), noInvalidDate: true });
const days = moments.map((moment) => toIsoDay(dayInIndia(moment)));
const daysOff = fc.array(
  fc.tuple(days, fc.integer({ min: 0, max: 62 })).map(([from, more]) => ({ from, to: later(from, more), name: "" })),
  { maxLength: 6 },
);
const range = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
  .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);
const calendars: fc.Arbitrary<DeliveryTimes> = fc.record({
  packingDays: fc.integer({ min: 0, max: 10 }),
  cities: range,
  rest: range,
  far: range,
  cutOffHour: fc.integer({ min: 1, max: 24 }),
  packsOn: weekdays,
  carriersOn: weekdays,
  daysOff,
});
const pins = fc.constantFrom("560001", "302001", "781001");

test("a parcel is sent and arrives on days on which carriers work, in this order and never before the order", () => {
  fc.assert(
    fc.property(calendars, pins, moments, (times, pin, now) => {
      const { sentBy, arrival } = promiseDelivery(times, { pin, now, publishedOn: null });
      const { from, by } = arrival!;
      for (const day of [sentBy, from, by]) expect(isTransitDay(Date.parse(day), times)).toBe(true);
      expect([toIsoDay(dayInIndia(now)), sentBy, from, by].toSorted()).toEqual([
        toIsoDay(dayInIndia(now)),
        sentBy,
        from,
        by,
      ]);
    }),
  );
});

test("the promised number of packing days lies between the order and the parcel", () => {
  fc.assert(
    fc.property(calendars, moments, (times, now) => {
      const { sentBy } = promiseDelivery(times, { pin: null, now, publishedOn: null });
      const today = dayInIndia(now);
      let packing = 0;
      for (let day = today + dayMs; day <= Date.parse(sentBy); day += dayMs)
        packing += isPackingDay(day, times) ? 1 : 0;
      expect(packing).toBeGreaterThanOrEqual(times.packingDays);
    }),
  );
});

test("a later order, and a later publication, is never sent or here earlier", () => {
  fc.assert(
    fc.property(calendars, pins, moments, fc.nat(40 * dayMs), fc.option(days), (times, pin, now, wait, publishedOn) => {
      const first = promiseDelivery(times, { pin, now, publishedOn });
      const second = promiseDelivery(times, { pin, now: new Date(now.getTime() + wait), publishedOn });
      const third = promiseDelivery(times, { pin, now, publishedOn: publishedOn && later(publishedOn, 3) });
      for (const one of [second, third]) {
        expect(one.sentBy >= first.sentBy).toBe(true);
        expect(one.arrival!.from >= first.arrival!.from).toBe(true);
        expect(one.arrival!.by >= first.arrival!.by).toBe(true);
      }
    }),
  );
});

test("another day off never makes a promise earlier, and does not hold up what is on its way", () => {
  fc.assert(
    fc.property(calendars, pins, moments, fc.tuple(days, days), (times, pin, now, [a, b]) => {
      const more = { from: a < b ? a : b, to: a < b ? b : a, name: "Closed" };
      const closed = { ...times, daysOff: [...times.daysOff, more] };
      const promise = (shop: DeliveryTimes) => promiseDelivery(shop, { pin, now, publishedOn: null });
      // An order after the cut-off hour counts as the next day's, but not on a day off, which has no cut-off.
      const today = toIsoDay(dayInIndia(now));
      fc.pre(hourInIndia(now) < times.cutOffHour || today < more.from || today > more.to);
      expect(promise(closed).sentBy >= promise(times).sentBy).toBe(true);
      expect(promise(closed).arrival!.by >= promise(times).arrival!.by).toBe(true);
      const midday = new Date(now.getTime() - hourInIndia(now) * 3_600_000);
      expect(arrivalOfSent({ ...closed, cutOffHour: 24 }, pin, midday)).toEqual(
        arrivalOfSent({ ...times, cutOffHour: 24 }, pin, midday),
      );
    }),
  );
});

test("the next sending day is today or later, never after the promise, and one on which the shop has packed", () => {
  fc.assert(
    fc.property(calendars, moments, (times, now) => {
      const next = nextSendingDay(times, now);
      expect(next >= toIsoDay(dayInIndia(now))).toBe(true);
      expect(next <= promiseDelivery(times, { pin: null, now, publishedOn: null }).sentBy).toBe(true);
      expect(isTransitDay(Date.parse(next), times)).toBe(true);
    }),
  );
});

test("days are counted one after the other, however many there are", () => {
  fc.assert(
    fc.property(calendars, days, fc.nat(20), fc.nat(20), (times, day, some, more) => {
      const packs = (at: number) => isPackingDay(at, times);
      const start = Date.parse(day);
      const both = addDays(start, some + more, packs);
      fc.pre(both < start + maxDays * dayMs);
      expect(addDays(addDays(start, some, packs), more, packs)).toBe(both);
      expect(firstDay(start + dayMs, packs)).toBe(addDays(start, 1, packs));
    }),
  );
});

test("a shop that is closed for good still has an answer, within bounds", () => {
  const closed = [{ from: "2000-01-01", to: "2099-12-31", name: "" }];
  fc.assert(
    fc.property(calendars, pins, moments, (times, pin, now) => {
      const { sentBy, arrival } = promiseDelivery({ ...times, daysOff: closed }, { pin, now, publishedOn: null });
      const end = toIsoDay(dayInIndia(now) + 3 * maxDays * dayMs);
      expect(sentBy < end && arrival!.from < end && arrival!.by < end).toBe(true);
      expect(isTransitDay(Date.parse(arrival!.by), times)).toBe(true);
    }),
  );
});
