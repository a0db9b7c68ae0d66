import { readdirSync, readFileSync, rmSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { missingPackages } from "#tests/cluster/debian-programs.ts";
import { runChaos } from "./chaos-run.ts";
import { runBench } from "./run-all.ts";
import { runSoak } from "./soak.ts";

/*
 * Everything that says whether the shop may be trusted, one after the other, and a table of what held: the security suite, the
 * table of faults, what of it needs programs of Debian, a database that is away, chaos, soak, invariants and a second build.
 * Whole, it takes about an hour; --minutes shortens chaos and soak for trying, and the minute without a database.
 */
const usage =
  "npm run verify -- [--minutes N] [--pages 12] [--only security,faults,cluster,away,chaos,soak,invariants,build] [--svg FILE]";
const parts = ["security", "faults", "cluster", "away", "chaos", "soak", "invariants", "build"] as const;
type Part = (typeof parts)[number];

interface Finding {
  part: Part;
  what: string;
  /** Null when it was left out. */
  isWell: boolean | null;
  words: string;
}

const root = join(import.meta.dirname, "..");
const wholeMinutes = { chaos: 10, soak: 30 };

/** Tests of what an attacker would try; `docs/security.md` names what each item of ASVS rests on. */
const securityTests = [
  ...readdirSync(join(root, "tests", "requests"))
    .filter((file) => /^(attacks-|desk-(authority|sign-in|bounds|host)|sign-in)/.test(file))
    .map((file) => `tests/requests/${file}`),
  ...[
    "api-writing",
    "bounded-work",
    "forget-device",
    "hoarding",
    "hostile-text",
    "limits",
    "mail-flood",
    "odd-requests",
    "order-page",
    "payment-reports",
    "refusals",
    "routes",
    "who-you-are",
  ].map((name) => `tests/requests/${name}.test.ts`),
  "tests/start/security-page.test.ts",
  "server/config/config-safety.test.ts",
  "server/http/connection-limits.test.ts",
  "server/network/client-network.test.ts",
  "app/http/content-security-policy.test.ts",
  "app/http/safe-next.test.ts",
  "db/shop-role.server.test.ts",
  "shop/security/signature.server.test.ts",
];

/** Tests of what happens when something breaks: these, and those that the table of faults names. */
const faultTests = [
  "tests/requests/database-away.test.ts",
  "tests/crash/kill.test.ts",
  "tests/crash/import.test.ts",
  "tests/stand-ins/razorpay-faults.test.ts",
  "tests/requests/payment-reports.test.ts",
  "tests/records/many-buyers.test.ts",
  "db/transaction.server.test.ts",
  "shop/mail/mailer.server.test.ts",
];
const faultTable = join(root, "docs", "faults.md");

const { values } = readOptions();
const wanted = new Set<string>(values.only ? values.only.split(",") : parts);
for (const part of wanted) if (!(parts as readonly string[]).includes(part)) refuse(`There is no part ${part}.`);
const minutes = readMinutes();
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupted.abort(signal));
const { signal } = interrupted;

const findings: Finding[] = [];
const begun = performance.now();
const steps: Record<Part, () => Promise<void>> = {
  security: () => runTests("security", [...new Set(securityTests)]),
  faults: () => runTests("faults", [...new Set([...faultTests, ...testsOfFaultTable().plain])]),
  async cluster() {
    const { ofCluster } = testsOfFaultTable();
    const missing = missingPackages();
    if (missing.length === 0) return runTests("cluster", ofCluster, "tests/cluster/vitest.config.ts");
    const words = `left out; on Debian they need: apt-get install ${missing.join(" ")}`;
    add("cluster", `${ofCluster.length} files of tests`, null, words);
  },
  async away() {
    const { rows } = await runBench("database-away", { isQuick: minutes !== null });
    for (const { what, unit, median, goal, isMet } of rows)
      if (goal !== null) add("away", what, isMet === true, `${Number(median.toFixed(1))} ${unit}, the goal is ${goal}`);
    if (rows.length === 0) add("away", "could not go on", false, "it broke off: see above");
  },
  async chaos() {
    const span = minutes ?? wholeMinutes.chaos;
    const isWell = await runChaos({ minutes: span, seed: 1, shoppers: 24, signal });
    if (!signal.aborted) add("chaos", "shoppers while everything goes wrong", isWell, `${span} min, seed 1`);
  },
  async soak() {
    const span = minutes ?? wholeMinutes.soak;
    const svg =
      values.svg ?? (minutes === null ? join(root, "docs", "soak.svg") : join(root, "test-results", "soak.svg"));
    const found = await runSoak({ minutes: span, pagesPerSecond: Number(values.pages), svg, signal });
    for (const { what, isWell, words } of found ?? []) add("soak", what, isWell, words);
  },
  async invariants() {
    const code = await run("cli/check-invariants.ts", []);
    const words = { 0: "nothing disagrees", 1: "they do not agree: see above", 3: "left out; there is no shop here" };
    const told = words[code as keyof typeof words] ?? "it could not be asked: see above";
    add("invariants", "of the shop of this folder", code === 3 ? null : code === 0, told);
  },
  async build() {
    const isSame = (await run("setup/build-sum.mjs", ["--again"])) === 0;
    add("build", "a second one of the same sources", isSame, isSame ? "the same bytes" : "other bytes: see above");
  },
};

