import { sql } from "#db/sql.ts";

import type { DbAndClock } from "#shop/services.ts";

/** Makes failed jobs due now, except running ones. Returns the number of these jobs. */
export async function retryFailedJobs({ db, now }: DbAndClock): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update jobs set next_run_at = least(next_run_at, ${now().toISOString()}::timestamptz)
    where failures_in_a_row > 0 and (started_at > coalesce(greatest(succeeded_at, failed_at), '-infinity')) is not true`);
  return rowCount;
}
