import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { findBrowser } from "./browser.mjs";
import { runChecks, runProgram } from "./checks.ts";

const results = join(import.meta.dirname, "..", "test-results");
rmSync(results, { recursive: true, force: true });

// Tests and journeys each spend part of their time waiting for a database, a process or a page: at once they keep two
// cores busy. What the journeys print comes after the tests.
const checked = runChecks();
const tested = checked.then(() => runTests("rules, records and requests", "tests.json"));
const browser = await findBrowser();
if (browser)
  await runProgram("journeys", "@playwright/test/cli.js", ["test"], { env: { CHROMIUM_PATH: browser }, after: tested });
else console.error("✗ journeys: no Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.");
const wereChecked = await checked;
await tested;

/** More files than these fail by a fault, and not because the machine stood still for a moment. */
const mostFilesAgain = 3;

interface TestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}
interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: TestFile[];
}

const first = read<TestReport>("tests.json");
const failedFiles = first?.testResults.filter(({ status }) => status === "failed") ?? [];
// As with journeys: a file that failed is run once more, alone on the machine, and named when it passes then.
let second: TestReport | null = null;
if (failedFiles.length > 0 && failedFiles.length <= mostFilesAgain) {
  for (const line of describeFailures(failedFiles)) console.error(line);
  await runTests(
    "files that failed, once more",
    "again.json",
    failedFiles.map(({ name }) => name),
  );
  second = read<TestReport>("again.json");
}
const last = second ?? first;
const wereMended = second?.success === true;

const journeys = read<{ stats: { expected: number; unexpected: number; flaky: number } }>("journeys.json");
const flaky = journeys?.stats.flaky ?? 0;
const passed =
  (first?.numPassedTests ?? 0) + (wereMended ? first!.numFailedTests : 0) + (journeys?.stats.expected ?? 0) + flaky;
let failed = (last?.numFailedTests ?? 0) + (journeys?.stats.unexpected ?? 1);
// A file that could not even be loaded has no test to count, and checks are not tests: each is one failure.
if (!last || (!last.success && last.numFailedTests === 0)) failed += 1;
if (!wereChecked) failed += 1;
// Journeys name what failed at the end of their list; what failed before them is thousands of lines above.
for (const line of describeFailures(last?.testResults ?? [])) console.error(line);
if (!wereChecked) console.error("✗ a check of the sources failed; it is named above");
if (wereMended)
  console.warn(`Test files that passed at the second try only: ${failedFiles.map(({ name }) => name).join(", ")}`);
if (flaky > 0) console.warn(`Journeys that passed at the second try only: ${flaky}. Their list names them as flaky.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function runTests(name: string, report: string, files: string[] = []): Promise<boolean> {
  return runProgram(name, "vitest/vitest.mjs", [
    "run",
    ...files,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${join(results, report)}`,
  ]);
}

function* describeFailures(files: TestFile[]): Generator<string> {
  for (const { name, status, message, assertionResults } of files) {
    const wrong = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && wrong.length === 0) yield `✗ ${name}: ${message}`;
    for (const { fullName, failureMessages } of wrong) yield `✗ ${name}: ${fullName}\n${failureMessages.join("\n")}`;
  }
}

function read<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(join(results, file), "utf8")) as T;
  } catch {
    return null;
  }
}
