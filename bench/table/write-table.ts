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

/** Replaces the figures in the page's text; throws if it has no place for them. */
export function putFigures(page: string, machine: Machine, results: readonly BenchResult[]): string {
  const [before, rest] = page.split(begin);
  const [, after] = (rest ?? "").split(end);
  if (after === undefined) throw new Error(`The page has no place for figures: ${begin} … ${end}.`);
  return `${before}${begin}\n${describe(machine, results)}\n\n${tableOf(results)}\n${end}${after}`;
}

/** The figures in the page's text, between the marks of `putFigures`. */
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

function tableOf(results: readonly BenchResult[]): string {
  // The bare server's CPU time per request is the unit of the others.
  const bareMs = results.flatMap(({ rows }) => rows).find(({ ofBare, cpuMs }) => ofBare === 1 && cpuMs !== null)?.cpuMs;
  const head = ["bench", "what", "median", "spread", "processor time, ms", "× bare", "of bare’s rate", "goal", ""];
  const lines = results.flatMap(({ name, args, rows }) =>
    rows.length === 0
      ? [[name, `failed (\`${args}\`)`, "", "", "", "", "", "", "✗"]]
      : rows.map((row, place) => [
          place === 0 ? `${name} ${args && `\`${args}\``}`.trim() : "",
          ...cellsOf(row, bareMs),
        ]),
  );
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...lines.map(line)].join("\n");
}

function cellsOf(
  { what, unit, median, low, high, cpuMs, ofBare, goal, isMet }: BenchRow,
  bareMs?: number | null,
): string[] {
  return [
    what,
    `${figure(median)} ${unit}`,
    low === null || high === null ? "" : `${figure(low)} – ${figure(high)}`,
    cpuMs === null ? "" : figure(cpuMs),
    cpuMs === null || !bareMs ? "" : figure(cpuMs / bareMs),
    ofBare === null ? "" : `${figure(ofBare * 100)} %`,
    goal ?? "",
    isMet === null ? "" : isMet ? "✓" : "✗",
  ];
}

/** Formats a number with three significant digits. */
function figure(number: number): string {
  if (!Number.isFinite(number)) return "–";
  const digits = number === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number))));
  return Number(number.toFixed(Math.min(digits, 3))).toLocaleString("en-IN");
}
