import { typedKeys } from "#shop/kernel/text/object-keys.ts";

/** Plans a run of the benches: which ones run, and at which size. */

/** The size of a bench: full (as in the table of `bench/README.md`) or quick. */
export interface BenchSize {
  /** Arguments of the bench's command line. */
  args: string;
  /** BENCH_SECONDS: duration of a round of requests, in seconds. */
  seconds?: number;
  /** BENCH_ROUNDS: number of measurements. */
  rounds?: number;
}

/**
 * All benches with their sizes. Together the full sizes take about half an hour on two idle cores, the quick ones a
 * tenth.
 */
const sizes = {
  pages: { full: { args: "", seconds: 5, rounds: 4 }, quick: { args: "", seconds: 1, rounds: 3 } },
  checkout: { full: { args: "", seconds: 15 }, quick: { args: "", seconds: 3 } },
  sizes: { full: { args: "--books 300,10000" }, quick: { args: "--books 300,1000" } },
  search: {
    full: { args: "--books 10000,100000 --http" },
    quick: { args: "--books 1000 --seconds 5 --rate 10 --http" },
  },
  suggestions: { full: { args: "" }, quick: { args: "--seconds 5 --rate 20" } },
  import: { full: { args: "--books 10000,100000" }, quick: { args: "--books 1000" } },
  "import-under-load": { full: { args: "" }, quick: { args: "--base 1000 --books 10000 --seconds 5 --rate 10" } },
  overload: { full: { args: "", seconds: 20 }, quick: { args: "", seconds: 4 } },
  "database-unavailable": { full: { args: "", seconds: 60 }, quick: { args: "", seconds: 12 } },
  start: { full: { args: "", rounds: 5 }, quick: { args: "", rounds: 3 } },
  "first-visit": { full: { args: "" }, quick: { args: "" } },
  desk: { full: { args: "" }, quick: { args: "--books 300" } },
  peers: { full: { args: "", rounds: 9 }, quick: { args: "--books 1000", rounds: 3 } },
} satisfies Record<string, { full: BenchSize; quick: BenchSize }>;

export type BenchName = keyof typeof sizes;

export const benchNames = typedKeys(sizes);

/** The benches of `npm run bench` without a name. `peers` is only run by name, because it installs Next.js. */
const tableBenches = benchNames.filter((name) => name !== "peers");

/** The default benches of `--quick`: those of what readers wait for most, in at most 3 minutes. */
const quickBenches: readonly BenchName[] = ["pages", "checkout", "start"];

/** One bench with its own options, or a table of benches. */
export type BenchPlan =
  | { kind: "one"; name: BenchName }
  | { kind: "table"; isQuick: boolean; names: readonly BenchName[]; leftOut: string[] };

export const benchUsage =
  `npm run bench, for the whole table\n` +
  `npm run bench -- --quick [NAME ...], small, for ${quickBenches.join(", ")} or those that are named\n` +
  `npm run bench -- NAME [its own options]; NAME is one of ${benchNames.join(", ")}`;

/** Parses the command line. Throws if it is wrong. */
export function planBench(words: readonly string[]): BenchPlan {
  const [first] = words;
  if (first === undefined) return { kind: "table", isQuick: false, names: tableBenches, leftOut: [] };
  if (!words.includes("--quick")) return { kind: "one", name: readName(first) };
  const named = words.filter((word) => word !== "--quick").map(readName);
  const names = named.length > 0 ? named : quickBenches;
  return { kind: "table", isQuick: true, names, leftOut: describeLeftOut(names) };
}

export function sizeOf(name: BenchName, { isQuick }: { isQuick: boolean }): BenchSize {
  return sizes[name][isQuick ? "quick" : "full"];
}

function readName(word: string): BenchName {
  const name = benchNames.find((one) => one === word);
  if (name === undefined) throw new Error(`There is no bench ${word}.`);
  return name;
}

function describeLeftOut(names: readonly BenchName[]): string[] {
  const others = tableBenches.filter((name) => !names.includes(name));
  const smaller = names.flatMap((name) => {
    const [quick, full] = [describeSize(sizes[name].quick), describeSize(sizes[name].full)];
    return quick === full ? [] : [`${name}: it runs with ${quick} instead of ${full}`];
  });
  return [
    ...(others.length > 0 ? [`the benches ${others.join(", ")}`] : []),
    ...smaller,
    "bench/README.md: it keeps the figures of the last full run, because these are from too few rounds",
  ];
}

function describeSize({ args, seconds, rounds }: BenchSize): string {
  const parts = [
    ...(rounds === undefined ? [] : [`${rounds} rounds`]),
    ...(seconds === undefined ? [] : [`${seconds} s of requests`]),
    ...(args === "" ? [] : [args]),
  ];
  return parts.join(" and ") || "its defaults";
}
