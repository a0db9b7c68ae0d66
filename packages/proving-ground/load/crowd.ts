import { setTimeout as pause } from "node:timers/promises";

interface Crowd {
  /** Number of visitors at the same time. */
  size: number;
  /** A visit; `number` counts from 1. It must not reject. */
  visit: (number: number) => Promise<void>;
  /** Ends the arrivals. */
  over: AbortSignal;
  /** Ends the wait for the last visitors. */
  signal: AbortSignal;
}

/** A visitor who takes longer than this does not delay the next one, in milliseconds. */
const slowVisitMs = 5_000;

/** Keeps `size` visitors at the server until `over`; resolves when the last one has left. */
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
