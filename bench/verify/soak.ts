/** The soak test: a long constant load, during which memory, handles and event loop lag of the shop must stay flat. */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { at } from "#bench/table/rows.ts";
import { findFreePort } from "#db/free-port.ts";
import { countStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import type { Point } from "#proving-ground/reports/flatness.ts";
import { drawSamples, judgeSamples, type SampleFinding } from "#proving-ground/reports/judge-samples.ts";
import { readSamples, samplerSettings } from "#proving-ground/processes/samples.ts";
import { addGeneratedBooks } from "#bench/shop/add-generated-books.ts";
import { fillShelves } from "#bench/shop/fill-shelves.ts";
import { openShopUnderLoad } from "#bench/shop/shop-under-load.ts";
import { listManyPaths, startLoad } from "./soak-load.ts";

interface Soak {
  minutes: number;
  pagesPerSecond: number;
  /** The path of the chart that is written. */
  svg: string;
  signal: AbortSignal;
}

/**
 * The number of generated books. With a page and opening pages for each, and with authors and series, the shop has more
 * than 10,000 addresses.
 */
const madeUpBooks = 6_000;
const ordersPerMinute = 20;
const sampleMs = 5_000;
/** The minimum duration in minutes for a verdict: in a shorter run, caches still fill in the judged part. */
const shortestJudged = 10;
const reportMs = 60_000;
/** The maximum memory in megabytes after an hour over 10,000 addresses. */
const mostMegabytes = 300;

/**
 * Puts a constant load on a shop for `minutes`: pages over more than 10,000 addresses, and purchases. Judges whether
 * the resources of the process stay flat, and draws a chart. Returns null if the run was interrupted.
 */
export async function runSoak({ minutes, pagesPerSecond, svg, signal }: Soak): Promise<SampleFinding[] | null> {
  const samplesFile = join(tmpdir(), `endpaper-soak-${process.pid}.jsonl`);
  await writeFile(samplesFile, "");
  const load = await openShopUnderLoad(await findFreePort(), await findFreePort(), {
    CATALOGUE: "none",
    SHOP_STATE: "open",
    TRUST_PROXY: "1",
    // The settings of the allocator that deployed shops use.
    MALLOC_ARENA_MAX: "2",
    MALLOC_MMAP_THRESHOLD_: "65536",
    MALLOC_TRIM_THRESHOLD_: "131072",
    ...samplerSettings(samplesFile, sampleMs, "--max-semi-space-size=8 --max-old-space-size=1024"),
  });
  try {
    const { db } = load.database;
    console.log(`${madeUpBooks.toLocaleString("en-IN")} generated books are added.`);
    await addGeneratedBooks(db, madeUpBooks);
    await fillShelves(db);
    while ((await countStaleListings(db)) > 0 && !signal.aborted) await pause(250);
    const paths = await listManyPaths(db, madeUpBooks);
    const { rows: books } = await load.database.pool.query<{ id: string }>(
      "select book_id as id from listings order by md5(book_id) limit 1000",
    );
    console.log(
      `${pagesPerSecond} pages a second over ${paths.length.toLocaleString("en-IN")} addresses and ${ordersPerMinute} purchases a minute, for ${minutes} min.`,
    );

    const from = Date.now();
    const over = AbortSignal.any([signal, AbortSignal.timeout(minutes * 60_000)]);
    const { tally, ended } = startLoad({
      addresses: load,
      paths,
      books: books.map(({ id }) => id),
      pagesPerSecond,
      ordersPerMinute,
      signal: over,
    });
    const waits: Point[] = [];
    const watch = setInterval(() => {
      const last = tally.waits.splice(0);
      if (last.length > 0) waits.push({ at: Date.now(), value: at(last, 0.99) });
    }, sampleMs);
    const tell = setInterval(() => {
      const latest = readSamples(samplesFile).at(-1);
      if (!latest) return;
      const { rssMegabytes, heapMegabytes, handles, delayMs } = latest;
      console.log(
        `${((Date.now() - from) / 60_000).toFixed(0).padStart(4)} min  ${tally.pages} pages  ${tally.orders} orders  RSS ${rssMegabytes.toFixed(0)} MB  ` +
          `heap ${heapMegabytes.toFixed(0)} MB  ${handles} handles  event loop ${delayMs.toFixed(0)} ms late at p99`,
      );
    }, reportMs);
    await ended;
    clearInterval(watch);
    clearInterval(tell);
    if (signal.aborted) return null;

    const samples = readSamples(samplesFile).filter(({ at }) => at >= from);
    await mkdir(dirname(svg), { recursive: true });
    await writeFile(
      svg,
      drawSamples({
        title: `The shop under the same load, ${minutes} min`,
        subtitle:
          `${pagesPerSecond} pages a second over ${paths.length.toLocaleString("en-IN")} addresses, ${ordersPerMinute} purchases a minute; ` +
          `${cpus().length} cores, Node.js ${process.versions.node}`,
        from,
        samples,
        waits,
      }),
    );
    console.log(`Drawn in ${svg}`);

    const breaches = await findBreaches(db);
    const peak = Math.max(...samples.map(({ rssMegabytes }) => rssMegabytes));
    return [
      ...judgeSamples(samples, minutes < shortestJudged),
      {
        what: "memory at most",
        isWell: peak <= mostMegabytes,
        words: `${peak.toFixed(0)} MB, the goal is ${mostMegabytes} MB`,
      },
      {
        what: "answers",
        isWell: tally.failures.size === 0,
        words: [
          `${tally.pages} pages and ${tally.orders} orders`,
          ...[...tally.failures].map(([why, count]) => `${count} × ${why}`),
        ].join("; "),
      },
      {
        what: "invariants of its shop",
        isWell: breaches.length === 0,
        words:
          breaches.length === 0 ? "the records agree" : breaches.map(({ id, what }) => `${id}: ${what}`).join("; "),
      },
    ];
  } finally {
    await load.close();
    await rm(samplesFile, { force: true });
  }
}
