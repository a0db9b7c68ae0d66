import { sql } from "#db/sql.ts";

import { workLimits, type Db } from "#db/connect.ts";
import { describeErrorForRecord } from "#db/describe-error.ts";
import { codeOf } from "#db/transaction.ts";
import { counted } from "#shop/kernel/text/counted.ts";

/** A run that this process has taken; `run` counts the job's runs. */
export interface TakenRun {
  name: string;
  run: number;
}

/** A failure that is known: the bookseller reads its message, and the job is due again after just so many seconds. */
export class KnownFailure extends Error {
  readonly waitSeconds: number;
  constructor(message: string, waitSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.waitSeconds = waitSeconds;
  }
}

/** How a job stands; times are ISO, null when it never came to that. */
export interface JobStatus {
  name: string;
  runs: number;
  startedAt: string | null;
  succeededAt: string | null;
  failedAt: string | null;
  failures: number;
  failuresInARow: number;
  lastError: string;
  nextRunAt: string;
  /**
   * Nobody has run it for five minutes after it was due: no shop is open, or a run never ends. Or its times are of a clock that
   * was ahead, and no shop has brought them back.
   */
  isLate: boolean;
}

/**
 * How long a run belongs to the process that took it, unless it says again and again that it goes on. When that process
 * dies, another takes the job afterwards. A run that is doubled all the same harms nothing: every job takes its rows by a
 * lock. The times of runs are the database's, as processes on several machines share them.
 */
const leaseSeconds = 15;
/**
 * After failures in a row a job waits 4, 8, 16 seconds and so on, at most five minutes. One whose statement took too long
 * waits these at once: it would take as much of the database's time again.
 */
const maxWaitSeconds = 300;
/** PostgreSQL's code of a statement that was broken off. */
const brokenOff = "57014";
/** No known failure waits longer. */
const maxKnownWaitSeconds = 86_400;
/** A time so far ahead was written while the clock was ahead. Less is that of a database before a failover, and soon past. */
const slackSeconds = 60;

const isRunning = sql`started_at > coalesce(greatest(succeeded_at, failed_at), '-infinity')`;
const newestTime = sql`greatest(started_at, succeeded_at, failed_at)`;

/** A job, and the seconds from the end of a run to the next one. */
export interface JobPace {
  name: string;
  everySeconds: number;
}

/**
 * Makes jobs due when the shop opens: a new one now, one whose last run failed now, unless it waits for longer than an hour, as
 * a known failure does that another try would not change; any other at most `everySeconds` after its last success, so that a
 * shorter time counts at once. What another process is running stays as it is.
 */
export async function makeJobsDue(db: Db, jobs: JobPace[]): Promise<void> {
  const names = jobs.map(({ name }) => name);
  await db.execute(sql`insert into jobs (name) select unnest(${names}::text[]) on conflict (name) do nothing`);
  await db.execute(sql`
    update jobs set next_run_at = case
      when failures_in_a_row > 0 then case when next_run_at > now() + interval '1 hour' then next_run_at else now() end
      else least(next_run_at, succeeded_at + make_interval(secs => j.every_seconds)) end
    from unnest(${names}::text[], ${jobs.map(({ everySeconds }) => everySeconds)}::float8[]) as j (name, every_seconds)
    where jobs.name = j.name and not ${isRunning}`);
  await bringBack(db, jobs);
}

/**
 * Lets a job that was switched off fail no more, when no shop has begun it for so many hours: nobody would run it again. Another
 * shop on this database may go on with it.
 */
export async function forgetFailures(db: Db, name: string, hours: number): Promise<void> {
  await db.execute(sql`
    update jobs set failures_in_a_row = 0
    where name = ${name} and coalesce(started_at <= now() - make_interval(hours => ${hours}), true)`);
}

/**
 * When the clock was ahead and is put right: brings the times that were written meanwhile back, as jobs would wait until it is
 * that late again. A job is due now; one whose run may still go on, when its process does not renew it.
 */
async function bringBack(db: Db, jobs: JobPace[]): Promise<void> {
  const back = (time: ReturnType<typeof sql>) =>
    sql`case when ${time} > now() then ${time} - (${newestTime} - now()) else ${time} end`;
  await db.execute(sql`
    update jobs set
      next_run_at = case when ${isRunning} then now() + make_interval(secs => ${leaseSeconds}) else now() end,
      started_at = ${back(sql`started_at`)}, succeeded_at = ${back(sql`succeeded_at`)}, failed_at = ${back(sql`failed_at`)}
    from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ everySeconds }) => everySeconds)}::float8[])
      as j (name, every_seconds)
    where jobs.name = j.name and (${newestTime} > now() + make_interval(secs => ${slackSeconds})
      or next_run_at > now() + make_interval(secs => ${slackSeconds}::float8 + case when ${isRunning} then ${leaseSeconds}::float8
        when failures_in_a_row > 0 then greatest(j.every_seconds, ${maxKnownWaitSeconds}::float8) else j.every_seconds end))`);
}

