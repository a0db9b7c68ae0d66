/** Tests of background jobs: schedule, failures, dead processes, batches, heavy jobs, and a shop that closes. */
import { sql } from "#db/sql.ts";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { currentLogContext } from "#server/log/log-context.ts";
import { alertsAbout, paidOrder } from "#tests/support/sales/paid-order.ts";
import { count, setStock } from "#tests/support/sales/sale.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { writeDailyLetters } from "#shop/people/staff/daily-letters.server.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { listJobs, makeJobsDue, recordFailure, takeDueRuns } from "./job-runs.ts";
import type { Job } from "./job.ts";
import { jobs, startJobs } from "./jobs.ts";
import { dueJob } from "#tests/support/shop/due-job.ts";

const testServices = await openTestServices();
const { services, db } = testServices;
for (const bookId of ["godan", "kanthapura", "indica"]) await setStock(db, bookId, 50);

const logged: string[] = [];
vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
beforeEach(() => void logged.splice(0));
let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
  await db.execute(sql`delete from jobs`);
});

/** The shop's jobs, with noon at any hour for the owners' daily letter, which is only written from seven o'clock on. */
const atNoon: Record<string, Job> = {
  ...jobs,
  "daily-letters": {
    ...jobs["daily-letters"]!,
    run: ({ db: its }) => writeDailyLetters({ db: its, now: () => new Date(`${isoDay(Date.now())}T12:00:00+05:30`) }),
  },
};

/** Starts the jobs of one process: the shop's own, or those of a test at a faster pace. */
async function start(table?: Record<string, Job>, stopMs = 8_000) {
  const { stop } = table
    ? await startJobs(services, table, { pollMs: 20, usualEverySeconds: 0.05, stopMs })
    : // A rare job skips rows that another job has locked, so it must run again soon.
      await startJobs({ ...services, settings: { ...services.settings, reconcileAfterSeconds: 2 } }, atNoon);
  stops.push(stop);
  return stop;
}

const shortly = { timeout: 45_000, interval: 50 };
const statusOf = async (name: string) => (await listJobs(db, [name]))[0];
const countOf = (query: ReturnType<typeof sql>) => () => count(db, query);

test("every job of the shop runs, soon after the shop opens", { timeout: 60_000 }, async () => {
  const work = dueJob(testServices);
  expect(Object.keys(work).sort()).toEqual(Object.keys(jobs).sort());
  const prepared: [name: string, seen: () => Promise<unknown>, wanted: unknown][] = [];
  for (const [name, prepare] of Object.entries(work)) prepared.push([name, ...(await prepare())]);
  for (const [name, seen, wanted] of prepared) expect(await seen(), `${name}, before`).not.toEqual(wanted);
  await start();
  for (const [name, seen, wanted] of prepared) await expect.poll(seen, { ...shortly, message: name }).toEqual(wanted);
  for (const name of Object.keys(jobs)) {
    await expect.poll(async () => (await statusOf(name))?.succeededAt, { ...shortly, message: name }).toBeTruthy();
    expect(await statusOf(name), name).toMatchObject({ failures: 0, lastError: "" });
  }
  expect(logged).toEqual([]);
});

test("without credentials of the payment provider, jobs that ask it do nothing until there are some", async () => {
  const asking = Object.entries(jobs).flatMap(([name, { needs }]) => (needs === "payments" ? [name] : []));
  expect(asking.sort()).toEqual(["external-refunds", "payments", "payouts", "refunds", "reservations", "webhooks"]);
  const { settings } = services;
  onTestFinished(() => void (settings.missingServices = []));
  const runs = { asking: 0, other: 0 };
  settings.missingServices = ["payments"];
  await start({
    asking: { purpose: "asks", needs: "payments", isInBatches: true, run: async () => ((runs.asking += 1), 0) },
    other: { purpose: "works", run: async () => void (runs.other += 1) },
  });
  await expect.poll(() => runs.other, shortly).toBeGreaterThan(2);
  expect(runs.asking).toBe(0);
  settings.missingServices = [];
  await expect.poll(() => runs.asking, shortly).toBeGreaterThan(0);
});

