import { ImportRunningError } from "#shop/catalogue/records/import-lock.server.ts";
import { MergeError } from "#shop/catalogue/merging/merge-error.ts";
import { ActionRefused } from "#shop/people/staff/run-action.server.ts";

/** Runs a merge, split or edit. If it throws a conflict, the action is refused with the same message. */
export async function refuseConflicts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MergeError || error instanceof ImportRunningError) throw new ActionRefused(error.message);
    throw error;
  }
}
