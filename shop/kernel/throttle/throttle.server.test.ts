import { expect, onTestFinished, test } from "vitest";

import { processLocks } from "#db/process-locks.ts";
import { inTransaction } from "#db/transaction.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { runThrottled } from "./throttle.server.ts";

const { db, pool } = await openTestDatabase();

/** Holds the lock of a process that serves readers, until the test ends. */
async function serveReaders() {
  const client = await pool.connect();
  await client.query("select pg_advisory_lock_shared($1)", [processLocks.serving]);
  onTestFinished(() => client.release(true));
}

/** Runs work that takes a given time on a simulated clock. */
async function workFor(milliseconds: number, on = db) {
  let time = 0;
  const pauses: number[] = [];
  const clock = { now: () => time, pause: async (pause: number) => pauses.push(pause) };
  const work = async (isThrottled: boolean) => {
    time += milliseconds;
    return isThrottled;
  };
  const isThrottled = await runThrottled(on, work, clock);
  return { isThrottled, pauses };
}

test("work goes on at once while nobody is served", async () => {
  expect(await workFor(300)).toEqual({ isThrottled: false, pauses: [] });
});

test("while readers are served, work takes a fifth of the time, and still goes on after five seconds", async () => {
  await serveReaders();
  expect(await workFor(300)).toEqual({ isThrottled: true, pauses: [1_200] });
  expect(await workFor(60_000)).toEqual({ isThrottled: true, pauses: [5_000] });
});

test("a transaction holds its locks no longer for anybody's sake", async () => {
  await serveReaders();
  expect(await inTransaction(db, (tx) => workFor(300, tx))).toEqual({ isThrottled: false, pauses: [] });
});
