/** Runs chaos: readers buy from two processes of the shop under random faults; afterwards all records are checked. */

import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { seededRandomOf, type SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { newMemory, type Memory } from "./reader-claims.ts";
import type { ChaosSize } from "./chaos-plan.ts";
import { tellProgress, tellVerdict } from "./chaos-report.ts";
import { settle } from "./settle.ts";
import { visitShop } from "./visit-shop.ts";
import { stockShelves, type StockedShelves } from "./stock-shelves.ts";
import { openStage, type Stage } from "./open-stage.ts";
import { startFaults, type Troubles } from "./faults.ts";
import { judge } from "./verdict.ts";
import type { ShopAddresses } from "#bench/shop/reader.ts";

interface Run extends ChaosSize {
  seed: number;
  /** File for the output of the shop's processes. */
  logFile?: string | undefined;
  signal: AbortSignal;
}

const reportSeconds = 10;

/** Runs chaos and returns whether no breach was found. */
export async function runChaos({ minutes, seed, shoppers, lateScale, logFile, signal }: Run): Promise<boolean> {
  console.log(`Opening two processes of the shop: seed ${seed}, ${shoppers} readers at a time, for ${minutes} min.`);
  const chanceFor = (purpose: string) => seededRandomOf(seed, purpose);
  // Razorpay accounts differ in how they treat a receipt that was used before.
  const stage = await openStage(chanceFor("receipts").pick(["unique", "same", "loose"]));
  try {
    const memory = newMemory();
    const shelves = await stockShelves(stage, chanceFor("shelves"));
    const troubles = startFaults(stage, { chanceFor, lateScale, interrupted: signal });
    const over = AbortSignal.any([signal, AbortSignal.timeout(minutes * 60_000)]);
    const begun = performance.now();
    const watch = watchOver({ stage, memory, troubles, over, signal });
    const readers = sendReaders({ stage, memory, shelves, shoppers, lateScale, chanceFor, over, signal });
    await watch;
    await Promise.all([shelves.stop(), troubles.stop(), readers]);
    const seconds = (performance.now() - begun) / 1000;
    if (signal.aborted) return false;

    console.log("Troubles are over. Waiting until the shop has nothing left to do …");
    const left = await settle(stage, signal);
    if (signal.aborted) return false;
    const moments = [
      ...troubles.moments,
      ...stage.line.lost().map((at) => ({ what: "lost commit" as const, from: at, to: at, connections: 1 })),
    ];
    const verdict = await judge({ stage, memory, moments, left, copies: shelves.copies });
    tellVerdict({ verdict, memory, stage, tally: troubles.tally, seconds, seed });
    return verdict.breaches.length === 0;
  } catch (error) {
    // Ctrl-C also ends the child processes, so requests to them fail.
    if (signal.aborted) return false;
    throw error;
  } finally {
    await stage.close();
    if (logFile) await writeFile(logFile, stage.seats.map((seat) => seat.output()).join("\n"));
  }
}

interface Crowd extends Pick<ChaosSize, "shoppers" | "lateScale"> {
  stage: Stage;
  memory: Memory;
  shelves: StockedShelves;
  chanceFor: (purpose: string) => SeededRandom;
  over: AbortSignal;
  signal: AbortSignal;
}

/** Keeps `shoppers` readers in the shop until the time is over; resolves when the last one has left. */
async function sendReaders({
  stage,
  memory,
  shelves,
  shoppers,
  lateScale,
  chanceFor,
  over,
  signal,
}: Crowd): Promise<void> {
  let place = 0;
  async function keepComing() {
    while (!over.aborted) {
      place += 1;
      const random = chanceFor(`reader ${place}`);
      const name = `Reader ${place}`;
      const addresses = addressesOf(stage, random);
      const visit = visitShop({ addresses, shelves, memory, random, place, lateScale }).catch((error) => {
        memory.broken.push(`${name} could not go on: ${String(error)}`);
      });
      inside.add(visit);
      void visit.then(() => inside.delete(visit));
      // A slow reader does not delay the next one.
      await Promise.race([visit, pause(5_000)]);
    }
  }
  const inside = new Set<Promise<void>>();
  await Promise.all(Array.from({ length: shoppers }, keepComing));
  await Promise.race([Promise.all(inside), untilAborted(signal)]);
}

/** Picks a random open process for each request, like a load balancer. */
function addressesOf(stage: Stage, random: SeededRandom): ShopAddresses {
  return {
    publicUrl: stage.publicUrl,
    pickShop() {
      const open = stage.seats.filter(({ isOpen }) => isOpen);
      return random.pick(open.length > 0 ? open : stage.seats).url;
    },
    razorpayUrl: stage.razorpay.url,
    keyId: stage.razorpay.keyId,
  };
}

interface Watch extends Pick<Crowd, "stage" | "memory" | "over" | "signal"> {
  troubles: Troubles;
}

/** Prints progress, and checks during the run that the records agree. */
async function watchOver({ stage, memory, troubles, over, signal }: Watch): Promise<void> {
  const begun = performance.now();
  const told = new Set<string>();
  while (!over.aborted) {
    await pause(reportSeconds * 1000, undefined, { signal: over }).catch(() => {});
    if (signal.aborted) return;
    const breaches = await findBreaches(stage.db);
    for (const { id, rule, what } of breaches) memory.broken.push(`In the midst, ${id}: ${rule}. Not true of ${what}.`);
    const { rows } = await stage.pool.query<{ paid: number }>(
      "select count(*)::int as paid from orders where paid_at is not null",
    );
    tellProgress({
      seconds: (performance.now() - begun) / 1000,
      memory,
      paid: rows[0]!.paid,
      tally: troubles.tally,
      stage,
    });
    for (const breach of [...memory.broken, ...stage.falls]) {
      if (!told.has(breach)) console.log(`  Breach: ${breach}`);
      told.add(breach);
    }
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
