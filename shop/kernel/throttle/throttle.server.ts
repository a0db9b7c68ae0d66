import { setTimeout as sleep } from "node:timers/promises";

import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { isLockHeld, processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";

/** The pause lasts four times as long as the work, so throttled work runs one fifth of the time. */
const pauseAfterRun = 4;
/** Upper bound on the pause, however busy the shop is. */
const maxPauseMs = 5_000;

/** A clock in milliseconds, replaced in tests. */
interface Clock {
  now: () => number;
  pause: (milliseconds: number) => Promise<unknown>;
}

/**
 * Runs one batch of background work, such as of an import, and throttles it in favour of readers: if a process of the
 * shop serves readers, a pause follows. The argument of `work` says whether readers are being served; then it
 * can take a smaller batch. Does not pause if no readers are served, or inside a transaction.
 */
export async function runThrottled<T>(
  db: Db,
  work: (isThrottled: boolean) => Promise<T>,
  { now, pause }: Clock = { now: () => performance.now(), pause: sleep },
): Promise<T> {
  if (!db.pool) return work(false);
  const isThrottled = await areReadersServed(db);
  const begun = now();
  const result = await work(isThrottled);
  const worked = now() - begun;
  if (await areReadersServed(db)) await pause(Math.min(worked * pauseAfterRun, maxPauseMs));
  return result;
}

/** Whether a process of the shop is serving readers. */
export async function areReadersServed(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isServed: boolean }>(
    sql`select ${isLockHeld(processLocks.serving)} as is_served`,
  );
  return oneRow(rows).isServed;
}