for (const part of parts) {
  if (!wanted.has(part) || signal.aborted) continue;
  console.log(`\n— ${part} —`);
  try {
    await steps[part]();
  } catch (error) {
    if (!signal.aborted) add(part, "could not go on", false, String(error));
  }
}
if (signal.aborted) {
  console.log("Interrupted. There is no verdict.");
  process.exit(130);
}
tell();

function tell() {
  const rows = findings.map(({ part, what, isWell, words }) => [markOf(isWell), part, what, words] as const);
  const widths = [1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  console.log("");
  for (const [mark, part, what, words] of rows)
    console.log(`${mark} ${part.padEnd(widths[0]!)}  ${what.padEnd(widths[1]!)}  ${words}`);
  const failed = findings.filter(({ isWell }) => isWell === false).length;
  const leftOut = findings.filter(({ isWell }) => isWell === null).length;
  const took = `${Math.round((performance.now() - begun) / 60_000)} min`;
  const all = leftOut === 0 ? "All of it" : "What was tried";
  const verdict = failed === 0 ? `${all} held` : `${failed} of ${findings.length} did not hold`;
  console.log(`\n${verdict} (${took}).${leftOut === 0 ? "" : ` Left out: ${leftOut} of ${findings.length}.`}`);
  process.exit(failed === 0 ? 0 : 1);
}

function markOf(isWell: boolean | null) {
  return isWell === null ? "–" : isWell ? "✓" : "✗";
}

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
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; status: string }[];
  };
  const ran = testResults.map(({ name, status }) => ({ file: name.slice(root.length + 1), status }));
  const failed = ran.filter(({ status }) => status === "failed").map(({ file }) => `; ${file}`);
  // Vitest says nothing of a file that it does not find.
  const missed = files.filter((file) => !ran.some((one) => one.file.startsWith(file)));
  const words = [
    `${numPassedTests} passed, ${numFailedTests} failed`,
    ...failed,
    ...missed.map((file) => `; no ${file}`),
  ];
  add(part, `${ran.length} files of tests`, code === 0 && missed.length === 0, words.join(""));
}

/** The tests that the table of faults rests on, as Vitest is told of them, and those of them that need programs of Debian. */
function testsOfFaultTable(): { plain: string[]; ofCluster: string[] } {
  const named = readFileSync(faultTable, "utf8").matchAll(/`((?:[\w.-]+\/)+)(\*|[\w.-]+)\.test\.ts`/g);
  const files = new Set([...named].map(([, folder, name]) => (name === "*" ? folder! : `${folder}${name}.test.ts`)));
  const isOfCluster = (file: string) => file.startsWith("tests/cluster/");
  return { plain: [...files].filter((file) => !isOfCluster(file)), ofCluster: [...files].filter(isOfCluster) };
}

/** Runs a program of the project; it says what it says, and its exit code is returned. */
async function run(file: string, args: string[]): Promise<number> {
  const child = spawn(process.execPath, [join(root, file), ...args], { cwd: root, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

function readMinutes(): number | null {
  if (!/^\d{1,3}$/.test(values.pages) || Number(values.pages) < 1) return refuse("--pages takes a whole number.");
  if (values.minutes === undefined) return null;
  if (!/^\d{1,4}(\.\d+)?$/.test(values.minutes)) return refuse("--minutes takes a number.");
  if (Number(values.minutes) < 0.5) return refuse("--minutes takes half a minute at least.");
  return Number(values.minutes);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        minutes: { type: "string" },
        pages: { type: "string", default: "12" },
        only: { type: "string" },
        svg: { type: "string" },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(message: string): never {
  console.error(`${message}\n${usage}`);
  process.exit(2);
}
