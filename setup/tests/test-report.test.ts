import { expect, test } from "vitest";

import { describeParts, describeSlowest, readJourneys } from "./test-report.ts";

const spec = (title: string, ok: boolean, ...durations: number[]) => ({
  title,
  ok,
  tests: [{ results: durations.map((duration) => ({ duration })) }],
});

test("journeys are counted by file; a flaky one and an error outside of one are failures", () => {
  const run = readJourneys({
    stats: { expected: 3, unexpected: 1, flaky: 1 },
    errors: [{ message: "The shop did not open" }],
    suites: [
      {
        file: "cart.test.ts",
        specs: [spec("a book is added", true, 1000)],
        suites: [{ file: "cart.test.ts", specs: [spec("a book is removed", false, 500, 700)] }],
      },
    ],
  });
  expect(run).toEqual({
    passed: 3,
    failed: 3,
    failures: ["cart.test.ts: a book is removed", "The shop did not open"],
    files: [{ file: "tests/browser/cart.test.ts", seconds: 2.2 }],
  });
});

test("the slowest files of all runs come first", () => {
  const run = (...seconds: number[]) => ({
    passed: 0,
    failed: 0,
    failures: [],
    files: seconds.map((value) => ({ file: `of-${value}.test.ts`, seconds: value })),
  });
  expect(describeSlowest([run(1, 30), run(12)], 2)).toEqual(["   30.0 s  of-30.test.ts", "   12.0 s  of-12.test.ts"]);
});

test("a part over its budget is a warning with its name, one within it is not", () => {
  const times = new Map([["checks", 60] as const, ["vitest", 200.1] as const]);
  expect(describeParts(times, { checks: 60, vitest: 200 })).toEqual([
    "   60.0 s  checks, of 60 s",
    "  200.1 s  vitest, of 200 s: WARNING, vitest is over its budget",
  ]);
  expect(describeParts(times, {})).toEqual(["   60.0 s  checks", "  200.1 s  vitest"]);
});
