import { appendFileSync } from "node:fs";

/** A row of the table of all benches. */
export interface BenchRow {
  /** What was measured, such as "home page, cached". */
  what: string;
  /** The unit of the figures, such as "requests/s" or "ms". */
  unit: string;
  median: number;
  /** Lowest and highest of several rounds, or 5th and 99th percentile of response times; null for a single figure. */
  low: number | null;
  high: number | null;
  /**
   * CPU time per request or item in milliseconds, of all processes of the shop and PostgreSQL; null if there is no such
   * figure.
   */
  cpuMs: number | null;
  /** The rate relative to a bare `node:http` server in the same run; null if there is no such figure. */
  ofBare: number | null;
  /** The goal as text, and whether it is met; null without a goal, or if the goal is for another size. */
  goal: string | null;
  isMet: boolean | null;
}

type Rest = Partial<Pick<BenchRow, "cpuMs" | "ofBare" | "goal" | "isMet">>;

const nothing = { cpuMs: null, ofBare: null, goal: null, isMet: null };

/** Creates a row of a figure that was measured in several rounds. */
export function rowOfRounds(what: string, unit: string, rounds: readonly number[], rest: Rest = {}): BenchRow {
  return { what, unit, median: at(rounds, 0.5), low: at(rounds, 0), high: at(rounds, 1), ...nothing, ...rest };
}

/** Creates a row of response times, in milliseconds. */
export function rowOfWaits(what: string, waits: readonly number[], rest: Rest = {}): BenchRow {
  return { what, unit: "ms", median: at(waits, 0.5), low: at(waits, 0.05), high: at(waits, 0.99), ...nothing, ...rest };
}

/** Creates a row of a single figure. */
export function rowOf(what: string, unit: string, figure: number, rest: Rest = {}): BenchRow {
  return { what, unit, median: figure, low: null, high: null, ...nothing, ...rest };
}

/** Passes rows to `npm run bench`, which writes the table. Does nothing if the bench runs alone. */
export function noteRows(rows: readonly BenchRow[]): void {
  const file = process.env.BENCH_ROWS;
  if (file) appendFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** Returns a percentile of numbers; `part` is from 0 to 1. */
export function at(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
