import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { startEmbedded } from "#db/embedded.ts";
import { findFreePort } from "#db/free-port.ts";
import { makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { sendRequest } from "#proving-ground/load/send-request.ts";
import { at, noteRows, rowOfRounds } from "./table/rows.ts";

/*
 * Bench of a warm start: how long the shop takes from its start command (that of `npm start`, without npm itself) to
 * its first response, if nothing must be installed, built or migrated. The part of PostgreSQL is the time that the same
 * database takes to start alone. Goal: 2 s.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };
const [, ...args] = scripts.start.split(" ");
const { folder, remove } = await makeDataFolder();

/** Starts and stops the shop; returns the milliseconds until the port and until the home page responded. */
async function start(): Promise<{ portMs: number; homeMs: number }> {
  const port = await findFreePort();
  const begun = performance.now();
  const { PATH, HOME } = process.env;
  const shop = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: folder },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(shop, "exit");
  const until = async (path: string) => {
    for (;;) {
      if (shop.exitCode !== null) throw new Error("The shop ended before it was open.");
      const { status } = await sendRequest(`http://127.0.0.1:${port}${path}`, {}).catch(() => ({ status: 0 }));
      if (status === 200) return performance.now() - begun;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const portMs = await until("/healthz");
  const homeMs = await until("/");
  shop.kill("SIGTERM");
  await ended;
  return { portMs, homeMs };
}

async function startDatabase(): Promise<number> {
  const begun = performance.now();
  const database = await startEmbedded({ dataDir: folder, report: () => {} });
  const ms = performance.now() - begun;
  await database.stopIfUnused();
  return ms;
}

await start(); // creates the database and loads the demonstration
const shops: { portMs: number; homeMs: number }[] = [];
const databases: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  shops.push(await start());
  databases.push(await startDatabase());
}
await remove();
const ports = shops.map(({ portMs }) => portMs);
const homes = shops.map(({ homeMs }) => homeMs);
console.table(
  Object.fromEntries(
    Object.entries({
      "until the port answers": ports,
      "until home is answered": homes,
      "PostgreSQL alone": databases,
    }).map(([what, ms]) => [
      what,
      { median: Math.round(at(ms, 0.5)), least: Math.round(at(ms, 0)), most: Math.round(at(ms, 1)) },
    ]),
  ),
);
noteRows([
  rowOfRounds("a warm start, until the port answers", "ms", ports, {
    goal: "2,000 ms",
    isMet: at(ports, 0.5) <= 2_000,
  }),
  rowOfRounds("a warm start, until home is answered", "ms", homes),
  rowOfRounds("PostgreSQL’s part of it", "ms", databases),
]);
