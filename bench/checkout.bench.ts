import { readFileSync } from "node:fs";

import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { buyByHttp } from "./buy-by-http.ts";
import { openShopUnderLoad } from "./shop-under-load.ts";

/*
 * How many orders a second can be placed and paid, and how much of the shop's own time does one take?
 * Goal: 100 a second with 8 clients, a whole checkout within 30 ms of the shop's time.
 */
const clients = 8;
const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const ticksASecond = 100;

const load = await openShopUnderLoad(3902, 3903);
const { rows: books } = await load.database.pool.query<{ id: string }>("select id from books order by id limit 300");
let next = 0;
const take = () => books[next++ % books.length]!.id;

for (let warm = 0; warm < 40; warm += 1) await buyByHttp(load, take());
const alone: number[] = [];
for (let one = 0; one < 100; one += 1) alone.push((await buyByHttp(load, take())).shopMs);

const cpuBefore = cpuSeconds();
const begun = performance.now();
const end = begun + seconds * 1000;
const times: number[] = [];
await Promise.all(
  Array.from({ length: clients }, async () => {
    while (performance.now() < end) times.push((await buyByHttp(load, take())).shopMs);
  }),
);
const took = (performance.now() - begun) / 1000;
const cpuMs = ((cpuSeconds() - cpuBefore) * 1000) / times.length;
await waitForWebhooks();
const breaches = await findBreaches(load.database.db);
const at = (numbers: number[], part: number) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)]!;
console.table({
  "one at a time": {
    "orders/s": "",
    "shop ms, median": at(alone, 0.5).toFixed(1),
    "shop ms, p95": at(alone, 0.95).toFixed(1),
    "CPU ms/order": "",
  },
  [`${clients} clients`]: {
    "orders/s": (times.length / took).toFixed(1),
    "shop ms, median": at(times, 0.5).toFixed(1),
    "shop ms, p95": at(times, 0.95).toFixed(1),
    "CPU ms/order": cpuMs.toFixed(1),
  },
});
console.log(breaches.length === 0 ? `${times.length} orders; the records agree with each other` : breaches);
await load.close();
process.exitCode = breaches.length === 0 ? 0 : 1;

/** User and system time of the shop's process so far. */
function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${load.shop.process.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond;
}

async function waitForWebhooks() {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await load.database.pool.query("select from webhook_events where state = 'received' limit 1");
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
