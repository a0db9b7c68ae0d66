import { expect, test } from "vitest";

import { BoundedLines, logLimits } from "./bounded-lines.ts";

/** A log whose clock the test moves. */
function openLines() {
  const clock = { now: 0 };
  const written: string[] = [];
  const lines = new BoundedLines(
    ({ level, text }) => written.push(`${level} ${text}`),
    () => clock.now,
  );
  const say = (text: string) => lines.offer({ level: "error", text, facts: {} });
  return { clock, written, lines, say };
}

test("a line that comes again is counted, and told once its time is over", () => {
  const { clock, written, lines, say } = openLines();
  for (let time = 0; time < 1_000; time += 1) say("Razorpay is away.\n    at somewhere.ts:1");
  expect(written).toEqual(["error Razorpay is away.\n    at somewhere.ts:1"]);
  clock.now = logLimits.sameLineSeconds * 1000 - 1;
  lines.flushCounts();
  expect(written).toHaveLength(1);
  clock.now += 1;
  lines.flushCounts();
  expect(written.slice(1)).toEqual(["error Razorpay is away. (999 more times)"]);
  say("Razorpay is away.\n    at somewhere.ts:1");
  expect(written).toHaveLength(3);
});

test("the same words with another weight are another line", () => {
  const { written, lines, say } = openLines();
  say("It is late.");
  lines.offer({ level: "warn", text: "It is late.", facts: {} });
  expect(written).toEqual(["error It is late.", "warn It is late."]);
});

test("a second has so many lines, and what was left out is told in the next", () => {
  const { clock, written, lines, say } = openLines();
  for (let order = 0; order < logLimits.linesPerSecond + 30; order += 1) say(`Order ${order} failed.`);
  expect(written).toHaveLength(logLimits.linesPerSecond);
  clock.now = 1_000;
  say("Order 99 failed.");
  expect(written.slice(logLimits.linesPerSecond)).toEqual([
    "warn 30 lines of the log were left out: there were too many.",
    "error Order 99 failed.",
  ]);
  expect(lines.counts).toEqual({ info: 0, warn: 1, error: logLimits.linesPerSecond + 1, "left-out": 30 });
});

test("at the end everything that was counted is told", () => {
  const { written, lines, say } = openLines();
  for (let time = 0; time < 3; time += 1) say("It fails.");
  for (let order = 0; order < logLimits.linesPerSecond; order += 1) say(`Order ${order} failed.`);
  lines.flushCounts(true);
  expect(written.slice(-2)).toEqual([
    "error It fails. (2 more times)",
    "warn 1 lines of the log were left out: there were too many.",
  ]);
});
