import { z } from "zod";

import { ActionRefused } from "#shop/people/staff/run-action.server.ts";
import { openAgain } from "./read-form.ts";

/** Hidden field with the values that the form was filled from, as JSON; empty for a new entry. */
export const filledFrom = z.string().max(200_000, openAgain);

/** Error text of a lost update. */
export const changedMeanwhile =
  "Somebody changed this meanwhile, so nothing was saved. What you wrote is still in the form, and both versions are below. Save again to keep yours.";

/**
 * Optimistic lock: refuses the form if the values that it was filled from have changed. The page then shows both
 * versions, and its form is filled from the new values.
 */
export function refuseLostUpdate(was: string, now: Record<string, string>): void {
  if (was === JSON.stringify(now)) return;
  throw new ActionRefused(changedMeanwhile);
}