/**
 * Takes those of these jobs that are due, and of those that go one after the other the one that waits the longest; no other
 * process gets the same run. Before, the times of all jobs are brought back when the clock was ahead.
 */
export async function takeDueRuns(
  db: Db,
  names: string[],
  oneOf: string[] = [],
  all: JobPace[] = [],
): Promise<TakenRun[]> {
  if (all.length > 0) await bringBack(db, all);
  const { rows } = await db.execute<{ name: string; runs: string }>(sql`
    update jobs set runs = runs + 1, next_run_at = now() + make_interval(secs => ${leaseSeconds}),
      -- By a clock that is behind, too, a run begins after the last one ended: else it would not be renewed.
      started_at = greatest(now(), succeeded_at + interval '1 microsecond', failed_at + interval '1 microsecond')
    where name = any(array(select name from jobs where name = any(${names}::text[]) and next_run_at <= now()
        for update skip locked)
      || array(select name from jobs where name = any(${oneOf}::text[]) and next_run_at <= now()
        order by next_run_at limit 1 for update skip locked))
    returning name, runs`);
  return rows.map(({ name, runs }) => ({ name, run: Number(runs) }));
}

/** Says that these runs go on, so that no other process takes their jobs; one that has ended meanwhile stays ended. */
export async function renewRuns(db: Db, taken: TakenRun[]): Promise<void> {
  await db.execute(sql`
    update jobs set next_run_at = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${taken.map(({ name }) => name)}::text[], ${taken.map(({ run }) => run)}::bigint[]) as t (name, run)
    where jobs.name = t.name and jobs.runs = t.run and ${isRunning}`);
}

/** Writes down that a run did its work; the job is due again after some seconds. */
export async function recordSuccess(db: Db, { name, run }: TakenRun, everySeconds: number): Promise<void> {
  await db.execute(sql`
    update jobs set succeeded_at = ${endOf(run)}, failures_in_a_row = 0,
      next_run_at = case when runs = ${run} then now() + make_interval(secs => ${everySeconds}) else next_run_at end
    where name = ${name}`);
}

/** Writes down that a run failed. Returns how many have failed in a row, and in how many seconds the job is due again. */
export async function recordFailure(db: Db, { name, run }: TakenRun, error: unknown) {
  const tookTooLong = codeOf(error) === brokenOff;
  const known = error instanceof KnownFailure ? error : null;
  const most = known?.waitSeconds ?? maxWaitSeconds;
  const base = known || tookTooLong ? most : 2;
  const { rows } = await db.execute<{ failures: number; wait: number }>(sql`
    update jobs set failed_at = ${endOf(run)}, failures = failures + 1, failures_in_a_row = failures_in_a_row + 1,
      last_error = ${tookTooLong ? sayTooLong() : describeErrorForRecord(known?.message ?? error)},
      next_run_at = case when runs = ${run}
        then now() + make_interval(secs => least(${base} * 2 ^ least(failures_in_a_row + 1, 20), ${most}))
        else next_run_at end
    where name = ${name}
    returning failures_in_a_row as failures, extract(epoch from next_run_at - now())::int as wait`);
  return { failuresInARow: rows[0]?.failures ?? 1, waitSeconds: rows[0]?.wait ?? 0 };
}

/** A run ends no earlier than it began, whatever the clock says meanwhile. */
function endOf(run: number) {
  return sql`case when runs = ${run} then greatest(now(), started_at) else now() end`;
}

/** What the bookseller reads of it. */
function sayTooLong(): string {
  return (
    `It was broken off, as one of its statements took longer than ${counted(workLimits.statement / 60_000, "minute")}. ` +
    "The database has too much else to do, or is too slow for so many books and orders. It is tried again every few minutes."
  );
}

/** How these jobs stand, in the order of their names given; one that never ran is left out. */
export async function listJobs(db: Db, names: string[]): Promise<JobStatus[]> {
  const { rows } = await db.execute<{ job: JobStatus }>(sql`
    select json_build_object('name', name, 'runs', runs, 'startedAt', started_at, 'succeededAt', succeeded_at,
      'failedAt', failed_at, 'failures', failures, 'failuresInARow', failures_in_a_row, 'lastError', last_error,
      'nextRunAt', next_run_at, 'isLate', next_run_at < now() - interval '5 minutes'
        or coalesce(${newestTime} > now() + make_interval(secs => ${slackSeconds}), false)) as job
    from jobs where name = any(${names}::text[])
    order by array_position(${names}::text[], name)`);
  return rows.map((row) => row.job);
}