test("a job that throws is logged with its name and counted, is tried again later, and the others go on", async () => {
  let good = 0;
  let bad = 0;
  let isMended = false;
  await start({
    bad: {
      purpose: "fails",
      async run() {
        bad += 1;
        if (!isMended) throw new Error("the well is dry");
      },
    },
    good: { purpose: "works", run: async () => void (good += 1) },
  });
  const again = () => db.execute(sql`update jobs set next_run_at = now()`);
  const failures = async () => (await statusOf("bad"))?.failures ?? 0;
  // It is retried by itself after 4 and 8 seconds, which may pass on a busy machine.
  await expect.poll(failures, shortly).toBeGreaterThanOrEqual(1);
  await again();
  await expect.poll(failures, shortly).toBeGreaterThanOrEqual(2);
  expect(await statusOf("bad")).toMatchObject({ succeededAt: null, lastError: "Error: the well is dry" });
  await expect.poll(() => logged.length, shortly).toBeGreaterThanOrEqual(2); // logged after it was recorded
  expect(logged[0]).toMatch(/^Job bad failed \(run bad-1, 1 in a row, next in 4 s\): Error: the well is dry\n {4}at /);
  expect(logged[1]).toMatch(/^Job bad failed \(run bad-2, 2 in a row, next in 8 s\)/);
  await expect.poll(() => good, shortly).toBeGreaterThan(1);

  isMended = true;
  await again();
  await expect
    .poll(() => statusOf("bad"), shortly)
    .toMatchObject({ failuresInARow: 0, succeededAt: expect.any(String) });
  const ended = (await statusOf("bad"))!;
  expect(ended.failedAt).toEqual(expect.any(String));
  expect(ended.failures).toBe(logged.length);
  expect(bad).toBeGreaterThan(ended.failures);
});

test("what the database refused is told without what readers had typed", async () => {
  await start({ odd: { purpose: "asks", run: () => db.execute(sql`select ${"Meera's street"}::text from nowhere`) } });
  await expect.poll(() => statusOf("odd"), shortly).toMatchObject({ failures: 1 });
  const { lastError } = (await statusOf("odd"))!;
  expect(lastError).toContain('relation "nowhere" does not exist');
  expect(lastError + logged.join()).not.toContain("Meera");
});

test("of several processes one does each run, and what a dead one had taken is done by another", async () => {
  let atOnce = 0;
  let max = 0;
  let runs = 0;
  const slow = {
    slow: {
      purpose: "takes its time",
      async run() {
        runs += 1;
        max = Math.max(max, (atOnce += 1));
        await db.execute(sql`select pg_sleep(0.1)`);
        atOnce -= 1;
      },
    },
  };
  for (let processes = 0; processes < 3; processes += 1) await start(slow);
  await expect.poll(() => runs, shortly).toBeGreaterThan(5);
  expect(max).toBe(1);

  await Promise.all(stops.splice(0).map((stop) => stop()));
  await db.execute(sql`update jobs set next_run_at = now(), succeeded_at = null`);
  await warm(testServices.pool, 5);
  const taken = await Promise.all(Array.from({ length: 5 }, () => takeDueRuns(db, ["slow"])));
  expect(taken.flat()).toHaveLength(1);
  // That process has died, and its lease of 15 seconds is over.
  await db.execute(sql`update jobs set next_run_at = next_run_at - interval '15 seconds'`);
  await start(slow);
  await expect.poll(async () => (await statusOf("slow"))?.succeededAt, shortly).toBeTruthy();
});

test("a process that opens makes new and failed jobs due, but not one that another is running", async () => {
  const names = ["failed", "running", "new"];
  const open = (opened: string[]) =>
    makeJobsDue(
      db,
      opened.map((name) => ({ name, everySeconds: 900 })),
    );
  await open(["failed", "running"]);
  const taken = await takeDueRuns(db, names);
  await recordFailure(
    db,
    taken.find(({ name }) => name === "failed")!,
    new Error("no"),
  );
  expect(await takeDueRuns(db, names)).toEqual([]);
  await open(names);
  expect((await takeDueRuns(db, names)).map(({ name }) => name).sort()).toEqual(["failed", "new"]);
});

