import type { OpeningStep } from "./describe-steps.ts";

/** The step to do next, as a page of the desk offers it: from the page of a step, one that comes after it. */
export function findNextStep(steps: OpeningStep[], path: string): OpeningStep | undefined {
  const isOfPage = (page: string) => path === page || path.startsWith(`${page}/`);
  const first = steps.findIndex(({ at }) => at && isOfPage(at.page.replace(/#.*/, "")));
  // The address is set on the server.
  const left = steps.filter(({ id, isDone, at }) => !isDone && id !== "address" && !(at && isOfPage(at.page)));
  return left.find((step) => steps.indexOf(step) >= first) ?? left[0];
}
