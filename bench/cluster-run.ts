/** Runs `npm run demo:cluster`: opens a cluster, applies load and faults, and checks that no paid order is lost. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { clusterFaults } from "./cluster-faults.ts";
import { startLoad, warmUp, type Load, type LoadSize, type Seen } from "./cluster-load.ts";
import { openCluster, type ClusterStage } from "./cluster-stage.ts";
import { buildVersion } from "./cluster-version.ts";
import { fillShelves } from "./fill-shelves.ts";

/** Options of a run. */
export interface ClusterRun extends LoadSize {
  port: number;
  faults: string[];
  /** Duration of each fault, or of the whole run without faults, in seconds. */
  seconds: number;
  isSynchronous: boolean;
  /** Commit of the version in which the shops start; null for the current one. */
  from: string | null;
  signal: AbortSignal;
  /** Registers the function that is called with fault names typed during the run. */
  onTyped: (strike: (name: string) => void) => void;
}

/** Effect of a fault, as a row of the table. */
interface Cost {
  name: string;
  seconds: number;
  requests: number;
  failed: number;
  paid: number;
  /** The longest time between two confirmed payments, in seconds. */
  longestGap: number;
}

const root = join(import.meta.dirname, "..");
const reportMs = 2_000;
const calmMs = 5_000;
const wellSeconds = 120;

/** Runs a cluster under load and faults, and checks the records; returns whether all checks passed. */
export async function runCluster(run: ClusterRun): Promise<boolean> {
  const { from } = run;
  if (from !== null) console.log(`Building the shop of ${from}.`);
  const earlier = from === null ? null : await buildVersion(from);
  try {
    return await runVersion(run, earlier?.folder ?? root);
  } finally {
    await earlier?.remove();
  }
}

async function runVersion(run: ClusterRun, version: string): Promise<boolean> {
  const { faults, seconds, signal, port, isSynchronous } = run;
  console.log(`Starting a cluster, ${isSynchronous ? "with" : "without"} synchronous replication:`);
  const say = (line: string) => console.log(`  ${line}`);
  const stage = await openCluster({ port, isSynchronous, version, signal, say });
  const pool = openPool(stage.settings["DATABASE_URL"]!, 2);
  const db = queriesOver(pool, pool);
  try {
    await fillShelves(db);
    const { rows } = await db.execute<{ id: string }>(sql`select id from books where is_listed order by id limit 40`);
    console.log(
      `\nOpen at ${stage.publicUrl}. ${run.pagesPerSecond} pages a second, ${run.buyers} buyers. Faults: ${Object.keys(clusterFaults).join(", ")}\n`,
    );
    const books = rows.map(({ id }) => id);
    await warmUp(stage, books);
    const load = startLoad(stage, books, run);
    const table = showTable(stage, load.seen);
    const costs: Cost[] = [];
    try {
      run.onTyped((name) => void strikeTyped(stage, name));
      await pause(calmMs, undefined, { signal });
      if (faults.length === 0)
        costs.push(await measure("none", load, () => pause(seconds * 1000, undefined, { signal })));
      for (const name of faults) costs.push(await measure(name, load, () => strike(stage, name, seconds, signal)));
    } finally {
      table.stop();
      await load.stop();
    }
    tellCosts(costs, load.seen);
    await stage.untilWell(wellSeconds);
    const lost = await findLost(load.seen, db);
    console.log(
      `${load.seen.placed.size} orders placed, ${load.seen.paid.size} told paid, ${lost.length} of these lost${lost.length > 0 ? `: ${lost.join(", ")}` : ""}.`,
    );
    const checked = spawnSync(process.execPath, ["cli/check-invariants.ts"], {
      cwd: root,
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...stage.settings },
      stdio: "inherit",
    });
    const isTried = load.seen.paid.size > 0;
    if (!isTried) console.log("No reader was told that an order is paid, so nothing was tried.");
    const isWell = isTried && lost.length === 0 && checked.status === 0;
    if (!isWell) console.log(`What every program wrote is kept in ${await stage.keepLogs()}`);
    return isWell;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    await pool.end();
    await stage.close();
    console.log("Everything that was started is stopped.");
  }
}

