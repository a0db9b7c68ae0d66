/** Sizes of a bench: as the table in `bench/README.md` has it, and small enough to try it. */
export interface BenchSize {
  /** As on the bench's command line. */
  args: string;
  /** BENCH_SECONDS: how long a round of requests lasts. */
  seconds?: number;
  /** BENCH_ROUNDS: how often it measures. */
  rounds?: number;
}

/** Every bench with the size at which all of them end in about half an hour on two quiet cores, and in a tenth of it. */
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
  "import-beside": { full: { args: "" }, quick: { args: "--base 1000 --books 10000 --seconds 5 --rate 10" } },
  overload: { full: { args: "", seconds: 20 }, quick: { args: "", seconds: 4 } },
  "database-away": { full: { args: "", seconds: 60 }, quick: { args: "", seconds: 12 } },
  start: { full: { args: "", rounds: 5 }, quick: { args: "", rounds: 3 } },
  "first-visit": { full: { args: "" }, quick: { args: "" } },
  desk: { full: { args: "" }, quick: { args: "--books 300" } },
} satisfies Record<string, { full: BenchSize; quick: BenchSize }>;

export type BenchName = keyof typeof sizes;

export const benchNames = Object.keys(sizes) as BenchName[];

/** What `--quick` runs unless it is told otherwise: what readers wait for most, within 3 minutes. */
const quickBenches: readonly BenchName[] = ["pages", "checkout", "start"];

/** One bench with its own options, or those of the table. */
export type BenchPlan =
  | { kind: "one"; name: BenchName }
  | { kind: "table"; isQuick: boolean; names: readonly BenchName[]; leftOut: string[] };

export const benchUsage =
  `npm run bench, for the whole table\n` +
  `npm run bench -- --quick [NAME ...], small, for ${quickBenches.join(", ")} or those that are named\n` +
  `npm run bench -- NAME [its own options]; NAME is one of ${benchNames.join(", ")}`;

/** Reads the command line; throws on a mistake. */
export function planBench(words: readonly string[]): BenchPlan {
  const [first] = words;
  if (first === undefined) return { kind: "table", isQuick: false, names: benchNames, leftOut: [] };
  if (!words.includes("--quick")) return { kind: "one", name: readName(first) };
  const named = words.filter((word) => word !== "--quick").map(readName);
  const names = named.length > 0 ? named : quickBenches;
  return { kind: "table", isQuick: true, names, leftOut: describeLeftOut(names) };
}

/** The size of a bench in a full or a quick run. */
export function sizeOf(name: BenchName, { isQuick }: { isQuick: boolean }): BenchSize {
  return sizes[name][isQuick ? "quick" : "full"];
}

function readName(word: string): BenchName {
  const name = benchNames.find((one) => one === word);
  if (name === undefined) throw new Error(`There is no bench ${word}.`);
  return name;
}

function describeLeftOut(names: readonly BenchName[]): string[] {
  const others = benchNames.filter((name) => !names.includes(name));
  const smaller = names.flatMap((name) => {
    const [quick, full] = [describeSize(sizes[name].quick), describeSize(sizes[name].full)];
    return quick === full ? [] : [`${name}: it runs with ${quick} instead of ${full}`];
  });
  return [
    ...(others.length > 0 ? [`the benches ${others.join(", ")}`] : []),
    ...smaller,
    "bench/README.md: it keeps the figures of the last full run, as these are of too few rounds",
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