test("a run that goes on stays with its process, however long it takes", async () => {
  let finish = () => {};
  await start({ long: { purpose: "takes long", run: () => new Promise<void>((resolve) => (finish = resolve)) } });
  await expect.poll(async () => (await statusOf("long"))?.runs, shortly).toBe(1);
  await db.execute(sql`update jobs set next_run_at = now() + interval '1 second'`);
  const left = async () => Date.parse((await statusOf("long"))!.nextRunAt) - Date.now();
  await expect.poll(left, shortly).toBeGreaterThan(10_000);
  finish();
});

test("a job is due again after the seconds that it says, also when the shop starts again meanwhile", async () => {
  const { reconcileAfterSeconds } = services.settings;
  const table: Record<string, Job> = {
    rare: { purpose: "looks through whole lists", everySeconds: "reconcileAfterSeconds", run: async () => {} },
    nightly: { purpose: "runs once a day", everySeconds: 86_400, run: async () => {} },
  };
  const stop = await start(table);
  const pauseOf = async (name: string) => {
    const { succeededAt, nextRunAt } = (await statusOf(name))!;
    return (Date.parse(nextRunAt) - Date.parse(succeededAt ?? "")) / 1000;
  };
  await expect.poll(() => pauseOf("rare"), shortly).toBe(reconcileAfterSeconds);
  await expect.poll(() => pauseOf("nightly"), shortly).toBe(86_400);
  await stop();
  await start({ ...table, quick: { purpose: "runs again and again", run: async () => {} } });
  await expect.poll(async () => (await statusOf("quick"))?.runs, shortly).toBeGreaterThan(1);
  for (const name of Object.keys(table)) expect(await statusOf(name), name).toMatchObject({ runs: 1 });
});

test("when a clock that was ahead is put right, what is open runs its jobs at once", async () => {
  await start({ nightly: { purpose: "runs once a day", everySeconds: 86_400, run: async () => {} } });
  await expect.poll(async () => (await statusOf("nightly"))?.succeededAt, shortly).toBeTruthy();
  await db.execute(sql`
    update jobs set next_run_at = next_run_at + interval '1 hour', started_at = started_at + interval '1 hour',
      succeeded_at = succeeded_at + interval '1 hour'`);
  await expect.poll(async () => (await statusOf("nightly"))?.runs, shortly).toBe(2);
});

test("what a job writes is written for its run", async () => {
  const written: unknown[] = [];
  const purpose = "writes";
  await start({ writer: { purpose, run: async () => void written.push(currentLogContext()) } });
  await expect.poll(() => written.slice(0, 2), shortly).toEqual([{ job: "writer-1" }, { job: "writer-2" }]);
});

test("what is done in batches goes on at once until there is nothing left", async () => {
  const batches = [50, 50, 3, 0];
  const done: [batch: number, run: number | undefined][] = [];
  await start({
    letters: {
      purpose: "sends e-mail",
      isInBatches: true,
      async run() {
        const batch = batches.shift() ?? 0;
        done.push([batch, (await statusOf("letters"))?.runs]);
        return batch;
      },
    },
    others: { purpose: "answers a number that means something else", run: async () => 7 },
  });
  await expect.poll(async () => (await statusOf("letters"))?.succeededAt, shortly).toBeTruthy();
  expect(done.slice(0, 4)).toEqual([50, 50, 3, 0].map((batch) => [batch, 1]));
  await expect.poll(async () => (await statusOf("others"))?.runs, shortly).toBeGreaterThan(2);
});

test("jobs that read whole tables run one after the other, each in its turn; the others go on beside them", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let quick = 0;
  const heavy = (name: string): Job => ({
    purpose: "reads a whole table",
    isHeavy: true,
    run: () => new Promise<void>((resolve) => ends.push((begun.push(name), resolve))),
  });
  await start({
    first: heavy("first"),
    second: heavy("second"),
    third: heavy("third"),
    quick: { purpose: "is done at once", run: async () => void (quick += 1) },
  });
  for (let turn = 1; turn <= 6; turn += 1) {
    await expect.poll(() => begun.length, shortly).toBe(turn);
    const before = quick;
    await expect.poll(() => quick, shortly).toBeGreaterThan(before + 2);
    expect(begun).toHaveLength(turn);
    ends.shift()!();
  }
  expect(new Set(begun.slice(0, 3)).size).toBe(3);
  expect(begun.slice(3)).toEqual(begun.slice(0, 3));
  await expect.poll(() => begun.length, shortly).toBe(7);
  ends.shift()!();
});

