import { expect, test } from "vitest";

import { isoDay, longDay, longMoment, shortDay, shortMoment, timeOfDay } from "./dates.ts";

const moment = "2026-11-20T20:00:00Z";

test("a moment is told in India's time, wherever the computer stands", () => {
  expect(longDay(moment)).toBe("21 November 2026");
  expect(shortDay(moment)).toBe("21 Nov 2026");
  expect(longMoment(moment)).toBe("21 November 2026 at 1:30 am");
  expect(shortMoment(moment)).toBe("21 Nov 2026, 1:30 am");
  expect(timeOfDay(moment)).toBe("1:30 am");
  expect(isoDay(moment)).toBe("2026-11-21");
});

test("a day without a time is that day, and every way of writing a moment is the same moment", () => {
  expect(longDay("2026-11-21")).toBe("21 November 2026");
  expect(shortDay("2026-11-21")).toBe("21 Nov 2026");
  for (const same of [new Date(moment), Date.parse(moment), "2026-11-20 20:00:00+00"])
    expect(shortMoment(same)).toBe("21 Nov 2026, 1:30 am");
});
