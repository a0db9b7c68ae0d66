/** Bench of imports and exports: books per second, memory and CPU time. */

import { fork } from "node:child_process";
import { createWriteStream } from "node:fs";
import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { parseArgs } from "node:util";

import { openDatabase } from "#db/connect.ts";
import { migrateAsOwner } from "#db/migrate.ts";
import { catalogueWriter, type CatalogueFormat } from "#shop/catalogue/export/catalogue-writer.ts";
import { generateRecords } from "#shop/catalogue/import/generated/generate-catalogue.ts";
import { findPostmaster } from "#tests/support/shop/child-shop.ts";
import { cpuSecondsOf } from "#proving-ground/processes/cpu-time.ts";
import { noteRows, rowOf } from "./table/rows.ts";
import type { ImportJob, ImportMeasure } from "./shop/import-process.ts";

/*
 * Goal on two cores: 5,000 CSV books and 1,000 ONIX products imported per second, 20,000 exported per second, with at
 * most 250 MB of memory. `--books 10000,100000` are the sizes; `--formats csv,onix` are the formats.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    books: { type: "string", default: "10000" },
    formats: { type: "string", default: "csv,onix" },
  },
});
const sizes = values.books.split(",").map(Number);
const formats = values.formats.split(",") as CatalogueFormat[];
if (!sizes.every((books) => Number.isInteger(books) && books > 0)) throw new Error("--books must be whole numbers.");

const folder = await mkdtemp(join(tmpdir(), "endpaper-bench-"));
await chmod(folder, 0o755);
try {
  const table: Record<string, Record<string, string | number>> = {};
  for (const books of sizes) for (const format of formats) Object.assign(table, await measure(books, format));
  console.table(table);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Imports `books` books into an empty database, and exports them again. */
async function measure(books: number, format: CatalogueFormat) {
  const dataDir = join(folder, `${books}-${format}`);
  const path = join(folder, `books.${format}`);
  await generate(path, books, format);
  const database = await openDatabase({ dataDir, report: () => {} });
  try {
    await migrateAsOwner(database);
    const server = (await findPostmaster(dataDir))!;
    const jobs: ImportJob[] = [
      { kind: "import", url: database.url, path, format },
      { kind: "export", url: database.url, path: `${path}.out`, format },
    ];
    const rows: Record<string, Record<string, string | number>> = {};
    for (const job of jobs) {
      const before = cpuSecondsOf(server);
      const { records, seconds, cpuSeconds, peakMegabytes } = await run(job);
      const serverSeconds = cpuSecondsOf(server) - before;
      const name = `${job.kind} ${format}, ${books.toLocaleString("en-IN")}`;
      const wanted = job.kind === "export" ? 20_000 : { csv: 5_000, onix: 1_000 }[format as "csv" | "onix"];
      noteRows([
        rowOf(name, "records/s", records / seconds, {
          cpuMs: ((cpuSeconds + serverSeconds) * 1000) / records,
          goal: `${wanted.toLocaleString("en-IN")} records/s`,
          isMet: records / seconds >= wanted,
        }),
        rowOf(`${name}, memory`, "MB", peakMegabytes, { goal: "250 MB", isMet: peakMegabytes <= 250 }),
      ]);
      rows[name] = {
        records,
        "records/s": Math.round(records / seconds),
        "records/s of the busier core": Math.round(records / Math.max(cpuSeconds, serverSeconds)),
        "CPU µs/record": Math.round((cpuSeconds * 1e6) / records),
        "PostgreSQL CPU µs/record": Math.round((serverSeconds * 1e6) / records),
        "peak MB": Math.round(peakMegabytes),
        "file MB": Math.round((await stat(job.path)).size / 1e6),
      };
    }
    return rows;
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Writes generated books to a file, as an export would. */
async function generate(path: string, books: number, format: CatalogueFormat) {
  const { beginning, line, end } = catalogueWriter(format, "Bench", new Date(0));
  const file = createWriteStream(path);
  file.write(beginning);
  for await (const item of generateRecords(books))
    if ("record" in item && !file.write(line(item.record))) await once(file, "drain");
  file.end(end(books));
  await once(file, "finish");
}

/** Runs a job in a process of its own, to measure its memory. The process has the flags of `npm run shop`. */
async function run(job: ImportJob): Promise<ImportMeasure> {
  const child = fork(join(import.meta.dirname, "shop", "import-process.ts"), {
    execArgv: ["--max-semi-space-size=8", "--max-old-space-size=2000"],
  });
  child.send(job);
  const [answer] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error(`The ${job.kind} failed.`))),
  ])) as [ImportMeasure];
  return answer;
}
