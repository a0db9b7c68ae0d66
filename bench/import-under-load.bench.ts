/** Bench of an import in a running shop: response times of pages, and orders, with and without an import. */

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

import { sql } from "#db/sql.ts";
import { countStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { catalogueWriter } from "#shop/catalogue/export/catalogue-writer.ts";
import { generateRecords } from "#shop/catalogue/import/generated/generate-catalogue.ts";
import { cpuSecondsOf } from "#proving-ground/processes/cpu-time.ts";
import { runOpenLoop } from "#proving-ground/load/open-loop.ts";
import { sendRequest } from "#proving-ground/load/send-request.ts";
import { buyByHttp } from "./shop/buy-by-http.ts";
import type { ImportJob, ImportMeasure } from "./shop/import-process.ts";
import { noteRows, rowOf, rowOfWaits } from "./table/rows.ts";
import { openShopUnderLoad } from "./shop/shop-under-load.ts";

/*
 * Requests pages at a steady rate and then buys books, first without and then during an import. Goal: the first byte of
 * public pages within 50 ms at p99, no page older than a minute, and orders within 20 % of their rate without an
 * import. `--base` and `--books` are the numbers of books before and in the import, `--seconds` is the duration of each
 * measurement, `--rate` the pages per second.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    base: { type: "string", default: "10000" },
    books: { type: "string", default: "100000" },
    seconds: { type: "string", default: "15" },
    rate: { type: "string", default: "20" },
  },
});
const [base, books, seconds, rate] = [values.base, values.books, values.seconds, values.rate].map(Number) as [
  number,
  number,
  number,
  number,
];
const buyers = 8;

const folder = await mkdtemp(join(tmpdir(), "endpaper-bench-"));
const [baseFile, file] = [join(folder, "base.csv"), join(folder, "books.csv")];
await writeBooks();
const port = 20_000 + Math.floor(Math.random() * 40_000);
const load = await openShopUnderLoad(port, port + 1, { TRUST_PROXY: "1" });
const { db } = load.database;
try {
  console.log(`${base.toLocaleString("en-IN")} books are added first.`);
  await finishOf(startImport(baseFile));
  await db.execute(sql`update stock set on_hand = on_hand + 1000000`);
  await db.execute(sql`
    insert into stock_moves (book_id, delta, cause) select book_id, 1000000, 'received' from stock`);
  await db.execute(sql`analyze`);
  // Wait until the shop has updated its listings, which is not measured.
  while ((await countStaleListings(db)) > 0) await pause(250);
  const shelf = await listShelf();
  await runOpenLoop(port, shelf.pages, rate, 5);

  const rows: Record<string, Record<string, string | number>> = {};
  rows.alone = await measure("alone");
  const begun = performance.now();
  const importer = startImport(file);
  const finished = finishOf(importer);
  rows["during an import"] = await measure("during an import");
  const isOver = importer.exitCode !== null;
  rows.ratio = Object.fromEntries(
    Object.entries(rows.alone!).map(([name, value]) => [
      name,
      Math.round((Number(rows["during an import"]![name]) / Number(value)) * 100) / 100,
    ]),
  );
  console.table(rows);
  const { records, cpuSeconds, peakMegabytes } = await finished;
  const took = (performance.now() - begun) / 1000;
  console.log(
    `The import of ${records.toLocaleString("en-IN")} books took ${took.toFixed(0)} s meanwhile (${Math.round(records / took)} a second), ` +
      `${Math.round((cpuSeconds * 1e6) / records)} µs of processor time a book, at most ${Math.round(peakMegabytes)} MB. ` +
      (isOver ? "It ended before the measurement: use more --books." : "It continued after the measurement."),
  );

  async function measure(when: string) {
    const before = readCpu();
    const shown = untilShown(shelf.book);
    const pages = await runOpenLoop(port, shelf.pages, rate, seconds);
    const age = await shown;
    const middle = readCpu();
    const orders = await buy(shelf.books);
    const after = readCpu();
    const ordersPerSecond = orders.times.length / seconds;
    const isDuring = when !== "alone";
    noteRows([
      rowOfWaits(`pages ${when}, ${rate} a second`, pages.firstByteMs, {
        cpuMs: ((middle.shop + middle.database - before.shop - before.database) * 1000) / pages.firstByteMs.length,
        ...(isDuring ? { goal: "p99 50 ms", isMet: at(pages.firstByteMs, 0.99) <= 50 } : {}),
      }),
      rowOf(`a change shows, ${when}`, "s", age, { goal: "60 s", isMet: age <= 60 }),
      rowOf(`orders ${when}, ${buyers} clients`, "orders/s", ordersPerSecond, {
        cpuMs: ((after.shop + after.database - middle.shop - middle.database) * 1000) / orders.times.length,
        ...(isDuring ? { goal: "80 % of alone", isMet: ordersPerSecond >= 0.8 * Number(rows.alone!["orders/s"]) } : {}),
      }),
    ]);
    return {
      "pages: first byte p50 ms": at(pages.firstByteMs, 0.5),
      "p99 ms": at(pages.firstByteMs, 0.99),
      "not answered": pages.failed,
      "a change shows after s": Math.round(age * 10) / 10,
      "shop CPU s": round(middle.shop - before.shop),
      "PostgreSQL CPU s": round(middle.database - before.database),
      "orders/s": round(orders.times.length / seconds),
      "order p50 ms": at(orders.times, 0.5),
      "order p99 ms": at(orders.times, 0.99),
      "shop CPU ms/order": round(((after.shop - middle.shop) * 1000) / orders.times.length),
      load: round(loadavg()[0]!),
    };
  }
} finally {
  await load.close();
  await rm(folder, { recursive: true, force: true });
}

/** Writes two files: the books before, and those of the import. */
async function writeBooks() {
  const { beginning, line, end } = catalogueWriter("csv", "Bench", new Date(0));
  const files = [baseFile, file].map((path) => createWriteStream(path));
  for (const stream of files) stream.write(beginning);
  let number = 0;
  for await (const { record } of generateRecords(base + books)) {
    const stream = files[number < base ? 0 : 1]!;
    number += 1;
    if (!stream.write(line(record))) await once(stream, "drain");
  }
  for (const stream of files) {
    stream.end(end(0));
    await once(stream, "finish");
  }
}

function startImport(path: string): ChildProcess {
  const child = fork(join(import.meta.dirname, "shop", "import-process.ts"), {
    execArgv: ["--max-semi-space-size=8", "--max-old-space-size=2000"],
  });
  child.send({ kind: "import", url: load.database.url, path, format: "csv" } satisfies ImportJob);
  return child;
}

async function finishOf(child: ChildProcess): Promise<ImportMeasure> {
  const broken = once(child, "exit").then(() => Promise.reject(new Error("The import failed.")));
  const [answer] = (await Promise.race([once(child, "message"), broken])) as [ImportMeasure];
  return answer;
}

/** A realistic mix of pages, and books to buy. */
async function listShelf() {
  const { rows: found } = await db.execute<{ id: string }>(
    sql`select id from books where is_main order by md5(id) limit 300`,
  );
  const { rows: shelves } = await db.execute<{ id: string }>(sql`select id from categories order by id limit 10`);
  const ids = found.map(({ id }) => id);
  const words = ["monsoon", "the", "silent river", "tolkein", "kaveri"];
  const pages = ids
    .slice(0, 60)
    .flatMap((id, index) => [
      "/",
      `/categories/${shelves[index % shelves.length]!.id}`,
      `/books/${id}`,
      `/search?q=${encodeURIComponent(words[index % words.length]!)}`,
    ]);
  return { pages, books: ids, book: ids[0]! };
}

/** Changes the title of a book. Returns the seconds until the book's page shows the change. */
async function untilShown(id: string): Promise<number> {
  const sign = `of ${Date.now()}`;
  await db.execute(sql`
    update works set title = title || ' ' || ${sign}::text where id = (select work_id from books where id = ${id})`);
  const begun = performance.now();
  while (performance.now() - begun < 90_000) {
    const page = await sendRequest(`http://localhost:${port}/books/${id}`, {});
    if (page.text.includes(sign)) break;
    await pause(250);
  }
  return (performance.now() - begun) / 1000;
}

async function buy(ids: string[]): Promise<{ times: number[] }> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  let next = 0;
  await Promise.all(
    Array.from({ length: buyers }, async () => {
      while (performance.now() < end) times.push((await buyByHttp(load, ids[next++ % ids.length]!)).shopMs);
    }),
  );
  return { times };
}

function readCpu() {
  return { shop: cpuSecondsOf(load.pids.shop), database: cpuSecondsOf(load.pids.database) };
}

function at(numbers: number[], part: number): number {
  return round(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? Number.NaN);
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
