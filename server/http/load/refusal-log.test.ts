import { expect, onTestFinished, test, vi } from "vitest";

import { createRefusalLog } from "./refusal-log.ts";

test("however much is refused, the log has one line of it a minute, and the rest when the shop closes", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const refusals = createRefusalLog((line) => lines.push(line));
  for (let times = 0; times < 1_000; times += 1) refusals.note("requests beyond the limit read");
  refusals.note("forms of other sites");
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(lines.splice(0)).toEqual([
    "Refused in the last minute: 1000 requests beyond the limit read, 1 forms of other sites",
  ]);
  vi.advanceTimersByTime(120_000);
  expect(lines).toEqual([]);
  refusals.note("forms of other sites");
  refusals.close();
  expect(lines).toEqual(["Refused in the last minute: 1 forms of other sites"]);
});
