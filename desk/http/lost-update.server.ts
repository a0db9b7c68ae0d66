import { z } from "zod";

import { ActionRefused } from "#shop/people/staff/run-action.server.ts";
import { openAgain } from "./read-form.ts";

/** The hidden field that holds what a form was filled from, as JSON; empty for something new. */
export const filledFrom = z.string().max(200_000, openAgain);

/** Said by a form that was not saved because what it was filled from has changed. */
export const changedMeanwhile =
  "Somebody changed this meanwhile, so nothing was saved. What you wrote is still in the form, and both versions are below. Save again to keep yours.";

/**
 * Refuses a form that was filled from other values than there are now: somebody changed them meanwhile. The page then shows
 * both versions, and is filled from the new ones.
 */
export function refuseLostUpdate(was: string, now: Record<string, string>): void {
  if (was === JSON.stringify(now)) return;
  throw new ActionRefused(changedMeanwhile);
}
