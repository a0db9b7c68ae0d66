/** Tests of the schedule of jobs: leases, retries after failures, and repair after a clock was ahead. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import {
  clearFailures,
  KnownFailure,
  listJobs,
  makeJobsDue,
  recordFailure,
  recordSuccess,
  renewRuns,
  takeDueRuns,
} from "./job-runs.ts";

const { db } = await openTestDatabase();
const names = ["letters"];
const open = (names: string[], everySeconds = 2) =>
  makeJobsDue(
    db,
    names.map((name) => ({ name, everySeconds })),
  );

beforeEach(async () => {
  await db.execute(sql`delete from jobs`);
  await open(names);
});

const take = async () => (await takeDueRuns(db, names))[0]!;
const status = async () => (await listJobs(db, names))[0]!;
/** As an open shop polls. */
const poll = (everySeconds = 2) => takeDueRuns(db, names, [], [{ name: "letters", everySeconds }]);
/** Moves all times, as if they were written while the clock was ahead by `seconds`. */
const setAhead = (seconds: number) =>
  db.execute(sql`
    update jobs set next_run_at = next_run_at + make_interval(secs => ${seconds}::float8),
      started_at = started_at + make_interval(secs => ${seconds}::float8),
      succeeded_at = succeeded_at + make_interval(secs => ${seconds}::float8),
      failed_at = failed_at + make_interval(secs => ${seconds}::float8)`);
const hour = 3_600;
const passTime = (seconds: number) =>
  db.execute(sql`update jobs set next_run_at = next_run_at - make_interval(secs => ${seconds})`);

test("a job that fails again and again waits ever longer, at most five minutes, and begins anew once it succeeds", async () => {
  const waits = [];
  for (let failure = 1; failure <= 30; failure += 1) {
    await db.execute(sql`update jobs set next_run_at = now()`);
    waits.push((await recordFailure(db, await take(), new Error("no"))).waitSeconds);
  }
  expect(waits.slice(0, 9)).toEqual([4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect(waits.at(-1)).toBe(300);
  await db.execute(sql`update jobs set next_run_at = now()`);
  await recordSuccess(db, await take(), 2);
  await db.execute(sql`update jobs set next_run_at = now()`);
  expect(await recordFailure(db, await take(), new Error("no"))).toEqual({ failuresInARow: 1, waitSeconds: 4 });
});

test("a job whose statement took too long says so in plain words, and is not tried again before five minutes", async () => {
  const tooLong = inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', '50', true)`);
    await tx.execute(sql`select pg_sleep(60)`);
  });
  const error = await tooLong.catch((reason: unknown) => reason);
  expect(await recordFailure(db, await take(), error)).toEqual({ failuresInARow: 1, waitSeconds: 300 });
  expect((await status()).lastError).toBe(
    "It was stopped, because one of its statements took longer than 5 minutes. The database is overloaded, or too slow " +
      "for the number of books and orders. The job is tried again every few minutes.",
  );
});

test("a known failure that waits for longer than an hour waits on when a shop opens, and another is tried at once", async () => {
  const secondsToWait = async () =>
    (await db.execute<{ wait: number }>(sql`select extract(epoch from next_run_at - now())::int as wait from jobs`))
      .rows[0]!.wait;
  await recordFailure(db, await take(), new KnownFailure("Pictures are missing.", 20 * hour));
  await open(names);
  expect(await secondsToWait()).toBeGreaterThan(19 * hour);
  await db.execute(sql`update jobs set next_run_at = now()`);
  await recordFailure(db, await take(), new KnownFailure("There is no room.", hour));
  await open(names);
  expect(await secondsToWait()).toBeLessThanOrEqual(0);
});

test("clears the failures of a disabled job, unless another shop has started it recently", async () => {
  await recordFailure(db, await take(), new Error("no"));
  await clearFailures(db, "letters", 25);
  expect((await status()).failuresInARow).toBe(1);
  await db.execute(sql`update jobs set started_at = started_at - interval '26 hours'`);
  await clearFailures(db, "letters", 25);
  expect((await status()).failuresInARow).toBe(0);
  await db.execute(sql`update jobs set next_run_at = now()`);
  await recordFailure(db, await take(), new Error("no"));
  await clearFailures(db, "letters", 0);
  expect((await status()).failuresInARow).toBe(0);
});

