import type { OpeningStep } from "./describe-steps.ts";

/** The step to do next: the first that is left, the same on every page. */
export function findNextStep(steps: OpeningStep[]): OpeningStep | undefined {
  return steps.find(({ isDone }) => !isDone);
}
