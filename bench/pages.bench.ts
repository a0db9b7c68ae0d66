/**
 * Bench of public pages: the rate of a cached page compared with a bare Node.js server, and the size of the JavaScript
 * of a first visit.
 */

import { fork, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

import { runOpenLoop } from "#proving-ground/load/open-loop.ts";
import { runClosedLoop } from "#proving-ground/load/closed-loop.ts";
import { noteRows, rowOf, rowOfRounds, rowOfWaits } from "./table/rows.ts";

/*
 * Goal: a cached page has at least 80 % of the rate of the bare server; the JavaScript has at most 113 kB. Response
 * times are measured at a steady rate, even if earlier requests have no response yet.
 */
interface Answer {
  headers: string[];
  body: Buffer;
}

const roundSeconds = Number(process.env.BENCH_SECONDS ?? 5);
const rounds = Number(process.env.BENCH_ROUNDS ?? 4);
const connections = 16;
const root = join(import.meta.dirname, "..");
const ticksASecond = 100;

const folder = await mkdtemp(join(tmpdir(), "endpaper-bench-"));
await chmod(folder, 0o755);
const shopPort = 3900;
const barePort = 3901;
const shop = await openShop();
const cached = await getCached("/");
const bare = await openBare(cached);

const subjects: { name: string; child: ChildProcess; port: number; path: string }[] = [
  { name: "bare node:http, same bytes", child: bare, port: barePort, path: "/" },
  { name: "home page, cached", child: shop, port: shopPort, path: "/" },
  // Searches are not cached: the page is rendered for each request.
  { name: "search, rendered", child: shop, port: shopPort, path: "/search?q=the" },
];
/**
 * Requests come from many networks. A single one would reach its limit of rendered pages, because several requests
 * render a cached page when it expires.
 */
const fromManyNetworks = true;
const found = new Map(subjects.map(({ name }) => [name, { rates: [] as number[], cpu: [] as number[], bytes: 0 }]));
for (const subject of subjects) await runClosedLoop(subject.port, subject.path, 2, connections, { fromManyNetworks });
for (let round = 0; round < rounds; round += 1) {
  // The order alternates, so that a machine that slows down does not favour one subject.
  for (const { name, child, port, path } of round % 2 === 0 ? subjects : subjects.toReversed()) {
    const before = cpuSeconds(child);
    const result = await runClosedLoop(port, path, roundSeconds, connections, { fromManyNetworks });
    const entry = found.get(name)!;
    entry.rates.push(result.requests / result.seconds);
    entry.cpu.push(((cpuSeconds(child) - before) * 1e6) / result.requests);
    entry.bytes = result.bodyBytes;
  }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const base = median(found.get(subjects[0]!.name)!.rates);
console.log(`${rounds} rounds of ${roundSeconds} s, ${connections} connections, median`);
console.table(
  Object.fromEntries(
    [...found].map(([name, { rates, cpu, bytes }]) => [
      name,
      {
        "requests/s": Math.round(median(rates)),
        "CPU µs/request": Math.round(median(cpu)),
        "of bare": `${Math.round((median(rates) / base) * 100)} %`,
        "body bytes": bytes,
      },
    ]),
  ),
);
const scripts = await listScripts();
console.log(
  `JavaScript of a first visit to the home page: ${(scripts.bytes / 1000).toFixed(1)} kB (brotli) in ${scripts.files} files`,
);
const waits = [
  rowOfWaits("home page, cached, 100 a second", (await runOpenLoop(shopPort, ["/"], 100, roundSeconds)).firstByteMs),
  rowOfWaits(
    "search, rendered, 10 a second",
    (await runOpenLoop(shopPort, ["/search?q=the"], 10, roundSeconds)).firstByteMs,
  ),
];
for (const { what, median, high } of waits)
  console.log(`${what}: median ${median.toFixed(1)} ms, p99 ${high!.toFixed(1)} ms`);
noteRows([
  ...[...found].map(([name, { rates, cpu }]) => {
    const ofBare = median(rates) / base;
    const goal = name === "home page, cached" ? { goal: "80 % of bare", isMet: ofBare >= 0.8 } : {};
    return rowOfRounds(name, "requests/s", rates, { cpuMs: median(cpu) / 1000, ofBare, ...goal });
  }),
  ...waits,
  rowOf("JavaScript of a first visit", "kB", scripts.bytes / 1000, { goal: "113 kB", isMet: scripts.bytes <= 113_000 }),
]);
bare.kill();
shop.kill("SIGTERM");
await new Promise((resolve) => shop.once("exit", resolve));
await rm(folder, { recursive: true, force: true });

async function openShop(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, "server", "main.ts")], {
    env: { ...process.env, NODE_ENV: "production", PORT: String(shopPort), DATA_DIR: folder, TRUST_PROXY: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("The shop did not open.")));
    child.stdout?.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("Endpaper is open")) resolve();
    });
  });
  return child;
}

async function openBare({ headers, body }: Answer): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "bare-server.ts"));
  child.send({ port: barePort, headers, body: body.toString("base64") });
  await new Promise((resolve) => child.once("message", resolve));
  return child;
}

/**
 * Requests a page until it is served from the cache. The jobs of a first start change the catalogue, which makes cached
 * pages stale.
 */
async function getCached(path: string): Promise<Answer> {
  let last = await get(path);
  for (let hits = 0, tries = 0; hits < 5; tries += 1) {
    if (tries === 300) throw new Error(`${path} is never served from the cache.`);
    await wait(1_000);
    last = await get(path);
    // Only a rendered response has a request id.
    hits = last.headers.includes("x-request-id") ? 0 : hits + 1;
  }
  return last;
}

function get(path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ port: shopPort, path, headers: { "accept-encoding": "br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        // Node.js adds these headers to every response itself.
        const own = new Set(["date", "connection", "keep-alive"]);
        const headers = Object.entries(response.headers).filter(([name]) => !own.has(name));
        resolve({ headers: headers.flatMap(([name, value]) => [name, String(value)]), body: Buffer.concat(chunks) });
      });
    })
      .on("error", reject)
      .end();
  });
}

/** User and system CPU time of a process so far, in seconds. */
function cpuSeconds(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond;
}

/** All scripts that the home page loads, directly or by imports, with their compressed size. */
async function listScripts(): Promise<{ files: number; bytes: number }> {
  const html = brotliDecompressSync(cached.body).toString();
  const waiting = [...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
  const seen = new Map<string, number>();
  while (waiting.length > 0) {
    const path = waiting.pop()!;
    if (seen.has(path)) continue;
    const { body } = await get(path);
    seen.set(path, body.length);
    const text = brotliDecompressSync(body).toString();
    for (const [, file] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      waiting.push(`/assets/${file}`);
  }
  return { files: seen.size, bytes: [...seen.values()].reduce((sum, size) => sum + size, 0) };
}
