import type { BenchRow } from "./rows.ts";

/** Options and result of a bench. */
export interface BenchResult {
  name: string;
  /** Options, as on the command line. */
  args: string;
  /** Empty if the bench failed. */
  rows: BenchRow[];
  minutes: number;
}

/** The machine of the measurements, without its name. */
export interface Machine {
  cores: number;
  processor: string;
  gigabytes: number;
  system: string;
  node: string;
  postgres: string;
  /** The load average before the first bench. */
  load: number;
  day: string;
}

const begin = "<!-- figures -->";
const end = "<!-- end of figures -->";
/** The unit of CPU time, in rows and after other figures. */
const cpuUnit = "ms CPU";

/** Replaces the figures in the text of the page. Throws if the page has no marks for figures. */
export function putFigures(page: string, machine: Machine, results: readonly BenchResult[]): string {
  const [before, rest] = page.split(begin);
  const [, after] = (rest ?? "").split(end);
  if (after === undefined) throw new Error(`The page has no place for figures: ${begin} … ${end}.`);
  return `${before}${begin}\n${describe(machine, results)}\n\n${tableOf(results)}\n${end}${after}`;
}

/** Reads the figures in the text of the page, between the marks of `putFigures`. */
export function readFigures(page: string): string {
  return page.slice(page.indexOf(begin) + begin.length, page.indexOf(end)).trim();
}

function describe(machine: Machine, results: readonly BenchResult[]): string {
  const { cores, processor, gigabytes, system, node, postgres, load, day } = machine;
  const minutes = Math.round(results.reduce((sum, result) => sum + result.minutes, 0));
  return (
    `Measured on ${day}, on ${cores} cores (${processor}), ${gigabytes} GB of memory, ${system}, Node.js ${node}, PostgreSQL ${postgres}, ` +
    `in ${minutes} min. The load average was ${load.toFixed(1)} before: ${load > 0.3 * cores ? "other processes ran too: only CPU times and ratios are reliable." : "nothing else ran."}`
  );
}

/** Writes the rows whose goal this run can judge, and the benches that failed. Each bench prints its other figures. */
function tableOf(results: readonly BenchResult[]): string {
  const head = ["bench", "what", "median (spread)", "goal"];
  const lines = results.flatMap(({ name, args, rows }) =>
    rows.length === 0
      ? [[name, `failed (\`${args}\`)`, "", "✗"]]
      : rows
          .filter(({ isMet }) => isMet !== null)
          .map((row, place) => [place === 0 ? `${name} ${args && `\`${args}\``}`.trim() : "", ...cellsOf(row)]),
  );
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...lines.map(line)].join("\n");
}

function cellsOf({ what, unit, median, low, high, cpuMs, ofBare, goal, isMet }: BenchRow): string[] {
  const share = ofBare === null ? "" : `, ${figure(ofBare * 100)} % of bare`;
  const cpu = cpuMs === null || unit === cpuUnit ? "" : `, ${figure(cpuMs)} ${cpuUnit}`;
  const spread = low === null || high === null ? "" : ` (${figure(low)}–${figure(high)})`;
  return [what, `${figure(median)} ${unit}${share}${cpu}${spread}`, `${isMet ? "✓" : "✗"} ${goal ?? ""}`];
}

/** Formats a number with three significant digits. */
function figure(number: number): string {
  if (!Number.isFinite(number)) return "–";
  const digits = number === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number))));
  return Number(number.toFixed(Math.min(digits, 3))).toLocaleString("en-IN");
}
