import { setTimeout as pause } from "node:timers/promises";

import type { Chance } from "./chance.ts";
import type { ShopSeat, Stage } from "./chaos-stage.ts";

/** What was done to the shop so far. */
export interface TroubleTally {
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
}

/** A request that began within this of a cut may have met a connection that was not known to be dead. */
const afterCutMs = 1000;

/** Whether something that lasted from then to then may have met it. */
export function isNear(moment: Moment, from: number, to: number): boolean {
  return from <= moment.to + afterCutMs && to >= moment.from;
}

export interface Troubles {
  tally: TroubleTally;
  moments: Moment[];
  /** Ends all troubles: faults are off and both processes open when it resolves. */
  stop: () => Promise<void>;
}

/** Each fault of the stand-in with how it strikes; how often in a second it is turned on is the second number. */
const faults: Record<string, [make: (chance: Chance) => Record<string, unknown>, perSecond: number]> = {
  webhookDrop: [(chance) => ({ times: 1 + chance.below(6) }), 0.5],
  webhookDuplicate: [(chance) => ({ times: 1 + chance.below(4), copies: 1 + chance.below(3) }), 0.4],
  webhookReorder: [(chance) => ({ times: 1 + chance.below(5) }), 0.5],
  webhookDelay: [(chance) => ({ times: 1 + chance.below(4), seconds: chance.between(0.2, 12) }), 0.4],
  lostOrder: [() => ({}), 0.3],
  lostRefund: [() => ({}), 0.3],
  tooManyRequests: [(chance) => ({ times: 1 + chance.below(3) }), 0.2],
  serverError: [(chance) => ({ times: 1 + chance.below(3), status: chance.pick([500, 502, 503, 504]) }), 0.2],
  // Now and then slower than the shop waits.
  slowAnswer: [
    (chance) => ({ times: 1 + chance.below(3), milliseconds: chance.is(0.1) ? 10_500 : 200 + chance.below(2500) }),
    0.3,
  ],
  lateAuthorization: [(chance) => ({ times: 1, seconds: chance.between(1, 90) }), 0.15],
  secondSuccess: [(chance) => ({ times: 1, outcome: chance.pick(["refunded", "captured"]) }), 0.2],
  authorizedOnly: [() => ({}), 0.1],
  lostCapture: [() => ({}), 0.1],
  wrongKeys: [
    (chance) => ({
      times: 1 + chance.below(3),
      description: chance.pick(["Authentication failed", "Expired API key"]),
    }),
    0.1,
  ],
  forgottenKey: [(chance) => ({ times: 1 + chance.below(3) }), 0.2],
  pendingPayment: [() => ({}), 0.1],
  unknownEvent: [() => ({}), 0.1],
  refundPending: [(chance) => ({ times: 1 + chance.below(2), seconds: chance.between(0.5, 20) }), 0.2],
};
const off = Object.fromEntries(Object.keys(faults).map((name) => [name, null]));

/** Starts to trouble the shop on every side, as the seed says; ends by itself when the run is interrupted. */
export function startTroubles(
  stage: Stage,
  chanceFor: (purpose: string) => Chance,
  interrupted: AbortSignal,
): Troubles {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, interrupted]);
  const tally: TroubleTally = { razorpay: {}, mail: 0, cuts: 0, kills: 0, dashboard: 0 };
  const moments: Moment[] = [];

  /** Does something again and again until it is over; an error in between is part of the trouble. */
  async function keepOn(purpose: string, seconds: (chance: Chance) => number, act: (chance: Chance) => Promise<void>) {
    const chance = chanceFor(purpose);
    while (!signal.aborted) {
      await pause(seconds(chance) * 1000, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await act(chance).catch((error) => signal.aborted || console.error(`Trouble with ${purpose}:`, error));
    }
  }

  const loops = [
    keepOn("razorpay", () => 0.25, troubleRazorpay(stage, tally)),
    keepOn(
      "mail",
      (chance) => chance.between(1, 5),
      async (chance) => {
        const times = 1 + chance.below(3);
        if (stage.postOffice.fault() === null) tally.mail += times;
        stage.postOffice.setFault(chance.is(0.7) ? { refuse: "temporary", times } : { loseAnswer: true, times });
      },
    ),
    keepOn(
      "connections",
      (chance) => chance.between(3, 8),
      async (chance) => {
        const from = performance.now();
        tally.cuts += await cutConnections(stage, chance);
        moments.push({ what: "cut", from, to: performance.now() });
      },
    ),
    keepOn(
      "commits",
      (chance) => chance.between(0.5, 4),
      async (chance) => {
        stage.line.loseCommits(1 + chance.below(3));
      },
    ),
    keepOn(
      "processes",
      (chance) => chance.between(8, 20),
      async (chance) => {
        const seat = chance.pick(stage.seats);
        if (!stage.seats.every(({ isOpen }) => isOpen)) return;
        const from = performance.now();
        tally.kills += 1;
        await seat.kill();
        await pause(chance.between(100, 2000));
        await seat.open();
        moments.push({ what: "kill", from, to: performance.now() });
      },
    ),
    keepOn(
      "dashboard",
      (chance) => chance.between(2, 8),
      async (chance) => {
        if (await refundOnDashboard(stage, chance)) tally.dashboard += 1;
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
function troubleRazorpay({ razorpay }: Stage, tally: TroubleTally) {
  return async (chance: Chance) => {
    const on = await razorpay.readFaults();
    const wishes: Record<string, Record<string, unknown>> = {};
    for (const [name, [make, perSecond]] of Object.entries(faults)) {
      const isDue = chance.is(perSecond / 4);
      const wish = make(chance);
      if (!isDue || on[name]) continue;
      wishes[name] = wish;
      tally.razorpay[name] = (tally.razorpay[name] ?? 0) + Number(wish.times ?? 1);
    }
    if (Object.keys(wishes).length > 0) await razorpay.setFaults(wishes);
  };
}

/** What was turned on and has not struck is taken off the tally. */
async function countStrikes({ razorpay, postOffice }: Stage, tally: TroubleTally) {
  for (const [name, { times }] of Object.entries(await razorpay.readFaults())) tally.razorpay[name]! -= Number(times);
  tally.mail -= postOffice.fault()?.times ?? 0;
}

/** A shop that fell over by itself is a breach; the run goes on to find more. */
async function reopenFallen(seats: ShopSeat[]) {
  for (const seat of seats) if (seat.hasFallen) await seat.open();
}

async function cutConnections({ pool }: Stage, chance: Chance): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'endpaper' order by state = 'idle', pid",
  );
  // Now and then all at once, as when the database is started anew.
  const isAll = chance.is(0.1);
  const chosen = rows.filter(({ pid }, place) => pid && (isAll || chance.is(place < 6 ? 0.4 : 0.1)));
  for (const { pid } of chosen) await pool.query("select pg_terminate_backend($1)", [pid]);
  return chosen.length;
}

/** Of an order paid a while ago, so that its reader does not cancel it in the same moment: of two such refunds one fails. */
async function refundOnDashboard({ pool, razorpay }: Stage, chance: Chance): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; amount: number }>(`
    select p.id, p.amount_paise::int as amount from payments p join orders o on o.id = p.order_id
    where p.settles and o.state = 'paid' and o.paid_at < now() - interval '20 seconds'
      and not exists (select from refunds r where r.payment_id = p.id) order by o.paid_at desc limit 20`);
  if (rows.length === 0) return false;
  const { id, amount } = chance.pick(rows);
  await razorpay.refundOnDashboard(id, chance.is(0.5) ? undefined : 100 + chance.below(amount - 200));
  return true;
}
