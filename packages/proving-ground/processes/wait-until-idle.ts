import { setTimeout as pause } from "node:timers/promises";

/**
 * How often to count (`roundMs`), and how long to wait while the total does not fall (`patienceMs`), in milliseconds.
 */
export interface IdlePace {
  roundMs: number;
  patienceMs: number;
}

interface Idle<Kind extends string> {
  /** Counts what is pending, by kind. */
  count: () => Promise<Partial<Record<Kind, number>>>;
  /** Called every ten rounds, to speed up tasks that would wait for a long time. */
  hurry: () => Promise<void>;
  signal: AbortSignal;
  pace: IdlePace;
}

/**
 * Counts until nothing is pending. Waits as long as the total reaches new lows, so that a slow server gets its time,
 * and gives up after `patienceMs` without a new low. Returns what is still pending.
 */
export async function waitUntilIdle<Kind extends string>({
  count,
  hurry,
  signal,
  pace: { roundMs, patienceMs },
}: Idle<Kind>): Promise<Partial<Record<Kind, number>>> {
  let fewest = Infinity;
  let fewestAt = performance.now();
  for (let rounds = 1; ; rounds += 1) {
    const pending = Object.entries<number>((await count()) as Record<Kind, number>).filter(([, number]) => number > 0);
    const left = Object.fromEntries(pending) as Partial<Record<Kind, number>>;
    const total = pending.reduce((sum, [, number]) => sum + number, 0);
    if (total < fewest) [fewest, fewestAt] = [total, performance.now()];
    else if (performance.now() - fewestAt >= patienceMs) return left;
    if (total === 0 || signal.aborted) return left;
    if (rounds % 10 === 0) {
      console.log(`  still waiting: ${pending.map(([what, number]) => `${number} ${what}`).join(", ")}`);
      await hurry();
    }
    await pause(roundMs);
  }
}
