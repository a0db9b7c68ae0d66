import { setTimeout as pause } from "node:timers/promises";

import { expect, test, vi } from "vitest";

import { startFaultLoops } from "#proving-ground/faults/fault-loops.ts";
import { excuseFailures, isNear, type Incident } from "#proving-ground/faults/incidents.ts";
import { seededRandomOf } from "#proving-ground/faults/seeded-random.ts";

const chanceFor = (name: string) => seededRandomOf(1, name);
const { signal } = new AbortController();

test("the same seed gives the same choices, whatever other purposes draw", () => {
  const draw = (purpose: string) => {
    const random = seededRandomOf(7, purpose);
    return [random.next(), random.below(10), random.pick(["a", "b", "c"]), random.weigh({ often: 9, rarely: 1 })];
  };
  const first = draw("kill");
  expect(draw("cut")).not.toEqual(first);
  expect(draw("kill")).toEqual(first);
});

test("loops inject faults until they are stopped, and go on after one that fails", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  let injected = 0;
  const loops = {
    kill: { seconds: () => 0.001, inject: async () => void (injected += 1) },
    cut: { seconds: () => 0.001, inject: () => Promise.reject(new Error("no database")) },
  };
  const running = startFaultLoops(loops, { chanceFor, signal });
  await expect.poll(() => injected).toBeGreaterThan(2);
  await expect.poll(() => error.mock.calls.length).toBeGreaterThan(1);
  await running.stop();
  const then = injected;
  await pause(20);
  expect(injected).toBe(then);
  expect(error.mock.calls[0]![0]).toBe("Trouble with cut:");
  error.mockRestore();
});

const cut: Incident = { what: "cut", from: 100, to: 110, connections: 1 };
const failed = (from: number, to: number) => ({ kind: "500 /", from, to });

test("an incident affects what overlaps it, and for a second what begins after it; a lost COMMIT only the former", () => {
  expect(isNear(cut, 50, 99)).toBe(false);
  expect(isNear(cut, 50, 100)).toBe(true);
  expect(isNear(cut, 1_000, 1_001)).toBe(true);
  expect(isNear(cut, 1_200, 1_201)).toBe(false);
  expect(isNear({ ...cut, what: "lost commit" }, 111, 120)).toBe(false);
});

test("each broken connection excuses one failed response, the one that ended first", () => {
  const [first, second] = [failed(90, 105), failed(95, 120)];
  expect(excuseFailures([second, first], [cut])).toEqual({ excused: [first], unexcused: [second] });
  expect(excuseFailures([first, second], [{ ...cut, connections: 2 }]).unexcused).toEqual([]);
  expect(excuseFailures([first], [{ ...cut, what: "kill", connections: 0 }]).unexcused).toEqual([first]);
});
