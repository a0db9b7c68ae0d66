/**
 * `npm run verify`: runs all checks of whether the shop can be trusted, and prints a table of results: the security
 * suite, tests of faults, tests that need Debian packages, an unreachable database, chaos, soak, invariants and a
 * reproducible build. A complete run takes about an hour. `--quick` runs the most important parts in 3 minutes.
 * `--minutes` sets the duration of chaos and soak.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { missingPackages } from "#tests/cluster/debian-programs.ts";
import { formatFindings, formatVerdict, type Finding } from "#proving-ground/reports/findings.ts";
import { printLeftOut, readCommandLine } from "#proving-ground/reports/command-line.ts";
import { sizeOf } from "#bench/table/bench-plan.ts";
import { runChaos } from "#bench/chaos/run-chaos.ts";
import { runBench } from "#bench/table/run-all.ts";
import { runSoak } from "./soak.ts";
import { planVerify, verifyUsage, type Part } from "./verify-plan.ts";

const root = join(import.meta.dirname, "..", "..");
const plan = readCommandLine(verifyUsage, planVerify);
const { tests } = plan;
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupted.abort(signal));
const { signal } = interrupted;

/** The parts of the JSON report of Vitest that are read. */
const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), status: z.string() })),
});
const findings: Finding[] = [];
const begun = performance.now();
const steps: Record<Part, () => Promise<void>> = {
  security: () => runTests("security", tests.security),
  faults: () => runTests("faults", tests.faults),
  async cluster() {
    const missing = missingPackages();
    if (missing.length === 0) return runTests("cluster", tests.cluster, "tests/cluster/vitest.config.ts");
    const words = `left out; on Debian they need: apt-get install ${missing.join(" ")}`;
    add("cluster", `${tests.cluster.length} files of tests`, null, words);
  },
  async away() {
    const { rows } = await runBench("database-unavailable", sizeOf("database-unavailable", { isQuick: false }));
    for (const { what, unit, median, goal, isMet } of rows)
      if (goal !== null) add("away", what, isMet === true, `${Number(median.toFixed(1))} ${unit}, the goal is ${goal}`);
    if (rows.length === 0) add("away", "could not continue", false, "it failed: see above");
  },
  async chaos() {
    const { chaos, seed } = plan;
    const isWell = await runChaos({ ...chaos, seed, signal });
    if (!signal.aborted)
      add("chaos", "readers who buy under random faults", isWell, `${chaos.minutes} min, seed ${seed}`);
  },
  async soak() {
    const { soakMinutes: minutes, pagesPerSecond, svg } = plan;
    const found = await runSoak({ minutes, pagesPerSecond, svg, signal });
    for (const { what, isWell, words } of found ?? []) add("soak", what, isWell, words);
  },
  async invariants() {
    const code = await run("cli/check-invariants.ts", []);
    const words = {
      0: "the records agree",
      1: "the records do not agree: see above",
      3: "left out; there is no shop here",
    };
    const told = isKeyOf(words, code) ? words[code] : "it could not be checked: see above";
    add("invariants", "of the shop of this folder", code === 3 ? null : code === 0, told);
  },
  async build() {
    const isSame = (await run("setup/bundle/build-sum.mjs", ["--again"])) === 0;
    add(
      "build",
      "a second build of the same sources",
      isSame,
      isSame ? "the same bytes" : "different bytes: see above",
    );
  },
};

printLeftOut(plan.leftOut.map(({ part, what }) => `${part}: ${what}`));
for (const part of plan.parts) {
  if (signal.aborted) break;
  console.log(`\n— ${part} —`);
  try {
    await steps[part]();
  } catch (error) {
    if (!signal.aborted) add(part, "could not continue", false, String(error));
  }
}
if (signal.aborted) {
  console.log("Interrupted. There is no verdict.");
  process.exit(130);
}
for (const { part, what } of plan.leftOut) add(part, what, null, "left out by --quick");
console.log(["", ...formatFindings(findings)].join("\n"));
const took = `${Math.round((performance.now() - begun) / 60_000)} min`;
console.log(`\n${formatVerdict(findings, took)}`);
process.exit(findings.some(({ isWell }) => isWell === false) ? 1 : 0);

function add(part: Part, what: string, isWell: boolean | null, words: string) {
  findings.push({ part, what, isWell, words });
}

async function runTests(part: Part, files: string[], config = "vitest.config.ts") {
  const report = join(root, "test-results", `verify-${part}.json`);
  rmSync(report, { force: true });
  const code = await run("node_modules/vitest/vitest.mjs", [
    "run",
    `--config=${config}`,
    ...files,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const { numPassedTests, numFailedTests, testResults } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
  const ran = testResults.map(({ name, status }) => ({ file: name.slice(root.length + 1), status }));
  const failed = ran.filter(({ status }) => status === "failed").map(({ file }) => `; ${file}`);
  // Vitest does not report a file that it does not find.
  const missed = files.filter((file) => !ran.some((one) => one.file === file));
  const words = [
    `${numPassedTests} passed, ${numFailedTests} failed`,
    ...failed,
    ...missed.map((file) => `; no ${file}`),
  ];
  add(part, `${ran.length} files of tests`, code === 0 && missed.length === 0, words.join(""));
}

/** Runs a file of the project with its output shown; returns the exit code. */
async function run(file: string, args: string[]): Promise<number> {
  const child = spawn(process.execPath, [join(root, file), ...args], { cwd: root, stdio: "inherit" });
  await once(child, "exit");
  return child.exitCode ?? 1;
}
