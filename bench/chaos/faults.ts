/** Injects random faults during a chaos run: at Razorpay, the mail server, database connections and processes. */

import { setTimeout as pause } from "node:timers/promises";

import { startFaultLoops } from "#proving-ground/faults/fault-loops.ts";
import type { Incident } from "#proving-ground/faults/incidents.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import type { ServerSlot } from "#proving-ground/processes/server-slot.ts";
import type { Stage } from "./open-stage.ts";

/** The number of faults injected so far. */
export interface FaultCounts {
  razorpay: Record<string, number>;
  mail: number;
  cuts: number;
  kills: number;
  /** The number of refunds made on Razorpay's dashboard. */
  dashboard: number;
}

export interface FaultInjection {
  counts: FaultCounts;
  incidents: Incident[];
  /** Stops all faults. Resolves when both processes are open. */
  stop: () => Promise<void>;
}

/** The faults of Razorpay's stand-in: their parameters, and how often per second each is turned on. */
const faults: Record<
  string,
  [make: (random: SeededRandom, lateScale: number) => Record<string, unknown>, perSecond: number]
> = {
  webhookDrop: [(random) => ({ times: 1 + random.below(6) }), 0.5],
  webhookDuplicate: [(random) => ({ times: 1 + random.below(4), copies: 1 + random.below(3) }), 0.4],
  webhookReorder: [(random) => ({ times: 1 + random.below(5) }), 0.5],
  webhookDelay: [(random) => ({ times: 1 + random.below(4), seconds: random.between(0.2, 12) }), 0.4],
  lostOrder: [() => ({}), 0.3],
  lostRefund: [() => ({}), 0.3],
  tooManyRequests: [(random) => ({ times: 1 + random.below(3) }), 0.2],
  serverError: [(random) => ({ times: 1 + random.below(3), status: random.pick([500, 502, 503, 504]) }), 0.2],
  // Some responses are slower than the shop's timeout.
  slowAnswer: [
    (random) => ({ times: 1 + random.below(3), milliseconds: random.is(0.1) ? 10_500 : 200 + random.below(2500) }),
    0.3,
  ],
  lateAuthorization: [(random, lateScale) => ({ times: 1, seconds: random.between(1, 90) * lateScale }), 0.15],
  secondSuccess: [(random) => ({ times: 1, outcome: random.pick(["refunded", "captured"]) }), 0.2],
  authorizedOnly: [() => ({}), 0.1],
  lostCapture: [() => ({}), 0.1],
  wrongKeys: [
    (random) => ({
      times: 1 + random.below(3),
      description: random.pick(["Authentication failed", "Expired API key"]),
    }),
    0.1,
  ],
  forgottenKey: [(random) => ({ times: 1 + random.below(3) }), 0.2],
  pendingPayment: [() => ({}), 0.1],
  unknownEvent: [() => ({}), 0.1],
  refundPending: [(random) => ({ times: 1 + random.below(2), seconds: random.between(0.5, 20) }), 0.2],
};
/** Names of the faults of Razorpay's stand-in. */
export const razorpayFaults: readonly string[] = Object.keys(faults);
const off = Object.fromEntries(razorpayFaults.map((name) => [name, null]));

interface FaultSettings {
  chanceFor: (purpose: string) => SeededRandom;
  /** A factor for the delay of late authorisations. */
  lateScale: number;
  /** Interrupts the run when it aborts. */
  signal: AbortSignal;
}

