import { setTimeout as pause } from "node:timers/promises";

import type { SeededRandom } from "./seeded-random.ts";
import type { ShopSlot, Stage } from "./chaos-stage.ts";

/** What was done to the shop so far. */
export interface FaultCounts {
  razorpay: Record<string, number>;
  mail: number;
  cuts: number;
  kills: number;
  /** Refunds a person made on Razorpay's dashboard. */
  dashboard: number;
}

/** When something was cut or killed, on the clock of `performance.now()`. */
export interface Moment {
  what: "cut" | "kill" | "lost commit";
  from: number;
  to: number;
  /** Connections to the database that broke while their process lived on. */
  connections: number;
}

/** A request that began within this of a cut may have met a connection that was not known to be dead. */
const afterCutMs = 1000;

/** Whether something that lasted from then to then may have met it. */
export function isNear(moment: Moment, from: number, to: number): boolean {
  return from <= moment.to + afterCutMs && to >= moment.from;
}

export interface Troubles {
  tally: FaultCounts;
  moments: Moment[];
  /** Ends all troubles: faults are off and both processes open when it resolves. */
  stop: () => Promise<void>;
}

/** Each fault of the stand-in with how it strikes; how often in a second it is turned on is the second number. */
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
  // Now and then slower than the shop waits.
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
/** The faults of Razorpay's stand-in that a run turns on. */
export const razorpayFaults: readonly string[] = Object.keys(faults);
const off = Object.fromEntries(razorpayFaults.map((name) => [name, null]));

interface FaultSettings {
  chanceFor: (purpose: string) => SeededRandom;
  /** Scale of the delay of a late authorization. */
  lateScale: number;
  interrupted: AbortSignal;
}

/** Starts to trouble the shop on every side, as the seed says; ends by itself when the run is interrupted. */
export function startFaults(stage: Stage, { chanceFor, lateScale, interrupted }: FaultSettings): Troubles {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, interrupted]);
  const tally: FaultCounts = { razorpay: {}, mail: 0, cuts: 0, kills: 0, dashboard: 0 };
  const moments: Moment[] = [];

  /** Does something again and again until it is over; an error in between is part of the trouble. */
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

/** Turns on what is off and due; what was turned on strikes the next calls, whoever makes them. */
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

/** What was turned on and has not struck is taken off the tally. */
async function countStrikes({ razorpay, postOffice }: Stage, tally: FaultCounts) {
  for (const [name, { times }] of Object.entries(await razorpay.readFaults())) tally.razorpay[name]! -= Number(times);
  tally.mail -= postOffice.fault()?.times ?? 0;
}

/** A shop that fell over by itself is a breach; the run goes on to find more. */
async function reopenFallen(seats: ShopSlot[]) {
  for (const seat of seats) if (seat.hasFallen) await seat.open();
}

async function cutConnections({ pool }: Stage, random: SeededRandom): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'endpaper' order by state = 'idle', pid",
  );
  // Now and then all at once, as when the database is started anew.
  const isAll = random.is(0.1);
  const chosen = rows.filter(({ pid }, place) => pid && (isAll || random.is(place < 6 ? 0.4 : 0.1)));
  for (const { pid } of chosen) await pool.query("select pg_terminate_backend($1)", [pid]);
  return chosen.length;
}

/** Of an order paid a while ago, so that its reader does not cancel it in the same moment: of two such refunds one fails. */
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
