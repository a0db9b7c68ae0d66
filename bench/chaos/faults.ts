/** Injects random faults during a chaos run: at Razorpay, the mail server, database connections and processes. */

import { setTimeout as pause } from "node:timers/promises";

import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import type { ShopSlot, Stage } from "./open-stage.ts";

/** Number of injected faults so far. */
export interface FaultCounts {
  razorpay: Record<string, number>;
  mail: number;
  cuts: number;
  kills: number;
  /** Refunds on Razorpay's dashboard. */
  dashboard: number;
}

/** When a fault cut or killed something, on the clock of `performance.now()`. */
export interface Moment {
  what: "cut" | "kill" | "lost commit";
  from: number;
  to: number;
  /** Database connections that broke while their process went on. */
  connections: number;
}

/**
 * A request that began within this time after a cut may have used a connection not yet known to be dead, in
 * milliseconds.
 */
const afterCutMs = 1000;

/** Whether a request or letter in the period from `from` to `to` may have been affected. */
export function isNear(moment: Moment, from: number, to: number): boolean {
  return from <= moment.to + afterCutMs && to >= moment.from;
}

export interface Troubles {
  tally: FaultCounts;
  moments: Moment[];
  /** Stops all faults; resolves when both processes are open. */
  stop: () => Promise<void>;
}

/** Faults of Razorpay's stand-in: parameters, and how often per second each is turned on. */
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
  // Sometimes slower than the shop's timeout.
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
  /** Factor for the delay of late authorizations. */
  lateScale: number;
  interrupted: AbortSignal;
}

/** Starts to inject faults, deterministically by the seed; stops by itself when the run is interrupted. */
export function startFaults(stage: Stage, { chanceFor, lateScale, interrupted }: FaultSettings): Troubles {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, interrupted]);
  const tally: FaultCounts = { razorpay: {}, mail: 0, cuts: 0, kills: 0, dashboard: 0 };
  const moments: Moment[] = [];

  /** Repeats an action until the run is over; its errors are logged, because other faults may cause them. */
  async function keepOn(
    purpose: string,
    seconds: (random: SeededRandom) => number,
    act: (random: SeededRandom) => Promise<void>,
  ) {
    const random = chanceFor(purpose);
    while (!signal.aborted) {
      await pause(seconds(random) * 1000, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await act(random).catch((error) => signal.aborted || console.error(`Trouble with ${purpose}:`, error));
    }
  }

  const loops = [
    keepOn("razorpay", () => 0.25, troubleRazorpay(stage, tally, lateScale)),
    keepOn(
      "mail",
      (random) => random.between(1, 5),
      async (random) => {
        const times = 1 + random.below(3);
        if (stage.postOffice.fault() === null) tally.mail += times;
        stage.postOffice.setFault(random.is(0.7) ? { refuse: "temporary", times } : { loseAnswer: true, times });
      },
    ),
    keepOn(
      "connections",
      (random) => random.between(3, 8),
      async (random) => {
        const from = performance.now();
        const connections = await cutConnections(stage, random);
        tally.cuts += connections;
        moments.push({ what: "cut", from, to: performance.now(), connections });
      },
    ),
    keepOn(
      "commits",
      (random) => random.between(0.5, 4),
      async (random) => {
        stage.line.loseCommits(1 + random.below(3));
      },
    ),
    keepOn(
      "processes",
      (random) => random.between(8, 20),
      async (random) => {
        const seat = random.pick(stage.seats);
        if (!stage.seats.every(({ isOpen }) => isOpen)) return;
        const from = performance.now();
        tally.kills += 1;
        await seat.kill();
        await pause(random.between(100, 2000));
        await seat.open();
        moments.push({ what: "kill", from, to: performance.now(), connections: 0 });
      },
    ),
    keepOn(
      "dashboard",
      (random) => random.between(2, 8),
      async (random) => {
        if (await refundOnDashboard(stage, random)) tally.dashboard += 1;
      },
    ),
    keepOn(
      "falls",
      () => 0.5,
      () => reopenFallen(stage.seats),
    ),
  ];
  return {
    tally,
    moments,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await countStrikes(stage, tally);
      await stage.razorpay.setFaults(off);
      stage.line.loseCommits(0);
      stage.postOffice.setFault(null);
      await reopenFallen(stage.seats);
    },
  };
}

/** Turns on each fault that is due and off; it affects the next calls of either process. */
function troubleRazorpay({ razorpay }: Stage, tally: FaultCounts, lateScale: number) {
  return async (random: SeededRandom) => {
    const on = await razorpay.readFaults();
    const plannedFaults: Record<string, Record<string, unknown>> = {};
    for (const [name, [make, perSecond]] of Object.entries(faults)) {
      const isDue = random.is(perSecond / 4);
      const plannedFault = make(random, lateScale);
      if (!isDue || on[name]) continue;
      plannedFaults[name] = plannedFault;
      tally.razorpay[name] = (tally.razorpay[name] ?? 0) + Number(plannedFault.times ?? 1);
    }
    if (Object.keys(plannedFaults).length > 0) await razorpay.setFaults(plannedFaults);
  };
}

/** Subtracts faults that were turned on and did not take effect. */
async function countStrikes({ razorpay, postOffice }: Stage, tally: FaultCounts) {
  for (const [name, { times }] of Object.entries(await razorpay.readFaults())) tally.razorpay[name]! -= Number(times);
  tally.mail -= postOffice.fault()?.times ?? 0;
}

/** Reopens a process that crashed by itself: a breach, but the run continues to find more. */
async function reopenFallen(seats: ShopSlot[]) {
  for (const seat of seats) if (seat.hasFallen) await seat.open();
}

async function cutConnections({ pool }: Stage, random: SeededRandom): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'endpaper' order by state = 'idle', pid",
  );
  // Sometimes all at once, as in a restart of the database.
  const isAll = random.is(0.1);
  const chosen = rows.filter(({ pid }, place) => pid && (isAll || random.is(place < 6 ? 0.4 : 0.1)));
  for (const { pid } of chosen) await pool.query("select pg_terminate_backend($1)", [pid]);
  return chosen.length;
}

/**
 * Refunds a payment on the dashboard. Only for orders paid a while ago, because if their reader cancelled at the same
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
