import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { clearFailures, KnownFailure, makeJobsDue, recordFailure, recordSuccess } from "#server/jobs/job-runs.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db } = testServices;
const names = Object.keys(jobs);
const everyJob = names.map((name) => ({ name, everySeconds: 2 }));
const run = (...args: string[]) => runCommand(["jobs", ...args], settingsOf(testServices));

beforeEach(() => db.execute(sql`delete from jobs`));

test("before the shop has opened no job has run, and nothing is wrong", async () => {
  const { exitCode, out } = await run();
  expect(exitCode).toBe(0);
  expect(out).toContain("begin when the shop opens");
  for (const name of names) expect(out).toContain(name);
});

test("jobs that succeed are listed with their times, in India's", async () => {
  await makeJobsDue(db, everyJob);
  for (const name of names) await recordSuccess(db, { name, run: 0 }, 2);
  await db.execute(sql`update jobs set succeeded_at = '2026-11-21T20:00:00Z' where name = 'letters'`);
  const { exitCode, out } = await run();
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^letters +sends e-mail +22 Nov 2026, 1:30 am +never +0 \/ 0 /m);
  expect(out).toContain("All jobs succeed.");
});

test("a job that fails is named with its message, and the exit code says so until it succeeds", async () => {
  await makeJobsDue(db, everyJob);
  await recordFailure(db, { name: "letters", run: 0 }, "Error: no route to the mail server");
  await recordFailure(db, { name: "letters", run: 0 }, "Error: the mail server said no\u0000\nsecond line");
  const failing = await run();
  expect([failing.exitCode, failing.error]).toEqual([1, ""]);
  expect(failing.out).toContain("letters is failing (2 times in a row): Error: the mail server said no");
  expect(failing.out).toMatch(/^letters .* 2 \/ 2 /m);
  expect(JSON.parse((await run("--json")).out)).toContainEqual(
    expect.objectContaining({ name: "letters", failures: 2, failuresInARow: 2, lastError: expect.any(String) }),
  );
  await recordSuccess(db, { name: "letters", run: 0 }, 2);
  const mended = await run();
  expect(mended.exitCode).toBe(0);
  expect(mended.out).toMatch(/^letters .* 0 \/ 2 /m);
});

test("the nightly backup is listed once it has run, and its failure is told; switched off it is never late", async () => {
  await makeJobsDue(db, [...everyJob, { name: "backup", everySeconds: 1_800 }]);
  await recordSuccess(db, { name: "backup", run: 0 }, 1_800);
  await db.execute(sql`update jobs set next_run_at = now() - interval '6 minutes' where name = 'backup'`);
  const well = await run();
  expect([well.exitCode, well.out]).toEqual([0, expect.stringMatching(/^backup +makes the nightly backup/m)]);
  await recordFailure(db, { name: "backup", run: 0 }, new KnownFailure("There is no room.", 3_600));
  const failing = await run();
  expect([failing.exitCode, failing.out]).toEqual([
    1,
    expect.stringContaining("backup is failing (1 time in a row): There is no room."),
  ]);
  // The shop does this when it starts without nightly backups.
  await clearFailures(db, "backup", 0);
  expect((await run()).exitCode).toBe(0);
});

test("jobs that nobody runs any more call for attention", async () => {
  await makeJobsDue(db, everyJob);
  await db.execute(sql`update jobs set next_run_at = now() - interval '6 minutes' where name = 'refunds'`);
  const one = await run();
  expect([one.exitCode, one.out]).toEqual([1, expect.stringContaining("Late by more than five minutes: refunds.")]);
  await db.execute(sql`update jobs set next_run_at = now() - interval '6 minutes'`);
  const all = await run();
  expect([all.exitCode, all.out]).toEqual([1, expect.stringContaining("the shop is closed")]);
});
