/** Judges whether a measured quantity, such as memory, grows under constant load. */

/** A measurement; `at` in milliseconds. */
export interface Point {
  at: number;
  value: number;
}

/** Whether a quantity stayed flat. */
export interface Flatness {
  isFlat: boolean;
  /** Growth over the last two thirds of the run, by linear regression. */
  growth: number;
  /** Mean over the last two thirds. */
  mean: number;
}

/** Tolerated growth, as a fraction of the mean. */
const share = 0.1;

/**
 * Judges the last two thirds of a run, because caches fill and the compiler warms up in the first third. The
 * least-squares line may rise by a tenth of the mean or by `allowance`, whichever is more. It may fall by any amount.
 */
export function judgeFlatness(points: readonly Point[], allowance: number): Flatness {
  if (points.length < 3) throw new Error("At least three points are needed to judge growth.");
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
