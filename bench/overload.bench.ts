import { monitorEventLoopDelay } from "node:perf_hooks";

import { askSteadily } from "./ask-steadily.ts";
import { buyByHttp } from "./buy-by-http.ts";
import { openShopUnderLoad } from "./shop-under-load.ts";
import { at, noteRows, rowOfWaits } from "./rows.ts";
import { sendUntil } from "./send-until.ts";

/*
 * What do buyers notice while many more readers come than the shop can serve? Readers ask for searches, each of which is
 * rendered, over 64 connections; one buyer after the other goes from the book to the paid order.
 * Goal: pages are answered or refused within a second, the event loop is never late by 200 ms, and every order is paid.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 64);
const port = Number(process.env.BENCH_PORT ?? 3904);

const load = await openShopUnderLoad(port, port + 1, { TRUST_PROXY: "1" });
const { rows: books } = await load.database.pool.query<{ id: string }>("select id from books order by id limit 300");
let next = 0;
const take = () => books[next++ % books.length]!.id;
const own = monitorEventLoopDelay({ resolution: 10 });
own.enable();

for (let warm = 0; warm < 30; warm += 1) await buyByHttp(load, take());
const alone = await buyFor(seconds / 2);
const stop = sendUntil(port, (number) => `/search?q=${encodeURIComponent("the a of " + (number % 97))}`, connections);
// The least that the shop can be asked: it waits for nothing but its event loop.
const [beside, health] = await Promise.all([buyFor(seconds), askSteadily(port, ["/healthz"], 10, seconds)]);
const crowd = await stop();
const after = await buyFor(seconds / 4);

console.log(`${connections} connections of readers for ${seconds} s, one buyer at a time; milliseconds`);
const row = (name: string, ms: number[], more: Record<string, number> = {}) => ({
  [name]: { count: ms.length, ...percentiles(ms), ...more },
});
console.table({
  ...row("a purchase, alone", alone.ms, { failed: alone.failed }),
  ...row("a purchase, in the crowd", beside.ms, { failed: beside.failed }),
  ...row("a purchase, afterwards", after.ms, { failed: after.failed }),
  ...row("/healthz, in the crowd", health.firstByteMs, { failed: health.failed }),
  ...row("a search that was served", crowd.served),
  ...row("a search that was refused (503)", crowd.refused),
});
console.log(
  `Answers of another kind: ${crowd.other}. The load's own event loop was late by ${(own.percentile(99) / 1e6).toFixed(0)} ms (p99).`,
);
noteRows([
  rowOfWaits("a purchase, alone", alone.ms),
  rowOfWaits("a purchase beside a crowd of readers", beside.ms),
  rowOfWaits("/healthz beside a crowd of readers", health.firstByteMs, {
    goal: "p99 200 ms",
    isMet: at(health.firstByteMs, 0.99) <= 200,
  }),
]);
await load.close();

async function buyFor(seconds: number) {
  const end = performance.now() + seconds * 1000;
  const ms: number[] = [];
  let failed = 0;
  while (performance.now() < end) {
    try {
      ms.push((await buyByHttp(load, take())).shopMs);
    } catch (error) {
      failed += 1;
      console.error((error as Error).message);
    }
  }
  return { ms, failed };
}

function percentiles(ms: number[]) {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