test("a failure that is known is recorded in its own words, and waits as long as it says each time", async () => {
  const failure = new KnownFailure("There is no room.", 3_600);
  for (const failuresInARow of [1, 2, 3]) {
    await db.execute(sql`update jobs set next_run_at = now()`);
    expect(await recordFailure(db, await take(), failure)).toEqual({ failuresInARow, waitSeconds: 3_600 });
  }
  expect((await status()).lastError).toBe("There is no room.");
});

test("a run belongs for fifteen seconds to the process that took it, and for as many after each renewal", async () => {
  const taken = await take();
  const { startedAt, nextRunAt } = await status();
  expect(Date.parse(nextRunAt) - Date.parse(startedAt!)).toBe(15_000);
  await passTime(14);
  expect(await takeDueRuns(db, names)).toEqual([]);
  await renewRuns(db, [taken]);
  await passTime(14);
  expect(await takeDueRuns(db, names)).toEqual([]);
  await passTime(1);
  expect(await take()).toEqual({ name: "letters", run: taken.run + 1 });
});

test("while one process takes a run another neither waits for it nor takes it too", async () => {
  await inTransaction(db, async (tx) => {
    expect(await takeDueRuns(tx, names)).toHaveLength(1);
    expect(await takeDueRuns(db, names)).toEqual([]);
  });
  expect(await takeDueRuns(db, names)).toEqual([]);
});

test("a run that another process has taken over does not say any more when the job is due", async () => {
  const old = await take();
  await passTime(15);
  const taken = await take();
  const { nextRunAt } = await status();
  await renewRuns(db, [old]);
  expect((await status()).nextRunAt).toBe(nextRunAt);
  await recordFailure(db, old, new Error("late"));
  expect(await status()).toMatchObject({ nextRunAt, failures: 1 });
  await recordSuccess(db, old, 900);
  expect(await status()).toMatchObject({ nextRunAt, succeededAt: expect.any(String) });
  await recordSuccess(db, taken, 900);
  expect((await status()).nextRunAt).not.toBe(nextRunAt);
});

test("a run that has ended is not renewed", async () => {
  const taken = await take();
  await recordSuccess(db, taken, 1);
  const { nextRunAt } = await status();
  await renewRuns(db, [taken]);
  expect((await status()).nextRunAt).toBe(nextRunAt);
  await db.execute(sql`update jobs set next_run_at = now()`);
  const next = await take();
  await recordFailure(db, next, new Error("no"));
  const failed = await status();
  await renewRuns(db, [next]);
  expect((await status()).nextRunAt).toBe(failed.nextRunAt);
});

test("a job is late when nobody has run it for five minutes after it was due", async () => {
  await db.execute(sql`update jobs set next_run_at = now() - interval '4 minutes 50 seconds'`);
  expect((await status()).isLate).toBe(false);
  await db.execute(sql`update jobs set next_run_at = now() - interval '5 minutes 1 second'`);
  expect((await status()).isLate).toBe(true);
});

test("jobs are listed in the order that is asked for, without those of other names", async () => {
  await open(["webhooks", "refunds", "others"]);
  const listed = await listJobs(db, ["webhooks", "letters", "refunds", "never-ran"]);
  expect(listed.map(({ name }) => name)).toEqual(["webhooks", "letters", "refunds"]);
});

test("what is done for one job is not done for another", async () => {
  await open(["letters", "webhooks"]);
  expect((await takeDueRuns(db, names)).map(({ name }) => name)).toEqual(names);
  await takeDueRuns(db, ["webhooks"]);
  const webhooks = async () => (await listJobs(db, ["webhooks"]))[0]!;
  const before = await webhooks();
  const letters = { name: "letters", run: 1 };
  await renewRuns(db, [letters]);
  await recordFailure(db, letters, new Error("no"));
  await recordSuccess(db, letters, 900);
  expect(await webhooks()).toEqual(before);
});

