import type { OpeningStep } from "./describe-steps.ts";

/**
 * The step to do next, the same on every page: the first that is left. The public address, which is set on the server,
 * does not hold up the others.
 */
export function findNextStep(steps: OpeningStep[]): OpeningStep | undefined {
  const left = steps.filter(({ isDone }) => !isDone);
  return left.find(({ id }) => id !== "address") ?? left[0];
}
