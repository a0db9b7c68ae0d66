import { setTimeout as pause } from "node:timers/promises";

interface Crowd {
  /** Number of visitors at the same time. */
  size: number;
  /** Makes a visit; `number` counts visits from 1. Must not reject. */
  visit: (number: number) => Promise<void>;
  /** Ends the arrivals. */
  over: AbortSignal;
  /** Ends the wait for the last visitors. */
  signal: AbortSignal;
}

/** A visit that takes longer than this, in milliseconds, does not delay the next one. */
const slowVisitMs = 5_000;

/** Keeps `size` visitors at the server until `over`. Resolves when the last visit has ended. */
export async function keepCrowd({ size, visit, over, signal }: Crowd): Promise<void> {
  let number = 0;
  const inside = new Set<Promise<void>>();
  async function keepComing() {
    while (!over.aborted) {
      const visiting = visit((number += 1));
      inside.add(visiting);
      void visiting.then(() => inside.delete(visiting));
      await Promise.race([visiting, pause(slowVisitMs)]);
    }
  }
  await Promise.all(Array.from({ length: size }, keepComing));
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  await Promise.race([Promise.all(inside), aborted]);
}