async function strike(stage: ClusterStage, name: string, seconds: number, signal: AbortSignal) {
  const { does, strike } = clusterFaults[name]!;
  console.log(`--- ${name}: ${does}`);
  const over = pause(seconds * 1000, undefined, { signal });
  const mend = await strike(stage);
  await over;
  console.log("--- It is put right.");
  await mend();
  await stage.untilWell(wellSeconds);
}

async function strikeTyped(stage: ClusterStage, name: string) {
  const fault = clusterFaults[name];
  if (!fault)
    return console.log(`There is no fault ${JSON.stringify(name)}. Faults: ${Object.keys(clusterFaults).join(", ")}`);
  console.log(`--- ${name}: ${fault.does}`);
  try {
    const mend = await fault.strike(stage);
    await pause(30_000, undefined, { ref: false });
    await mend();
    console.log("--- It is put right.");
  } catch (error) {
    console.log(`--- ${(error as Error).message}`);
  }
}

async function measure(name: string, { seen }: Load, work: () => Promise<void>): Promise<Cost> {
  const from = performance.now();
  const before = { requests: seen.requests, failed: countFailed(seen) };
  await work();
  const to = performance.now();
  const times = [...seen.paid.values()].filter((at) => at >= from && at <= to).sort((a, b) => a - b);
  const marks = [from, ...times, to];
  return {
    name,
    seconds: (to - from) / 1000,
    requests: seen.requests - before.requests,
    failed: countFailed(seen) - before.failed,
    paid: times.length,
    longestGap: Math.max(...marks.slice(1).map((at, index) => at - marks[index]!)) / 1000,
  };
}

/** Prints a line every two seconds until it is stopped. */
function showTable(stage: ClusterStage, seen: Seen): { stop: () => void } {
  console.log("    s  requests/s  failed   paid  primary  replicas (bytes behind)");
  const begun = performance.now();
  let before = 0;
  const timer = setInterval(async () => {
    const perSecond = (seen.requests - before) / (reportMs / 1000);
    before = seen.requests;
    const members = await stage.members();
    const replicas = members
      .filter(({ role }) => role !== "leader")
      .map(({ name, role, state, lag }) => `${name} ${role === "sync_standby" ? "synchronous " : ""}${lag ?? state}`);
    console.log(
      [
        String(Math.round((performance.now() - begun) / 1000)).padStart(5),
        perSecond.toFixed(1).padStart(11),
        String(countFailed(seen)).padStart(7),
        String(seen.paid.size).padStart(6),
        (members.find(({ role }) => role === "leader")?.name ?? "none").padEnd(8).padStart(9),
        replicas.join(", "),
      ].join(" "),
    );
  }, reportMs);
  return { stop: () => clearInterval(timer) };
}

const countFailed = ({ failed }: Seen) => [...failed.values()].reduce((sum, times) => sum + times, 0);

function tellCosts(costs: Cost[], seen: Seen) {
  console.log(
    "\n| fault | seconds | longest time without a paid order, s | requests | failed | paid |\n| --- | --- | --- | --- | --- | --- |",
  );
  for (const { name, seconds, longestGap, requests, failed, paid } of costs)
    console.log(`| ${name} | ${seconds.toFixed(0)} | ${longestGap.toFixed(1)} | ${requests} | ${failed} | ${paid} |`);
  for (const [kind, times] of seen.failed) console.log(`failed: ${times} x ${kind}`);
  if (seen.gaveUp > 0) console.log(`${seen.gaveUp} readers gave up.`);
}

/** Orders that were reported as paid to a reader but are not. */
async function findLost({ paid }: Seen, db: ReturnType<typeof queriesOver>): Promise<string[]> {
  const told = JSON.stringify([...paid.keys()]);
  const { rows } = await db.execute<{ number: string }>(sql`
    select told.number from jsonb_array_elements_text(${told}::jsonb) as told (number)
    where not exists (select from orders o where o.number = told.number and o.paid_at is not null)`);
  return rows.map(({ number }) => number);
}
