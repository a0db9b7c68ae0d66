import { describeError, describeErrorForLog } from "#db/describe-error.ts";
import type { Services } from "#shop/services.ts";
import { recordFailure, type TakenRun } from "./job-runs.ts";

/** Records the failure of a run and logs it, even if it cannot be recorded. */
export async function reportFailure({ db }: Services, taken: TakenRun, error: unknown) {
  const run = `Job ${taken.name} failed (run ${taken.name}-${taken.run}`;
  try {
    const { failuresInARow, waitSeconds } = await recordFailure(db, taken, error);
    console.error(`${run}, ${failuresInARow} in a row, next in ${waitSeconds} s): ${describeErrorForLog(error)}`);
  } catch (unrecorded) {
    console.error(`${run}, not recorded: ${describeError(unrecorded)}): ${describeErrorForLog(error)}`);
  }
}
