import { setTimeout as pause } from "node:timers/promises";

import type { SeededRandom } from "./seeded-random.ts";

/** A fault that is injected again and again. */
export interface FaultLoop {
  /** The time until the next injection, in seconds. */
  seconds: (random: SeededRandom) => number;
  inject: (random: SeededRandom) => Promise<void>;
}

interface LoopSettings {
  /** Returns the random generator of a loop, by the name of the loop. */
  chanceFor: (name: string) => SeededRandom;
  /** Ends all loops. */
  signal: AbortSignal;
}

/** Runs the loops in parallel until `stop`, which resolves after the last injection. */
export function startFaultLoops(
  loops: Record<string, FaultLoop>,
  { chanceFor, signal: interrupted }: LoopSettings,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, interrupted]);
  const running = Object.entries(loops).map(async ([name, { seconds, inject }]) => {
    const random = chanceFor(name);
    while (!signal.aborted) {
      await pause(seconds(random) * 1000, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      // An injection may fail because of another fault.
      await inject(random).catch((error) => signal.aborted || console.error(`Trouble with ${name}:`, error));
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
