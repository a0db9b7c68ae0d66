import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { findBrowser } from "./browser.mjs";
import { runChecks, runProgram } from "./checks.ts";

const results = join(import.meta.dirname, "..", "test-results");
rmSync(results, { recursive: true, force: true });

// Tests and journeys each spend part of their time waiting for a database, a process or a page: at once they keep two
// cores busy. What the journeys print comes after the tests.
const checked = runChecks();
const tested = checked.then(() =>
  runProgram("rules, records and requests", "vitest/vitest.mjs", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${join(results, "tests.json")}`,
  ]),
);
const browser = await findBrowser();
if (browser)
  await runProgram("journeys", "@playwright/test/cli.js", ["test"], { env: { CHROMIUM_PATH: browser }, after: tested });
else console.error("✗ journeys: no Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.");
const wereChecked = await checked;
await tested;

const tests = read<{ numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; success: boolean }>(
  "tests.json",
);
const journeys = read<{ stats: { expected: number; unexpected: number; flaky: number } }>("journeys.json");
const passed = (tests?.numPassedTests ?? 0) + (journeys?.stats.expected ?? 0);
let failed = (tests?.numFailedTests ?? 0) + (journeys ? journeys.stats.unexpected + journeys.stats.flaky : 1);
// A file that could not even be loaded has no test to count, and checks are not tests: each is one failure.
if (!tests || (!tests.success && tests.numFailedTests === 0)) failed += 1;
if (!wereChecked) failed += 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function read<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(join(results, file), "utf8")) as T;
  } catch {
    return null;
  }
}
