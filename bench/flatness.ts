/** What somebody measured at a moment; `at` in milliseconds. */
export interface Point {
  at: number;
  value: number;
}

/** Whether something grew while the load stayed the same. */
export interface Flatness {
  isFlat: boolean;
  /** What it grew by over the last two thirds of the time, by a straight line through them. */
  growth: number;
  /** Its mean there. */
  mean: number;
}

/** The part of its mean by which something may seem to grow. */
const share = 0.1;

/**
 * Judges the last two thirds of a run: the first third is for caches to fill and for the compiler. The least-squares line
 * through them may rise by a tenth of their mean, or by `allowance`, whichever is more. Falling is no fault.
 */
export function judgeFlatness(points: readonly Point[], allowance: number): Flatness {
  if (points.length < 3) throw new Error("Three points at least are needed to see whether something grows.");
  const [first, last] = [points[0]!.at, points.at(-1)!.at];
  const judged = points.filter(({ at }) => at >= first + (last - first) / 3);
  const mean = meanOf(judged.map(({ value }) => value));
  const middle = meanOf(judged.map(({ at }) => at));
  const [over, under] = judged.reduce(
    ([sum, squares], { at, value }) => [sum + (at - middle) * (value - mean), squares + (at - middle) ** 2],
    [0, 0],
  );
  const growth = under === 0 ? 0 : (over / under) * (last - judged[0]!.at);
  return { isFlat: growth <= Math.max(allowance, mean * share), growth, mean };
}

function meanOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
