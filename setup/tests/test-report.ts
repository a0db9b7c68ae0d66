/** The report at the end of `npm test`: failures, the slowest files, and the time of each part against its budget. */
import type { TestPart } from "./test-budget.ts";

export interface FileTime {
  file: string;
  seconds: number;
}

/** Result of a Vitest or Playwright run. */
export interface TestRun {
  passed: number;
  /** Failed tests, and errors outside tests, such as a file that could not be loaded. */
  failed: number;
  failures: string[];
  files: FileTime[];
}

interface JourneySuite {
  file: string;
  specs: { title: string; ok: boolean; tests: { results: { duration: number }[] }[] }[];
  suites?: JourneySuite[];
}

/** The part of Playwright's JSON report that is read. */
export interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: JourneySuite[];
}

/** Converts the report of Playwright. There are no retries, so an unreliable journey counts as failed. */
export function readJourneys({ stats, errors, suites }: JourneyReport): TestRun {
  const specs = suites.flatMap(specsOf);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
      ...errors.map(({ message }) => message ?? "An error outside of a journey"),
    ],
    files: suites.map((suite) => ({
      file: `tests/browser/${suite.file}`,
      seconds: specsOf(suite).reduce((sum, { tests }) => sum + msOf(tests), 0) / 1000,
    })),
  };
}

function specsOf({ file, specs, suites = [] }: JourneySuite): (JourneySuite["specs"][number] & { file: string })[] {
  return [...specs.map((spec) => ({ ...spec, file })), ...suites.flatMap(specsOf)];
}

function msOf(tests: JourneySuite["specs"][number]["tests"]): number {
  return tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
}

/**
 * Writes one line for each of the slowest files of all runs. Files run in parallel, so the sum of their times is more
 * than the time of a run.
 */
export function describeSlowest(runs: TestRun[], count: number): string[] {
  return runs
    .flatMap(({ files }) => files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/** Writes one line per part, with a warning if the part took longer than its budget. */
export function describeParts(
  times: ReadonlyMap<TestPart, number>,
  budget: Partial<Record<TestPart, number>>,
): string[] {
  return [...times].map(([part, seconds]) => {
    const allowed = budget[part];
    const line = `${seconds.toFixed(1).padStart(7)} s  ${part}`;
    if (allowed === undefined) return line;
    return `${line}, of ${allowed} s${seconds > allowed ? `: WARNING, ${part} is over its budget` : ""}`;
  });
}