/** Starts to inject faults; the seed determines which. Stops when the run is interrupted. */
export function startFaults(stage: Stage, { chanceFor, lateScale, signal }: FaultSettings): FaultInjection {
  const counts: FaultCounts = { razorpay: {}, mail: 0, cuts: 0, kills: 0, dashboard: 0 };
  const incidents: Incident[] = [];
  const loops = {
    razorpay: { seconds: () => 0.25, inject: injectAtRazorpay(stage, counts, lateScale) },
    mail: {
      seconds: (random: SeededRandom) => random.between(1, 5),
      async inject(random: SeededRandom) {
        const times = 1 + random.below(3);
        if (stage.mailServer.fault() === null) counts.mail += times;
        stage.mailServer.setFault(random.is(0.7) ? { refuse: "temporary", times } : { loseAnswer: true, times });
      },
    },
    connections: {
      seconds: (random: SeededRandom) => random.between(3, 8),
      async inject(random: SeededRandom) {
        const from = performance.now();
        const connections = await cutConnections(stage, random);
        counts.cuts += connections;
        incidents.push({ what: "cut", from, to: performance.now(), connections });
      },
    },
    commits: {
      seconds: (random: SeededRandom) => random.between(0.5, 4),
      async inject(random: SeededRandom) {
        stage.line.loseCommits(1 + random.below(3));
      },
    },
    processes: {
      seconds: (random: SeededRandom) => random.between(8, 20),
      async inject(random: SeededRandom) {
        const slot = random.pick(stage.slots);
        if (!stage.slots.every(({ isOpen }) => isOpen)) return;
        const from = performance.now();
        counts.kills += 1;
        await slot.kill();
        await pause(random.between(100, 2000));
        await slot.open();
        incidents.push({ what: "kill", from, to: performance.now(), connections: 0 });
      },
    },
    dashboard: {
      seconds: (random: SeededRandom) => random.between(2, 8),
      async inject(random: SeededRandom) {
        if (await refundOnDashboard(stage, random)) counts.dashboard += 1;
      },
    },
    crashes: { seconds: () => 0.5, inject: () => reopenCrashed(stage.slots) },
  };
  const running = startFaultLoops(loops, { chanceFor, signal });
  return {
    counts,
    incidents,
    async stop() {
      await running.stop();
      await subtractUnused(stage, counts);
      await stage.razorpay.setFaults(off);
      stage.line.loseCommits(0);
      stage.mailServer.setFault(null);
      await reopenCrashed(stage.slots);
    },
  };
}

/** Turns on each fault that is due and off; it affects the next calls of either process. */
function injectAtRazorpay({ razorpay }: Stage, counts: FaultCounts, lateScale: number) {
  return async (random: SeededRandom) => {
    const on = await razorpay.readFaults();
    const plannedFaults: Record<string, Record<string, unknown>> = {};
    for (const [name, [make, perSecond]] of Object.entries(faults)) {
      const isDue = random.is(perSecond / 4);
      const plannedFault = make(random, lateScale);
      if (!isDue || on[name]) continue;
      plannedFaults[name] = plannedFault;
      counts.razorpay[name] = (counts.razorpay[name] ?? 0) + Number(plannedFault.times ?? 1);
    }
    if (Object.keys(plannedFaults).length > 0) await razorpay.setFaults(plannedFaults);
  };
}

/** Subtracts faults from the counts that were turned on but did not take effect. */
async function subtractUnused({ razorpay, mailServer }: Stage, counts: FaultCounts) {
  for (const [name, { times }] of Object.entries(await razorpay.readFaults())) {
    const count = counts.razorpay[name];
    if (count !== undefined) counts.razorpay[name] = count - Number(times);
  }
  counts.mail -= mailServer.fault()?.times ?? 0;
}

/** Reopens a process that crashed by itself. The crash is a breach, but the run continues to find more. */
async function reopenCrashed(slots: ServerSlot[]) {
  for (const slot of slots) if (slot.hasCrashed) await slot.open();
}

async function cutConnections({ pool }: Stage, random: SeededRandom): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'endpaper' order by state = 'idle', pid",
  );
  // Sometimes closes all connections at once, as a restart of the database does.
  const isAll = random.is(0.1);
  const chosen = rows.filter(({ pid }, place) => pid && (isAll || random.is(place < 6 ? 0.4 : 0.1)));
  for (const { pid } of chosen) await pool.query("select pg_terminate_backend($1)", [pid]);
  return chosen.length;
}

/**
 * Refunds a payment on the dashboard. Chooses only orders that were paid a while ago: if a reader cancelled at the same
 * moment, one of the two refunds would fail.
 */
async function refundOnDashboard({ pool, razorpay }: Stage, random: SeededRandom): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; amount: number }>(`
    select p.id, p.amount_paise::int as amount from payments p join orders o on o.id = p.order_id
    where p.settles and o.state = 'paid' and o.paid_at < now() - interval '20 seconds'
      and not exists (select from refunds r where r.payment_id = p.id) order by o.paid_at desc limit 20`);
  if (rows.length === 0) return false;
  const { id, amount } = random.pick(rows);
  await razorpay.refundOnDashboard(id, random.is(0.5) ? undefined : 100 + random.below(amount - 200));
  return true;
}
