/** Orders are packed, sent, delivered and paid on delivery while the faults go on. */
import { startFaultLoops, type FaultLoop } from "#proving-ground/faults/fault-loops.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { carryParcels } from "#bench/chaos/carriers/carry-parcels.ts";
import { clearCarrierFaults, injectAtCarriers } from "#bench/chaos/carriers/carrier-faults.ts";
import { newParcelClaims, type ParcelClaims } from "#bench/chaos/ledgers/parcel-claims.ts";
import type { ReaderClaims } from "#bench/chaos/reader-claims.ts";
import type { Stage } from "#bench/chaos/open-stage.ts";
import { newTillClaims, type TillClaims } from "#bench/chaos/ledgers/till-claims.ts";
import { handOverOrder, makeReady } from "#bench/chaos/counter/collect-orders.ts";
import {
  countCash,
  openTills,
  sellAtTill,
  sendWaiting,
  settleReturns,
  takeSaleBack,
} from "#bench/chaos/counter/work-tills.ts";
import type { Shelves } from "#bench/chaos/visit-shop.ts";
import { signInBookseller } from "./bookseller.ts";
import { packParcel } from "./pack-parcels.ts";
import { createClock } from "./pass-time.ts";
import { acceptShortLine, recordTransfer } from "./record-transfers.ts";
import { confirmByPhone, countUnknownEnds, endParcelByHand, tendParcel } from "./tend-parcels.ts";

/** The work at the desk and at the carriers. */
export interface DeskRun {
  parcelClaims: ParcelClaims;
  tillClaims: TillClaims;
  /** The number of faults at carriers by kind. */
  faults: Map<string, number>;
  /** Counts parcels that were delivered, and that the shop still has as on their way. */
  countUnknownEnds: () => Promise<number>;
  /** Lets minutes pass for parcels. */
  passTime: () => Promise<void>;
  /** Ends the work and the faults of carriers. */
  stop: () => Promise<void>;
  /** Deals with the parcels that came back, were lost, or arrived; once the shop has settled. */
  finish: () => Promise<void>;
}

interface DeskSettings {
  stage: Stage;
  shelves: Pick<Shelves, "books" | "scarce">;
  claims: ReaderClaims;
  chanceFor: (purpose: string) => SeededRandom;
  signal: AbortSignal;
}

/** The number of people who pack. */
const packers = 5;

/** Signs the bookseller in, and starts the work. Call this before the faults begin. */
export async function runDesk({ stage, shelves, claims, chanceFor, signal }: DeskSettings): Promise<DeskRun> {
  const { db, carriers } = stage;
  const parcelClaims = newParcelClaims();
  const faults = new Map<string, number>();
  const desk = await signInBookseller(stage, claims, parcelClaims.forms);
  const carried = carryParcels(carriers, db, parcelClaims, chanceFor("routes of parcels"));
  const work = { desk, db, carried, parcelClaims, decided: new Set<string>() };
  const tillClaims = newTillClaims();
  const tills = { desk, db, shelves, tillClaims, claims };
  await openTills(db);
  const passTime = createClock(db);
  const often = (from: number, to: number) => (random: SeededRandom) => random.between(from, to);
  const sell: FaultLoop = { seconds: often(0.2, 1), inject: (random) => sellAtTill(tills, random) };
  const pack: FaultLoop = { seconds: often(0.02, 0.1), inject: (random) => packParcel(work, random) };
  const running = startFaultLoops(
    {
      ...Object.fromEntries(Array.from({ length: packers }, (_, place) => [`packing at table ${place + 1}`, pack])),
      "parcels that ended": {
        seconds: often(0.2, 0.8),
        async inject(random) {
          endParcelByHand(work, random);
          await tendParcel(work, random);
        },
      },
      "sales at the first till": sell,
      "sales at the second till": sell,
      "sales that wait in a till": {
        seconds: often(0.5, 3),
        inject: async (random) => void (await sendWaiting(tills, random)),
      },
      "books that come back at the counter": { seconds: often(1, 4), inject: (random) => takeSaleBack(tills, random) },
      "counts of cash": { seconds: often(5, 12), inject: (random) => countCash(tills, random) },
      collecting: {
        seconds: often(0.2, 0.8),
        async inject(random) {
          await makeReady(tills, random);
          await handOverOrder(tills, random);
        },
      },
      "calls to readers": { seconds: often(2, 5), inject: (random) => confirmByPhone(work, random) },
      transfers: {
        seconds: often(1, 3),
        inject: (random) => (random.is(0.25) ? acceptShortLine(work, random) : recordTransfer(work, random)),
      },
      scans: { seconds: () => 0.15, inject: (random) => carried.scan(random) },
      "time that passes": { seconds: () => 2, inject: passTime },
      "faults of carriers": {
        seconds: often(0.3, 1.5),
        inject: async (random) => injectAtCarriers(carriers, faults, random),
      },
    },
    { chanceFor, signal },
  );
  return {
    parcelClaims,
    tillClaims,
    faults,
    passTime,
    countUnknownEnds: () => countUnknownEnds(work),
    async stop() {
      await running.stop();
      clearCarrierFaults(carriers);
      await carriers.quiet();
    },
    async finish() {
      const random = chanceFor("end of the day");
      // Each returns whether there was something to do.
      for (const tend of [
        () => tendParcel(work, random),
        () => sendWaiting(tills, random),
        () => makeReady(tills, random),
        () => handOverOrder(tills, random),
      ])
        for (let tries = 0; tries < 2_000 && !signal.aborted; tries += 1) if (!(await tend())) break;
      await settleReturns(tills);
    },
  };
}
