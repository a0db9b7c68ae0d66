/** Bench of search suggestions: response times and CPU time over HTTP while a reader types. */

import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

import { openDatabase } from "#db/connect.ts";
import { suggestionsPath } from "#shop/catalogue/search/suggestion.ts";
import { findPostmaster, makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { cpuSecondsOf } from "#proving-ground/processes/cpu-time.ts";
import { sendRequest } from "#proving-ground/load/send-request.ts";
import { waitForJobs } from "./shop/wait-for-jobs.ts";
import { noteRows, rowOfWaits } from "./table/rows.ts";

/*
 * Goal at 1,000,000 books: p99 <= 40 ms. Requests are sent at a fixed rate. The time of a request begins when it was
 * due, so that the delay behind a slow response is included. `--data` is the folder of a shop, such as one that `npm
 * run shop -- catalogue generate` has filled; without it the demonstration is used. `--rate` is in requests per second.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    data: { type: "string" },
    rate: { type: "string", default: "100" },
    seconds: { type: "string", default: "20" },
    port: { type: "string", default: "3902" },
  },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);
if (!(rate > 0 && rate <= 1_000 && seconds > 0 && seconds <= 600))
  throw new Error("--rate may be at most 1000 requests a second, and --seconds at most 600.");

/** Typed texts, by what makes them difficult, with words of the generated books. */
const mix: Record<string, string[]> = {
  "one letter": ["s", "म", "ग"],
  "two letters": ["th", "sa", "mi", "ri", "का", "zu"],
  "three letters": ["the", "sil", "ban", "lan"],
  "a beginning": ["the silent", "silent riv", "the river of", "mango"],
  "a word inside": ["lantern", "orchard", "monsoon"],
  "a name": ["banerj", "agarwal", "bhatt", "lotus house"],
  "title and name": ["river bose", "lantern acharya"],
  rare: ["saffron harbour kit", "tamarind xylo", "quill"],
  none: ["zzqx", "xq", "qwertyuiop"],
};
const texts = Object.entries(mix).flatMap(([kind, all]) => all.map((text) => ({ kind, text })));

const data = values.data === undefined ? await makeDataFolder() : { folder: values.data, remove: async () => {} };
const shop = startChildShop({
  PORT: values.port,
  DATA_DIR: data.folder,
  // The requests come as from a proxy with many readers, because the shop limits the requests and connections of one
  // network.
  TRUST_PROXY: "1",
  ...(values.data === undefined ? {} : { CATALOGUE: "none" }),
});
try {
  await shop.opened;
  const records = await openDatabase({ dataDir: data.folder, report: () => {} });
  await waitForJobs(records).finally(() => records.pool.end());
  await ask(2, []);
  const database = (await findPostmaster(data.folder))!;
  const before = [cpuSecondsOf(shop.process.pid!), cpuSecondsOf(database)];
  const waits: Wait[] = [];
  await ask(seconds, waits);
  const taken = [cpuSecondsOf(shop.process.pid!), cpuSecondsOf(database)].map((after, place) => after - before[place]!);
  console.log(`${waits.length} requests, ${rate} a second`);
  console.table({
    ...Object.fromEntries(Object.keys(mix).map((kind) => [kind, summary(waits.filter((wait) => wait.kind === kind))])),
    all: summary(waits),
  });
  const perRequest = (cpu: number) => `${((cpu * 1000) / waits.length).toFixed(2)} ms`;
  const allMs = waits.map(({ ms }) => ms);
  const cpuMs = (taken.reduce((sum, cpu) => sum + cpu, 0) * 1000) / waits.length;
  noteRows([rowOfWaits(`suggestions, ${rate} a second`, allMs, { cpuMs, goal: "p99 40 ms at a million books" })]);
  console.log(`Processor time a request: shop ${perRequest(taken[0]!)}, database ${perRequest(taken[1]!)}`);
} finally {
  await shop.stop();
  await data.remove();
}

interface Wait {
  kind: string;
  ms: number;
}

/** Sends requests at the fixed rate for `forSeconds`; throws on any status but 200. */
async function ask(forSeconds: number, waits: Wait[]): Promise<void> {
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  for (let place = 0; place < forSeconds * rate; place += 1) {
    const due = begun + (place * 1000) / rate;
    await pause(Math.max(0, due - performance.now()));
    const { kind, text } = texts[place % texts.length]!;
    const answered = sendRequest(`${shop.url}${suggestionsPath}?q=${encodeURIComponent(text)}`, {
      "x-forwarded-for": `10.0.${place % 256}.1`,
    }).then(({ status }) => {
      if (status !== 200) throw new Error(`“${text}” was answered by ${status}.`);
      waits.push({ kind, ms: performance.now() - due });
    });
    // `Promise.all` throws the error at the end, when the shop can still be stopped.
    answered.catch(() => {});
    sent.push(answered);
  }
  await Promise.all(sent);
}

function summary(waits: Wait[]) {
  const sorted = waits.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1));
  return { "p50 ms": at(0.5), "p95 ms": at(0.95), "p99 ms": at(0.99), "longest ms": at(1) };
}
