/** Bench of the checkout: orders per second, and the shop's own time and CPU time per order. */

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { cpuSecondsOf } from "#proving-ground/processes/cpu-time.ts";
import { buyByHttp } from "./shop/buy-by-http.ts";
import { noteRows, rowOf, rowOfWaits } from "./table/rows.ts";
import { openShopUnderLoad } from "./shop/shop-under-load.ts";

/*
 * Goal: 100 orders/s with 8 clients, at most 30 ms of the shop's time per checkout, and 12 ms of CPU time in all. In
 * the last part, orders arrive at a fixed rate, even if earlier orders are not completed.
 */
const clients = 8;
const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const steadyPerSecond = 5;

const load = await openShopUnderLoad(3902, 3903);
const { rows: books } = await load.database.pool.query<{ id: string }>("select id from books order by id limit 300");
let next = 0;
const take = () => books[next++ % books.length]!.id;

for (let warm = 0; warm < 40; warm += 1) await buyByHttp(load, take());
const alone: number[] = [];
for (let one = 0; one < 100; one += 1) alone.push((await buyByHttp(load, take())).shopMs);

const cpuBefore = readCpu();
const begun = performance.now();
const end = begun + seconds * 1000;
const times: number[] = [];
await Promise.all(
  Array.from({ length: clients }, async () => {
    while (performance.now() < end) times.push((await buyByHttp(load, take())).shopMs);
  }),
);
const took = (performance.now() - begun) / 1000;
const cpuAfter = readCpu();
const steady: number[] = [];
const arrivals: Promise<void>[] = [];
const steadyFrom = performance.now();
for (let number = 0; number < steadyPerSecond * seconds; number += 1) {
  const due = steadyFrom + (number * 1000) / steadyPerSecond;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  // Include the delay before the order was started: the shop's load on this machine caused it.
  const late = Math.max(0, performance.now() - due);
  arrivals.push(buyByHttp(load, take()).then(({ shopMs }) => void steady.push(shopMs + late)));
}
await Promise.all(arrivals);
await waitForWebhooks();
const breaches = await findBreaches(load.database.db);
const at = (numbers: number[], part: number) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)]!;
console.table({
  "one at a time": {
    "orders/s": "",
    "shop ms, median": at(alone, 0.5).toFixed(1),
    "shop ms, p95": at(alone, 0.95).toFixed(1),
  },
  [`${clients} clients`]: {
    "orders/s": (times.length / took).toFixed(1),
    "shop ms, median": at(times, 0.5).toFixed(1),
    "shop ms, p95": at(times, 0.95).toFixed(1),
  },
});
console.log("Processor time of an order, in milliseconds:");
console.table(
  Object.fromEntries(
    cpuAfter.map(([who, after], at) => [who, (((after - cpuBefore[at]![1]) * 1000) / times.length).toFixed(1)]),
  ),
);
console.log(
  `${steadyPerSecond} orders a second: median ${at(steady, 0.5).toFixed(1)} ms, p99 ${at(steady, 0.99).toFixed(1)} ms`,
);
const orderCpuMs = cpuAfter
  .filter(([who]) => who === "shop" || who === "database")
  .reduce((sum, [who, after]) => sum + after - cpuBefore.find(([name]) => name === who)![1], 0);
const allCpuMs = cpuAfter.reduce((sum, [, after], place) => sum + after - cpuBefore[place]![1], 0);
noteRows([
  rowOfWaits("an order, one at a time", alone, { goal: "30 ms", isMet: at(alone, 0.5) <= 30 }),
  rowOf(`orders, ${clients} clients`, "orders/s", times.length / took, {
    cpuMs: (orderCpuMs * 1000) / times.length,
    goal: "100 orders/s",
    isMet: times.length / took >= 100,
  }),
  rowOf("an order, with load generator and stand-ins", "ms CPU", (allCpuMs * 1000) / times.length, {
    goal: "12 ms",
    isMet: (allCpuMs * 1000) / times.length <= 12,
  }),
  rowOfWaits(`an order, ${steadyPerSecond} a second`, steady),
]);
console.log(breaches.length === 0 ? `${times.length} orders; the records agree with each other` : breaches);
await load.close();
process.exitCode = breaches.length === 0 ? 0 : 1;

/** CPU time of all processes in seconds; this process simulates the readers. */
function readCpu(): [string, number][] {
  const { user, system } = process.cpuUsage();
  const others = Object.entries(load.pids).map(([who, pid]): [string, number] => [who, cpuSecondsOf(pid)]);
  return [...others, ["readers", (user + system) / 1e6]];
}

async function waitForWebhooks() {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await load.database.pool.query("select from webhook_events where state = 'received' limit 1");
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
