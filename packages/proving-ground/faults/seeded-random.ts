import { createHash } from "node:crypto";

/** A pseudo-random generator: the same seed gives the same choices. */
export interface SeededRandom {
  /** A number from 0 to just below 1. */
  next: () => number;
  /** A whole number from 0 to just below `count`. */
  below: (count: number) => number;
  between: (min: number, max: number) => number;
  /** True with this probability. */
  is: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** One of the names, with probability proportional to its weight. */
  weigh: <T extends string>(weights: Record<T, number>) => T;
}

/**
 * Creates a generator for one purpose. `seededRandomOf(7, "shopper 12")` gives the same numbers whatever generators for
 * other purposes do.
 */
export function seededRandomOf(seed: number, purpose: string): SeededRandom {
  let state = createHash("sha256").update(`${seed}:${purpose}`).digest().readUInt32LE();
  // mulberry32 by Tommy Ettinger, public domain.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    between: (min, max) => min + next() * (max - min),
    is: (probability) => next() < probability,
    pick: (list) => list[below(list.length)]!,
    weigh(weights) {
      const entries = Object.entries<number>(weights);
      let place = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        place -= weight;
        if (place < 0) return name as keyof typeof weights;
      }
      return entries[0]![0] as keyof typeof weights;
    },
  };
}