test("work in batches ends with the batch that is running when the shop closes", async () => {
  let batches = 0;
  const stop = await start({
    endless: {
      purpose: "always finds more",
      isInBatches: true,
      run: () => db.execute(sql`select pg_sleep(0.01)`).then(() => (batches += 1)),
    },
  });
  await expect.poll(() => batches, shortly).toBeGreaterThan(2);
  await stop();
  expect(await statusOf("endless")).toMatchObject({ runs: 1, failures: 0, succeededAt: expect.any(String) });
  expect(logged).toEqual([]);
});

test("stopping waits for the work that is running, and begins no more", async () => {
  let finish = () => {};
  let runs = 0;
  const stop = await start({
    long: {
      purpose: "runs when the shop closes",
      async run() {
        runs += 1;
        await new Promise<void>((resolve) => (finish = resolve));
      },
    },
  });
  await expect.poll(() => runs, shortly).toBe(1);
  let hasStopped = false;
  const stopped = stop().then(() => (hasStopped = true));
  await db.execute(sql`update jobs set next_run_at = now()`);
  expect([hasStopped, (await statusOf("long"))!.succeededAt]).toEqual([false, null]);
  finish();
  await stopped;
  expect(await statusOf("long")).toMatchObject({ runs: 1, succeededAt: expect.any(String), failures: 0 });
});

test("a run that does not end keeps no shop from closing: it is named, and left", async () => {
  const stop = await start({ stuck: { purpose: "never ends", run: () => new Promise(() => {}) } }, 20);
  await expect.poll(async () => (await statusOf("stuck"))?.runs, shortly).toBe(1);
  await stop();
  expect(logged).toEqual(["The shop closes although these jobs have not ended: stuck"]);
});

test("at the shop's own pace a job is due again two seconds after it ended", async () => {
  const { stop } = await startJobs(services, { quick: { purpose: "is done at once", run: async () => {} } });
  stops.push(stop);
  const pause = async () => {
    const { nextRunAt, succeededAt } = (await statusOf("quick"))!;
    return Date.parse(nextRunAt) - Date.parse(succeededAt ?? "");
  };
  await expect.poll(pause, shortly).toBe(2_000);
});

test("a database that is away is spoken of once, and so is its return; the jobs go on", async () => {
  await start({ patient: { purpose: "waits for the database", run: async () => {} } });
  await expect.poll(async () => (await statusOf("patient"))?.succeededAt, shortly).toBeTruthy();
  await db.execute(sql`alter table jobs rename to jobs_away`);
  await expect.poll(() => logged.filter((line) => line.startsWith("Background")).length, shortly).toBe(1);
  await db.execute(sql`select pg_sleep(0.1)`);
  await db.execute(sql`alter table jobs_away rename to jobs`);
  await expect.poll(() => logged.at(-1), shortly).toBe("Background jobs run again.");
  // A run that ended meanwhile could not be recorded.
  const said = logged.filter((line) => !line.startsWith("Job patient failed"));
  expect(said).toEqual([
    expect.stringContaining("Background jobs wait for the database: "),
    "Background jobs run again.",
  ]);
  const { runs } = (await statusOf("patient"))!;
  await expect.poll(async () => (await statusOf("patient"))!.runs, shortly).toBeGreaterThan(runs);
});

test("one bill that cannot be made does not stop the others, and calls for a person", async () => {
  const odd = await paidOrder(testServices, "oddbill", { godan: 1 });
  const even = await paidOrder(testServices, "evenbill", { godan: 1 });
  // A tax class that no bill supports.
  await db.execute(sql`update order_lines set tax_class = 'gst_3' where order_id = ${odd.id}`);
  await start({ documents: jobs.documents! });
  const bills = (id: number) => countOf(sql`select count(*) from documents where order_id = ${id}`);
  await expect.poll(bills(even.id), shortly).toBe(1);
  expect(await bills(odd.id)()).toBe(0);
  expect(await alertsAbout(db, odd.number)).toEqual([expect.stringContaining("no bill")]);
  await db.execute(sql`update order_lines set tax_class = 'exempt' where order_id = ${odd.id}`);
  await expect.poll(bills(odd.id), shortly).toBe(1);
});
