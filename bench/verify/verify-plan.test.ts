import { existsSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { parts, planVerify } from "./verify-plan.ts";

const root = join(import.meta.dirname, "..", "..");
const plan = (words: string) => planVerify(words.split(" ").filter(Boolean));

test("a full run has every part, ten minutes of chaos and thirty of soak, and leaves nothing out", () => {
  const { svg, tests, ...full } = plan("");
  expect(full).toEqual({
    parts,
    chaos: { minutes: 10, shoppers: 24, lateScale: 1 },
    seed: 1,
    soakMinutes: 30,
    pagesPerSecond: 12,
    leftOut: [],
  });
  expect(svg).toBe(join(root, "docs", "soak.svg"));
  expect(tests.cluster).toContain("tests/cluster/full-disk.test.ts");
});

test("a quick run names for each part what it leaves out, and draws its soak elsewhere", () => {
  const quick = plan("--quick");
  expect(quick.parts).toEqual(["security", "faults", "chaos", "soak", "invariants"]);
  expect(quick.chaos.minutes).toBeLessThan(1);
  expect(quick.soakMinutes).toBeLessThan(1);
  expect(quick.svg).toBe(join(root, "test-results", "soak.svg"));
  expect([...new Set(quick.leftOut.map(({ part }) => part))]).toEqual(parts.filter((part) => part !== "invariants"));
  expect(quick.leftOut).toContainEqual({ part: "cluster", what: "tests that need programs of Debian" });
  expect(quick.leftOut).toContainEqual({ part: "soak", what: "29.5 of 30 min of load" });
});

test.each(["security", "faults"] as const)("a quick run has some of the %s tests of a full one", (part) => {
  const [some, all] = [plan("--quick").tests[part], plan("").tests[part]];
  expect(all).toEqual(expect.arrayContaining(some));
  expect(plan("--quick").leftOut).toContainEqual({
    part,
    what: `${all.length - some.length} of ${all.length} files of tests`,
  });
  expect(some.length).toBeLessThan(all.length);
});

test("every test file that is named is there", () => {
  const named = Object.values(plan("").tests).flat();
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("some parts alone, quick or not", () => {
  expect(plan("--only soak,security")).toMatchObject({ parts: ["security", "soak"], leftOut: [] });
  expect(plan("--quick --only soak,away")).toMatchObject({
    parts: ["soak"],
    leftOut: [{ part: "away" }, { part: "soak" }],
  });
});

test("minutes are those of chaos and of soak, and the picture in the documentation stays", () => {
  const { chaos, soakMinutes, svg, leftOut } = plan("--minutes 240 --pages 20");
  expect([chaos.minutes, soakMinutes, leftOut]).toEqual([240, 240, []]);
  expect(svg).toBe(join(root, "test-results", "soak.svg"));
  expect(plan("--minutes 240 --svg other.svg").svg).toBe("other.svg");
});

test.each([
  ["--quick --minutes 1", "--quick already sets --minutes"],
  ["--minutes 0.1", "--minutes must be a number of at least 0.5"],
  ["--pages 1.5", "--pages must be a whole number"],
  ["--only everything", "There is no part everything."],
])("%s is refused", (words, message) => {
  expect(() => plan(words)).toThrow(message);
});
