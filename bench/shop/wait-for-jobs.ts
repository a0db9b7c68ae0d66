import { setTimeout as wait } from "node:timers/promises";

import { oneRow } from "#db/one-row.ts";
import type { Database } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** Timeout in milliseconds for the jobs that run when a shop opens. They must not distort the measurement. */
const settledMs = 600_000;

/** Waits until no background job is running or due, except jobs that fail. Throws after ten minutes. */
export async function waitForJobs({ db }: Database): Promise<void> {
  const from = Date.now();
  for (;;) {
    const { rows } = await db.execute<{ busy: number }>(sql`
      select count(*)::int as busy from jobs
      where failures_in_a_row = 0 and (succeeded_at is null or next_run_at < now() - interval '5 seconds'
        or (started_at > succeeded_at and started_at < now() - interval '5 seconds'))`);
    if (oneRow(rows).busy === 0) return;
    if (Date.now() - from > settledMs) throw new Error("Timed out: the shop's jobs did not finish.");
    await wait(1_000);
  }
}
