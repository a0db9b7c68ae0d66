/**
 * `npm test`: runs checks, tests and the core journeys. `npm run test:all` also runs the other journeys, and the tests
 * that start and kill whole processes. `npm test -- <path>` and `npm test -- --changed` run a selection. The last line
 * of the output is `N passed, N failed`.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { findBrowser } from "#setup/browser/browser.mjs";
import { runChecks, runProgram } from "#setup/checks/checks.ts";
import { selectTests, type Selection } from "./select-tests.ts";
import { testBudget, type TestPart } from "./test-budget.ts";
import { describeParts, describeSlowest, readJourneys, type JourneyReport, type TestRun } from "./test-report.ts";

const root = join(import.meta.dirname, "..", "..");
const results = join(root, "test-results");
const slowestShown = 15;
const selection = selectTests(process.argv.slice(2), root);
/**
 * The times that `setup/test.mjs` passes on: when it began, in milliseconds since 1970, and how long its parts took, in
 * seconds.
 */
const { begun, seconds } = z
  .object({ begun: z.number(), seconds: z.object({ install: z.number(), build: z.number() }) })
  .parse(JSON.parse(String(process.env.TEST_PREPARATION)));
const times = new Map<TestPart, number>([
  ["install", seconds.install],
  ["build", seconds.build],
]);
rmSync(results, { recursive: true, force: true });

const [areChecked, tests, journeys] = await runAll(selection);
const runs = [tests, journeys].filter((run) => run !== null);
for (const failure of runs.flatMap(({ failures }) => failures)) console.error(`✗ ${failure}`);
if (!areChecked) console.error("✗ a check of the sources failed; see above");
printTimes(selection, runs);
const passed = runs.reduce((sum, run) => sum + run.passed, 0);
const failed = runs.reduce((sum, run) => sum + run.failed, areChecked ? 0 : 1);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Runs the checks in parallel with the Vitest tests, and the journeys afterwards, because the timing of journeys needs
 * an idle core.
 */
async function runAll({ checks, vitest, journeys }: Selection): Promise<[boolean, TestRun | null, TestRun | null]> {
  if (vitest || journeys)
    await timed("database", () => runProgram("database", "../tests/support/database/prepare-cluster.ts", []));
  const checked = checks ? timed("checks", () => runChecks()) : Promise.resolve(true);
  const tested = vitest ? timed("vitest", () => runVitest(vitest)) : Promise.resolve(null);
  await Promise.all([checked, tested]);
  const walked = journeys ? await timed("journeys", () => runJourneys(journeys)) : null;
  return [await checked, await tested, walked];
}

async function timed<Value>(part: TestPart, run: () => Promise<Value>): Promise<Value> {
  const begun = performance.now();
  const value = await run();
  times.set(part, (performance.now() - begun) / 1000);
  return value;
}

async function runVitest(flags: string[]): Promise<TestRun> {
  const file = join(results, "tests.json");
  const reporters = ["--reporter=default", `--reporter=${join(root, "setup", "tests", "vitest-reporter.ts")}`];
  const words = flags[0] === "related" ? [...flags, "--run"] : ["run", ...flags];
  const env = { VITEST_RESULTS: file };
  await runProgram("tests", "vitest/vitest.mjs", [...words, "--passWithNoTests", ...reporters], env);
  return read<TestRun>(file) ?? broken("The tests ended without a report; their output is above.");
}

async function runJourneys(flags: string[]): Promise<TestRun> {
  const browser = await findBrowser();
  if (!browser) return broken("No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.");
  const env = { CHROMIUM_PATH: browser };
  await runProgram("journeys", "@playwright/test/cli.js", ["test", ...flags], env);
  const report = read<JourneyReport>(join(results, "journeys.json"));
  return report ? readJourneys(report) : broken("The journeys ended without a report; their output is above.");
}

function broken(failure: string): TestRun {
  return { passed: 0, failed: 1, failures: [failure], files: [] };
}

function read<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return null;
  }
}

function printTimes({ budget }: Selection, ran: TestRun[]) {
  times.set("total", (Date.now() - begun) / 1000);
  console.log(`\nThe ${slowestShown} slowest files:`);
  for (const line of describeSlowest(ran, slowestShown)) console.log(line);
  console.log("\nParts:");
  for (const line of describeParts(times, budget ? testBudget[budget] : {})) console.log(line);
}
