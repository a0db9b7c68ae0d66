import { readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { benchNames, planBench, sizeOf } from "./bench-plan.ts";

test("every bench has a size at which all of them end in bearable time", () => {
  const benches = readdirSync(join(import.meta.dirname, "..")).flatMap(
    (file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? [],
  );
  expect(benchNames.toSorted()).toEqual(benches.toSorted());
});

test("without a name all benches run at full size, except the one that installs packages", () => {
  const names = benchNames.filter((name) => name !== "peers");
  expect(planBench([])).toEqual({ kind: "table", isQuick: false, names, leftOut: [] });
  expect(planBench(["peers"])).toEqual({ kind: "one", name: "peers" });
});

test("a bench with options of its own runs alone", () => {
  expect(planBench(["search", "--books", "1000"])).toEqual({ kind: "one", name: "search" });
});

test("a quick run names the benches that it leaves out and the sizes that it makes smaller", () => {
  const plan = planBench(["--quick"]);
  expect(plan).toMatchObject({ kind: "table", isQuick: true, names: ["pages", "checkout", "start"] });
  expect(plan).toHaveProperty("leftOut", [
    "the benches sizes, search, suggestions, import, import-under-load, overload, database-unavailable, first-visit, desk",
    "pages: it runs with 3 rounds and 1 s of requests instead of 4 rounds and 5 s of requests",
    "checkout: it runs with 3 s of requests instead of 15 s of requests",
    "start: it runs with 3 rounds instead of 5 rounds",
    expect.stringMatching(/^bench\/README\.md: it keeps the figures of the last full run/),
  ]);
  expect(sizeOf("pages", { isQuick: true })).toEqual({ args: "", seconds: 1, rounds: 3 });
});

test("a quick run may name its benches, before the flag or after it", () => {
  expect(planBench(["--quick", "desk"])).toMatchObject({ isQuick: true, names: ["desk"] });
  expect(planBench(["desk", "search", "--quick"])).toMatchObject({ isQuick: true, names: ["desk", "search"] });
});

test.each([["page"], ["--quick", "page"], ["--fast"]])("%s is refused", (...words) => {
  expect(() => planBench(words)).toThrow(/^There is no bench /);
});
