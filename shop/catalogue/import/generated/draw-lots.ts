/** A pseudo-random generator that repeats its sequence for a given seed. */
export interface Draw {
  /** Returns a number from 0 (included) to 1 (excluded). */
  part: () => number;
  one: <T>(list: readonly T[]) => T;
}

/** Creates a generator for a seed; the algorithm is mulberry32. */
export function drawer(seed: number): Draw {
  let state = Math.imul(Math.floor(seed * 2) + 1, 0x9e3779b1) >>> 0;
  const part = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { part, one: (list) => list[Math.floor(part() * list.length)]! };
}
