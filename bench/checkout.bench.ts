import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { buyByHttp } from "./buy-by-http.ts";
import { cpuSecondsOf } from "./cpu-time.ts";
import { openShopUnderLoad } from "./shop-under-load.ts";

/*
 * How many orders a second can be placed and paid, and how much of the shop's own time does one take?
 * Goal: 100 a second with 8 clients, a whole checkout within 30 ms of the shop's time.
 */
const clients = 8;
const seconds = Number(process.env.BENCH_SECONDS ?? 15);

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
console.log(breaches.length === 0 ? `${times.length} orders; the records agree with each other` : breaches);
await load.close();
process.exitCode = breaches.length === 0 ? 0 : 1;

/** Processor time of everyone who shares the machine, in seconds; the readers are this process. */
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
