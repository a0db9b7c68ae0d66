import { appendFileSync } from "node:fs";

/** One figure of a bench, as the table of all has it. */
export interface BenchRow {
  /** Such as "home page, kept". */
  what: string;
  /** Such as "requests/s" or "ms". */
  unit: string;
  median: number;
  /** Of rounds the lowest and the highest, of waits the 5th and the 99th of 100; null where there is one figure only. */
  low: number | null;
  high: number | null;
  /** Milliseconds of processor time of one, all processes of the shop and PostgreSQL together; null where it is none of somebody's. */
  cpuMs: number | null;
  /** Of the requests a second of a bare `node:http` server in the same run; null where that says nothing. */
  ofBare: number | null;
  /** The goal in words, and whether it is met here; null where there is none, or where it is for another size. */
  goal: string | null;
  isMet: boolean | null;
}

type Rest = Partial<Pick<BenchRow, "cpuMs" | "ofBare" | "goal" | "isMet">>;

const nothing = { cpuMs: null, ofBare: null, goal: null, isMet: null };

/** A figure of several rounds. */
export function rowOfRounds(what: string, unit: string, rounds: readonly number[], rest: Rest = {}): BenchRow {
  return { what, unit, median: at(rounds, 0.5), low: at(rounds, 0), high: at(rounds, 1), ...nothing, ...rest };
}

/** A figure of many waits, in milliseconds. */
export function rowOfWaits(what: string, waits: readonly number[], rest: Rest = {}): BenchRow {
  return { what, unit: "ms", median: at(waits, 0.5), low: at(waits, 0.05), high: at(waits, 0.99), ...nothing, ...rest };
}

/** A single figure. */
export function rowOf(what: string, unit: string, figure: number, rest: Rest = {}): BenchRow {
  return { what, unit, median: figure, low: null, high: null, ...nothing, ...rest };
}

/** Hands rows to `npm run bench` without a name, which writes the table; does nothing when a bench runs by itself. */
export function noteRows(rows: readonly BenchRow[]): void {
  const file = process.env.BENCH_ROWS;
  if (file) appendFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** The number below which this part of the numbers lies. */
export function at(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