test("a job that failed after it had succeeded is not running, and is made due", async () => {
  await recordSuccess(db, await take(), 900);
  await db.execute(sql`update jobs set next_run_at = now()`);
  await recordFailure(db, await take(), new Error("no"));
  expect(await takeDueRuns(db, names)).toEqual([]);
  await open(names);
  expect(await take()).toMatchObject({ run: 3 });
});

test("a job that succeeded is not due at each start of the shop: it runs as often as it says, and is made up for", async () => {
  const day = 86_400;
  await recordSuccess(db, await take(), day);
  await open(names, day);
  expect(await takeDueRuns(db, names)).toEqual([]);
  await passTime(day);
  await open(names, day);
  expect(await take()).toMatchObject({ run: 2 });
});

test("a job that is to run more often than before does so from the next start of the shop", async () => {
  await recordSuccess(db, await take(), 86_400);
  await open(names, 900);
  const { succeededAt, nextRunAt } = await status();
  expect(Date.parse(nextRunAt) - Date.parse(succeededAt!)).toBe(900_000);
});

test.each(["succeeded", "failed"])(
  "a job that %s while the clock was ahead runs at once when it is put right",
  async (end) => {
    const taken = await take();
    await (end === "succeeded" ? recordSuccess(db, taken, 2) : recordFailure(db, taken, new Error("no")));
    await setAhead(hour);
    expect((await status()).isLate).toBe(true);
    expect(await takeDueRuns(db, names)).toEqual([]);
    const again = (await poll())[0]!;
    expect(again).toMatchObject({ run: 2 });
    expect((await status()).isLate).toBe(false);
    // The run is renewed like any other, and no other process takes it meanwhile.
    await passTime(14);
    await renewRuns(db, [again]);
    await passTime(14);
    expect(await poll()).toEqual([]);
  },
);

test("a shop that opens brings back the times of a clock that was ahead", async () => {
  await recordSuccess(db, await take(), 86_400);
  await setAhead(hour);
  await open(names, 86_400);
  expect(await take()).toMatchObject({ run: 2 });
});

test("a new job that nobody ran while the clock was ahead runs at once when it is put right", async () => {
  await setAhead(hour);
  expect(await takeDueRuns(db, names)).toEqual([]);
  expect(await poll()).toMatchObject([{ run: 1 }]);
});

test("a run that began while the clock was ahead stays with its process, and one that was cut off is taken up", async () => {
  const taken = await take();
  await setAhead(hour);
  expect(await poll()).toEqual([]);
  await passTime(14);
  await renewRuns(db, [taken]);
  await passTime(14);
  expect(await poll()).toEqual([]);
  await passTime(1);
  expect(await poll()).toMatchObject([{ run: 2 }]);
});

test("a run whose process died while it was renewed ahead of time is taken up, too", async () => {
  await take();
  await db.execute(sql`update jobs set next_run_at = next_run_at + interval '1 hour'`);
  expect(await poll()).toEqual([]);
  await passTime(15);
  expect(await poll()).toMatchObject([{ run: 2 }]);
});

test("a run that began by a clock that was ahead and ends by the right one has ended", async () => {
  const taken = await take();
  await db.execute(sql`update jobs set started_at = started_at + interval '50 seconds'`);
  await recordSuccess(db, taken, 86_400);
  expect(await poll(86_400)).toEqual([]);
  await passTime(15);
  expect(await poll(86_400)).toEqual([]);
  const { nextRunAt } = await status();
  await renewRuns(db, [taken]);
  expect((await status()).nextRunAt).toBe(nextRunAt);
});

test("no time is brought back that is right, nor one of a database whose clock was seconds ahead before a failover", async () => {
  await recordSuccess(db, await take(), 86_400);
  await setAhead(50);
  expect((await status()).isLate).toBe(false);
  const { nextRunAt } = await status();
  expect(await poll(86_400)).toEqual([]);
  expect((await status()).nextRunAt).toBe(nextRunAt);
  // The job is run now by hand.
  await db.execute(sql`update jobs set next_run_at = now()`);
  const [taken] = await poll(86_400);
  await passTime(14);
  await renewRuns(db, [taken!]);
  await passTime(14);
  expect(await poll(86_400)).toEqual([]);
  await recordFailure(db, taken!, new KnownFailure("There is no room.", 43_200));
  expect(await poll(1_800)).toEqual([]);
});
