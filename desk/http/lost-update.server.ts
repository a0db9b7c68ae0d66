import { z } from "zod";

import { ActionRefused } from "#shop/people/staff/run-action.server.ts";
import { openAgainMessage } from "./read-form.ts";

/** Hidden field with the values with which the form was loaded, as JSON; empty for a new entry. */
export const filledFrom = z.string().max(200_000, openAgainMessage);

/** Error text of a lost update. */
export const changedMeanwhile =
  "Somebody changed this meanwhile, so nothing was saved. Your values are still in the form, and both versions are below. Save again to keep yours.";

/**
 * Optimistic lock: rejects the form if the saved values have changed since it was loaded. The page then shows both
 * versions, and sends the new values in the hidden field.
 */
export function refuseLostUpdate(was: string, now: Record<string, string>): void {
  if (was === JSON.stringify(now)) return;
  throw new ActionRefused(changedMeanwhile);
}
