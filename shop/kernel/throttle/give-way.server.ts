import { setTimeout as sleep } from "node:timers/promises";

import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { isHeld, processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";

/** A part of work that gives way takes a fifth of the time. */
const pauseForWork = 4;
/** However busy the shop is, the next part begins after so long. */
const maxPauseMs = 5_000;

/** In milliseconds. */
interface Clock {
  now: () => number;
  pause: (milliseconds: number) => Promise<unknown>;
}

/**
 * Does a part of long work that nobody waits for, such as a batch of an import, and gives way to readers: while a process
 * of the shop serves any, a pause follows, so that most of the machine is theirs. `work` hears whether that is so, and is
 * then best short. Nothing waits when nobody is served, or inside a transaction.
 */
export async function givingWay<T>(
  db: Db,
  work: (isGivingWay: boolean) => Promise<T>,
  { now, pause }: Clock = { now: () => performance.now(), pause: sleep },
): Promise<T> {
  if (!db.pool) return work(false);
  const isGivingWay = await areReadersServed(db);
  const begun = now();
  const result = await work(isGivingWay);
  const worked = now() - begun;
  if (await areReadersServed(db)) await pause(Math.min(worked * pauseForWork, maxPauseMs));
  return result;
}

/** Whether a process of the shop serves readers at this moment. */
export async function areReadersServed(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isServed: boolean }>(sql`select ${isHeld(processLocks.serving)} as is_served`);
  return oneRow(rows).isServed;
}
