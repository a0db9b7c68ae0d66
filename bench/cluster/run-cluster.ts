/** Runs `npm run demo:cluster`: opens a cluster, applies load and faults, and checks that no paid order is lost. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { measureCost, printClusterProgress, printCosts, type FaultCost } from "#proving-ground/cluster/fault-costs.ts";
import { buildVersion } from "#proving-ground/cluster/other-version.ts";
import { fillShelves } from "#bench/shop/fill-shelves.ts";
import { clusterFaults } from "./cluster-faults.ts";
import { startLoad, warmUp, type LoadSize, type Seen } from "./cluster-load.ts";
import { openCluster, type ClusterStage } from "./open-cluster.ts";

/** Options of a run. */
export interface ClusterRun extends LoadSize {
  port: number;
  faults: string[];
  /** The duration of each fault in seconds; without faults, the duration of the whole run. */
  seconds: number;
  isSynchronous: boolean;
  /** The commit of the version in which the shops start; null for the current version. */
  from: string | null;
  signal: AbortSignal;
  /** Registers the function that receives the names of faults that are typed during the run. */
  onTyped: (strike: (name: string) => void) => void;
}

const root = join(import.meta.dirname, "..", "..");
const calmMs = 5_000;
const wellSeconds = 120;

/** Runs a cluster under load and faults, and checks the records; returns whether all checks passed. */
export async function runCluster(run: ClusterRun): Promise<boolean> {
  const { from } = run;
  if (from !== null) console.log(`Building the shop of ${from}.`);
  const earlier = from === null ? null : await buildVersion(root, from, "setup/build.mjs");
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
  const pool = openPool(stage.settings.DATABASE_URL, 2);
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
    const progress = printClusterProgress(stage.members, load.seen);
    const costs: FaultCost[] = [];
    try {
      run.onTyped((name) => void strikeTyped(stage, name));
      await pause(calmMs, undefined, { signal });
      if (faults.length === 0)
        costs.push(await measureCost("none", load.seen, () => pause(seconds * 1000, undefined, { signal })));
      for (const name of faults)
        costs.push(await measureCost(name, load.seen, () => strike(stage, name, seconds, signal)));
    } finally {
      progress.stop();
      await load.stop();
    }
    printCosts(costs, load.seen);
    if (load.seen.gaveUp > 0) console.log(`${load.seen.gaveUp} readers gave up.`);
    await stage.untilWell(wellSeconds);
    const lost = await findLost(load.seen, db);
    console.log(
      `${load.seen.placed.size} orders placed, ${load.seen.paid.size} reported as paid, ${lost.length} of these lost${lost.length > 0 ? `: ${lost.join(", ")}` : ""}.`,
    );
    const checked = spawnSync(process.execPath, ["cli/check-invariants.ts"], {
      cwd: root,
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...stage.settings },
      stdio: "inherit",
    });
    const isTried = load.seen.paid.size > 0;
    if (!isTried) console.log("No order was reported to a reader as paid, so nothing was tested.");
    const isWell = isTried && lost.length === 0 && checked.status === 0;
    if (!isWell) console.log(`The logs of all programs are in ${await stage.keepLogs()}`);
    return isWell;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    await pool.end();
    await stage.close();
    console.log("All programs that were started are stopped.");
  }
}

async function strike(stage: ClusterStage, name: string, seconds: number, signal: AbortSignal) {
  const fault = clusterFaults[name];
  if (!fault) throw new Error(`There is no fault ${name}.`);
  console.log(`--- ${name}: ${fault.does}`);
  const over = pause(seconds * 1000, undefined, { signal });
  const mend = await fault.strike(stage);
  await over;
  console.log("--- Repaired.");
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
    console.log("--- Repaired.");
  } catch (error) {
    console.log(`--- ${messageOf(error)}`);
  }
}

/** Finds orders that were reported to a reader as paid, but are not paid. */
async function findLost({ paid }: Seen, db: ReturnType<typeof queriesOver>): Promise<string[]> {
  const told = JSON.stringify([...paid.keys()]);
  const { rows } = await db.execute<{ number: string }>(sql`
    select told.number from jsonb_array_elements_text(${told}::jsonb) as told (number)
    where not exists (select from orders o where o.number = told.number and o.paid_at is not null)`);
  return rows.map(({ number }) => number);
}
