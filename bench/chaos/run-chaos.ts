/** Runs chaos: readers buy from two processes of the shop under random faults. Afterwards all records are checked. */

import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

import { oneRow } from "#db/one-row.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import type { Incident } from "#proving-ground/faults/incidents.ts";
import { keepCrowd } from "#proving-ground/load/crowd.ts";
import { seededRandomOf, type SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import type { ShopAddresses } from "#bench/shop/reader.ts";
import { newReaderClaims, type ReaderClaims } from "./reader-claims.ts";
import type { ChaosSize } from "./chaos-plan.ts";
import { printProgress, printVerdict } from "./chaos-report.ts";
import { settle } from "./settle.ts";
import { visitShop } from "./visit-shop.ts";
import { stockShelves, type StockedShelves } from "./stock-shelves.ts";
import { runDesk, type DeskRun } from "./desk/run-desk.ts";
import { openStage, type Stage } from "./open-stage.ts";
import { startFaults, type FaultInjection } from "./faults.ts";
import { judgeParcels } from "./ledgers/judge-parcels.ts";
import { judge } from "./verdict.ts";

interface Run extends ChaosSize {
  seed: number;
  /** The file that the output of the shop's processes is written to. */
  logFile?: string | undefined;
  signal: AbortSignal;
}

const reportSeconds = 10;
/** How long the bookseller works on when the readers have left, in seconds. */
const deskSeconds = 20;

/** Runs chaos and returns whether no breach was found. */
export async function runChaos({ minutes, seed, shoppers, lateScale, logFile, signal }: Run): Promise<boolean> {
  console.log(`Opening two processes of the shop: seed ${seed}, ${shoppers} readers at a time, for ${minutes} min.`);
  const chanceFor = (purpose: string) => seededRandomOf(seed, purpose);
  // Razorpay accounts differ in how they treat a receipt that was used before.
  const stage = await openStage(
    chanceFor("receipts").pick(["unique", "same", "loose"]),
    chanceFor("webhooks of carriers"),
  );
  try {
    const claims = newReaderClaims();
    const shelves = await stockShelves(stage, chanceFor("shelves"));
    const desk = await runDesk({ stage, shelves, claims, chanceFor, signal });
    const injection = startFaults(stage, { chanceFor, lateScale, signal });
    const over = AbortSignal.any([signal, AbortSignal.timeout(minutes * 60_000)]);
    const begun = performance.now();
    const watch = watchOver({ stage, claims, injection, desk, over, signal });
    const readers = sendReaders({ stage, claims, shelves, shoppers, lateScale, chanceFor, over, signal });
    await watch;
    await Promise.all([shelves.stop(), injection.stop(), readers]);
    console.log("The readers have left. The bookseller packs on, and carriers still have faults …");
    await pause(deskSeconds * 1000, undefined, { signal }).catch(() => {});
    await desk.stop();
    const seconds = (performance.now() - begun) / 1000;
    if (signal.aborted) return false;

    console.log("No more faults. Waiting until the shop has no tasks left …");
    const settling = { ...stage, desk };
    await settle(settling, signal);
    // The bookseller deals with what came back, which leads to refunds and letters.
    await desk.finish();
    const left = await settle(settling, signal);
    if (signal.aborted) return false;
    const incidents: Incident[] = [
      ...injection.incidents,
      ...stage.line.lost().map((at) => ({ what: "lost commit" as const, from: at, to: at, connections: 1 })),
    ];
    const parcels = await judgeParcels(stage, desk, shelves.copies);
    const verdict = await judge({ stage, claims, incidents, left, copies: shelves.copies });
    verdict.breaches.push(...parcels.breaches);
    printVerdict({ verdict, parcels, claims, stage, counts: injection.counts, seconds, seed });
    return verdict.breaches.length === 0;
  } catch (error) {
    // Ctrl-C also ends the child processes, so requests to these fail.
    if (signal.aborted) return false;
    throw error;
  } finally {
    await stage.close();
    if (logFile) await writeFile(logFile, stage.slots.map((slot) => slot.output()).join("\n"));
  }
}

interface Crowd extends Pick<ChaosSize, "shoppers" | "lateScale"> {
  stage: Stage;
  claims: ReaderClaims;
  shelves: StockedShelves;
  chanceFor: (purpose: string) => SeededRandom;
  over: AbortSignal;
  signal: AbortSignal;
}

/** Keeps `shoppers` readers in the shop until the time is over. Resolves when the last reader has left. */
function sendReaders({ stage, claims, shelves, shoppers, lateScale, chanceFor, over, signal }: Crowd): Promise<void> {
  async function visit(place: number) {
    const random = chanceFor(`reader ${place}`);
    const addresses = addressesOf(stage, random);
    await visitShop({ addresses, shelves, claims, random, place, lateScale, confirmLinks: stage.confirmLinks }).catch(
      (error) => {
        claims.brokenPromises.push(`Reader ${place} could not continue: ${String(error)}`);
      },
    );
  }
  return keepCrowd({ size: shoppers, visit, over, signal });
}

/** Picks a random open process for each request, as a load balancer would. */
function addressesOf(stage: Stage, random: SeededRandom): ShopAddresses {
  return {
    publicUrl: stage.publicUrl,
    pickShop() {
      const open = stage.slots.filter(({ isOpen }) => isOpen);
      return random.pick(open.length > 0 ? open : stage.slots).url;
    },
    razorpayUrl: stage.razorpay.url,
    keyId: stage.razorpay.keyId,
  };
}

interface Watch extends Pick<Crowd, "stage" | "claims" | "over" | "signal"> {
  injection: FaultInjection;
  desk: DeskRun;
}

/** Prints progress, and checks during the run that the records agree. */
async function watchOver({ stage, claims, injection, desk, over, signal }: Watch): Promise<void> {
  const begun = performance.now();
  const told = new Set<string>();
  while (!over.aborted) {
    await pause(reportSeconds * 1000, undefined, { signal: over }).catch(() => {});
    if (signal.aborted) return;
    const breaches = await findBreaches(stage.db);
    for (const { id, rule, what } of breaches)
      claims.brokenPromises.push(`During the run, ${id}: ${rule}. Not true of ${what}.`);
    const { rows } = await stage.pool.query<{ paid: number }>(
      "select count(*)::int as paid from orders where paid_at is not null",
    );
    printProgress({
      seconds: (performance.now() - begun) / 1000,
      claims,
      paid: oneRow(rows).paid,
      counts: injection.counts,
      desk,
      stage,
    });
    for (const breach of [...claims.brokenPromises, ...stage.crashes]) {
      if (!told.has(breach)) console.log(`  Breach: ${breach}`);
      told.add(breach);
    }
  }
}
