/** Repeatable pseudo-random numbers from a seed text, and a short hash of a text. */
/** A repeatable random sequence derived from a seed text. */
export interface SeededRandom {
  /** Returns a number from 0 to just below 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Returns an integer from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<Choice>(choices: readonly Choice[]): Choice;
}

/** Two independent 32-bit hashes of a text (cyrb53 before its last step). */
function hashPair(text: string): [number, number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0, b >>> 0];
}

/** A hash of ten hexadecimal digits. */
export function hashText(text: string): string {
  const [a, b] = hashPair(text);
  return (b.toString(16).padStart(8, "0") + a.toString(16).padStart(8, "0")).slice(0, 10);
}

/** Creates a generator (mulberry32); equal seeds give equal sequences. */
export function createSeededRandom(seed: string): SeededRandom {
  let state = hashPair(seed)[0];
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
  };
}
