import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { PaymentAnswer } from "#app/client/paying/checkout-answer.ts";
import { watchWidget } from "./watch-widget.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Case {
  status?: PaymentAnswer["state"] | null;
  /** Whether the widget is visible at each check; the last value repeats. */
  shown?: boolean[];
  stopAfter?: number;
}

/** Watches a widget for ten minutes at most; returns how often the watch asked and ended within `seconds`. */
async function watch(seconds: number, { status = "unpaid", shown = [true], stopAfter }: Case = {}) {
  const seen = { asked: 0, ended: 0 };
  let looks = 0;
  const widget = {
    forMs: 600_000,
    isShown: () => shown[Math.min(looks++, shown.length - 1)]!,
    onEnd: () => void (seen.ended += 1),
  };
  const stop = watchWidget(widget, async () => {
    seen.asked += 1;
    return status;
  });
  if (stopAfter !== undefined) setTimeout(stop, stopAfter * 1000);
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return seen;
}

test("a watch asks every four seconds, after a minute every twelve, and ends when the payment has come to an end", async () => {
  expect(await watch(21)).toEqual({ asked: 5, ended: 0 });
  expect(await watch(61)).toEqual({ asked: 15, ended: 0 });
  expect(await watch(181)).toEqual({ asked: 25, ended: 0 });
  expect(await watch(21, { status: "confirming" })).toEqual({ asked: 5, ended: 0 });
  for (const status of ["paid", "review"] as const) expect(await watch(60, { status })).toEqual({ asked: 1, ended: 1 });
});

test("a shop that cannot be reached ends nothing", async () => {
  expect(await watch(21, { status: null })).toEqual({ asked: 5, ended: 0 });
});

test("a watch is over with its time, and when it is stopped", async () => {
  expect(await watch(3600)).toEqual({ asked: 60, ended: 1 });
  expect(await watch(3600, { stopAfter: 9 })).toEqual({ asked: 2, ended: 0 });
});

test("a widget that was there and is gone at two looks ends the watch; one that hides for a moment does not", async () => {
  expect(await watch(60, { shown: [true, false] })).toEqual({ asked: 3, ended: 1 });
  expect(await watch(60, { shown: [true, false, true] })).toEqual({ asked: 15, ended: 0 });
  expect(await watch(60, { shown: [false] })).toEqual({ asked: 15, ended: 0 });
});
