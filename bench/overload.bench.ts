/** Bench of overload: how purchases go while there are many more readers than the shop can serve. */

import { monitorEventLoopDelay } from "node:perf_hooks";

import { runOpenLoop } from "#proving-ground/load/open-loop.ts";
import { buyByHttp } from "./shop/buy-by-http.ts";
import { at, noteRows, rowOf, rowOfWaits } from "./table/rows.ts";
import { openShopUnderLoad } from "./shop/shop-under-load.ts";

/*
 * Readers request searches, which are rendered each time; buyers go from a book to a paid order. Both arrive at a fixed
 * rate, even if earlier requests have no response yet. Goal: every order is paid; a refused request gets its response
 * within a second, with Retry-After; no request fails without a message; the lag of the event loop is less than 200 ms.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const readersPerSecond = Number(process.env.BENCH_READERS ?? 200);
const buyersPerSecond = Number(process.env.BENCH_BUYERS ?? 3);
const port = Number(process.env.BENCH_PORT ?? 3904);
const metricsPort = port + 2;
/** How long the shop caches its metrics, in milliseconds. */
const numbersKeptMs = 10_000;

const load = await openShopUnderLoad(port, port + 1, { TRUST_PROXY: "1", METRICS_PORT: String(metricsPort) });
const { rows: books } = await load.database.pool.query<{ id: string }>("select id from books order by id limit 300");
let next = 0;
const take = () => books[next++ % books.length]!.id;
const own = monitorEventLoopDelay({ resolution: 10 });
own.enable();

for (let warm = 0; warm < 30; warm += 1) await buyByHttp(load, take());
const alone = await buySteadily(seconds / 2);
await readLag();
const searches = Array.from({ length: 97 }, (_, number) => `/search?q=${encodeURIComponent(`the a of ${number}`)}`);
const [crowd, beside, health] = await Promise.all([
  runOpenLoop(port, searches, readersPerSecond, seconds),
  buySteadily(seconds),
  // The cheapest request, which depends on nothing but the event loop.
  runOpenLoop(port, ["/healthz"], 10, seconds),
]);
await new Promise((resolve) => setTimeout(resolve, Math.max(0, numbersKeptMs - seconds * 1000)));
const lagMs = await readLag();
const after = await buySteadily(seconds / 4);

console.log(`${readersPerSecond} readers and ${buyersPerSecond} buyers a second for ${seconds} s; milliseconds`);
const row = (name: string, ms: number[], more: Record<string, number> = {}) => ({
  [name]: { count: ms.length, p50: round(at(ms, 0.5)), p99: round(at(ms, 0.99)), most: round(at(ms, 1)), ...more },
});
console.table({
  ...row("a purchase, alone", alone.ms, { failed: alone.failed }),
  ...row("a purchase, in the crowd", beside.ms, { failed: beside.failed }),
  ...row("a purchase, afterwards", after.ms, { failed: after.failed }),
  ...row("/healthz, in the crowd", health.firstByteMs, { failed: health.failed }),
  ...row("a search that was served", crowd.servedMs),
  ...row("a search that was refused (503, Retry-After)", crowd.refusedMs),
});
const unexplained = crowd.failed - crowd.refusedMs.length;
console.log(
  `Searches that failed without 503: ${unexplained}. The shop's event loop was late by ${round(lagMs)} ms (p99), the load's ` +
    `own by ${round(own.percentile(99) / 1e6)} ms (p99).`,
);
const begun = beside.ms.length + beside.failed;
noteRows([
  rowOfWaits(`a purchase, alone, ${buyersPerSecond} a second`, alone.ms),
  rowOfWaits(`a purchase, ${buyersPerSecond} a second, with ${readersPerSecond} readers a second`, beside.ms),
  rowOf(`purchases in overload: paid, of ${begun}`, "%", (100 * beside.ms.length) / begun, {
    goal: "100 %",
    isMet: beside.failed === 0,
  }),
  rowOf("searches served", "searches/s", crowd.servedMs.length / seconds),
  rowOfWaits("refused with 503 and Retry-After", crowd.refusedMs, {
    goal: "p99 1,000 ms",
    isMet: at(crowd.refusedMs, 0.99) <= 1_000,
  }),
  rowOf("failed without 503", "searches", unexplained, { goal: "none", isMet: unexplained === 0 }),
  rowOfWaits("/healthz meanwhile, 10 a second", health.firstByteMs, {
    goal: "p99 200 ms",
    isMet: at(health.firstByteMs, 0.99) <= 200,
  }),
  rowOf("event loop delay, p99", "ms", lagMs, { goal: "200 ms", isMet: lagMs <= 200 }),
]);
await load.close();

/**
 * Buys at a fixed rate. The delay before a purchase was started is included, because the load of the shop on this
 * machine causes it.
 */
async function buySteadily(seconds: number) {
  const ms: number[] = [];
  let failed = 0;
  const begun = performance.now();
  const arrivals: Promise<void>[] = [];
  for (let number = 0; number < buyersPerSecond * seconds; number += 1) {
    const due = begun + (number * 1000) / buyersPerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const late = Math.max(0, performance.now() - due);
    arrivals.push(
      buyByHttp(load, take()).then(
        ({ shopMs }) => void ms.push(shopMs + late),
        (error: unknown) => {
          failed += 1;
          console.error((error as Error).message);
        },
      ),
    );
  }
  await Promise.all(arrivals);
  return { ms, failed };
}

/** Event loop lag of the shop since the last reading, p99, in milliseconds. */
async function readLag(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^endpaper_event_loop_lag_seconds\{percentile="99"\} (\S+)$/m.exec(text)![1]) * 1000;
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
