/**
 * Schedules jobs in the table `jobs`: leases of runs, delays after failures, and repair of times that a wrong clock
 * wrote.
 */
import { sql } from "#db/sql.ts";

import { jobLimits, type Db } from "#db/connect.ts";
import { describeErrorForDatabase } from "#db/describe-error.ts";
import { codeOf } from "#db/transaction.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** A run of a job that this process has taken; `run` is its number among the runs of the job. */
export interface TakenRun {
  name: string;
  run: number;
}

/** An expected failure. The bookseller reads its message, and the job is due again after exactly `waitSeconds`. */
export class KnownFailure extends Error {
  readonly waitSeconds: number;
  constructor(message: string, waitSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.waitSeconds = waitSeconds;
  }
}

/** The state of a job. Times are ISO, and null for events that have not happened yet. */
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
   * Whether the job has not run for five minutes after it was due, because no shop is open or a run never ends. Also
   * true if its times were written while a clock was ahead, and no shop has repaired them.
   */
  isLate: boolean;
}

/**
 * How long a process owns a run without renewing this lease, in seconds. When the process dies, another one takes the
 * job after this time. A duplicate run is harmless, because every job locks its rows. All times are the database's,
 * because processes on several machines share them.
 */
const leaseSeconds = 15;
/**
 * Maximum delay after failures in a row, in seconds; the delays are 4, 8, 16 seconds and so on. A job whose statement
 * timed out has this delay at once, because a retry would take as much of the database's time again.
 */
const maxWaitSeconds = 300;
/** PostgreSQL's error code `query_canceled`, for a statement timeout. */
const queryCanceled = "57014";
/** Maximum delay of a known failure, in seconds. */
const maxKnownWaitSeconds = 86_400;
/**
 * Tolerance in seconds. A time further in the future was written by a wrong clock. A smaller difference may come from a
 * failover, and is soon over.
 */
const slackSeconds = 60;

const isRunning = sql`started_at > coalesce(greatest(succeeded_at, failed_at), '-infinity')`;
const newestTime = sql`greatest(started_at, succeeded_at, failed_at)`;

/** A job, and the seconds from the end of a run to the next one. */
export interface JobPace {
  name: string;
  everySeconds: number;
}

/**
 * Makes jobs due when the shop opens. A new job is due now. So is a failed job, unless its next run is over an hour
 * away, as for known failures that a retry would not fix. Any other job is due at most `everySeconds` after its last
 * success, so that a shorter interval takes effect at once. Jobs that another process is running are not changed.
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
  await repairTimes(db, jobs);
}

/** Makes a job due now, unless it is running or waits after a failure. */
export async function makeJobDue(db: Db, name: string): Promise<void> {
  await db.execute(sql`
    update jobs set next_run_at = now()
    where name = ${name} and failures_in_a_row = 0 and next_run_at > now() and not ${isRunning}`);
}

/**
 * Clears the failure count of a disabled job that has not been started for `hours`, because no run would clear it. A
 * job that was started since then may belong to another shop on this database.
 */
export async function clearFailures(db: Db, name: string, hours: number): Promise<void> {
  await db.execute(sql`
    update jobs set failures_in_a_row = 0
    where name = ${name} and coalesce(started_at <= now() - make_interval(hours => ${hours}), true)`);
}

/**
 * Repairs times that were written while the clock was ahead, because jobs would wait until these times. A job becomes
 * due now. A job that may be running becomes due when its process stops renewing the lease.
 */
async function repairTimes(db: Db, jobs: JobPace[]): Promise<void> {
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
 * Takes the due jobs of `names`, and one due job of `oneOf`: the one that has waited the longest, because those jobs
 * run one at a time. No other process gets the same runs. First repairs the times of `all` jobs if the clock was ahead.
 */
export async function takeDueRuns(
  db: Db,
  names: string[],
  oneOf: string[] = [],
  all: JobPace[] = [],
): Promise<TakenRun[]> {
  if (all.length > 0) await repairTimes(db, all);
  const { rows } = await db.execute<{ name: string; runs: string }>(sql`
    update jobs set runs = runs + 1, next_run_at = now() + make_interval(secs => ${leaseSeconds}),
      -- A run always begins after the last one ended, even if the clock is behind. Otherwise its lease would not be
      -- renewed.
      started_at = greatest(now(), succeeded_at + interval '1 microsecond', failed_at + interval '1 microsecond')
    where name = any(array(select name from jobs where name = any(${names}::text[]) and next_run_at <= now()
        for update skip locked)
      || array(select name from jobs where name = any(${oneOf}::text[]) and next_run_at <= now()
        order by next_run_at limit 1 for update skip locked))
    returning name, runs`);
  return rows.map(({ name, runs }) => ({ name, run: Number(runs) }));
}

/** Renews the leases of runs, so that no other process takes their jobs. Runs that have ended are not changed. */
export async function renewRuns(db: Db, taken: TakenRun[]): Promise<void> {
  await db.execute(sql`
    update jobs set next_run_at = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${taken.map(({ name }) => name)}::text[], ${taken.map(({ run }) => run)}::bigint[]) as t (name, run)
    where jobs.name = t.name and jobs.runs = t.run and ${isRunning}`);
}

/** Records the success of a run; the job is due again after `everySeconds`. */
export async function recordSuccess(db: Db, { name, run }: TakenRun, everySeconds: number): Promise<void> {
  await db.execute(sql`
    update jobs set succeeded_at = ${endOf(run)}, failures_in_a_row = 0,
      next_run_at = case when runs = ${run} then now() + make_interval(secs => ${everySeconds}) else next_run_at end
    where name = ${name}`);
}

/** Records the failure of a run. Returns the failures in a row, and the seconds until the job is due again. */
export async function recordFailure(db: Db, { name, run }: TakenRun, error: unknown) {
  const tookTooLong = codeOf(error) === queryCanceled;
  const known = error instanceof KnownFailure ? error : null;
  const most = known?.waitSeconds ?? maxWaitSeconds;
  const base = known || tookTooLong ? most : 2;
  const { rows } = await db.execute<{ failures: number; wait: number }>(sql`
    update jobs set failed_at = ${endOf(run)}, failures = failures + 1, failures_in_a_row = failures_in_a_row + 1,
      last_error = ${tookTooLong ? describeTimeout() : describeErrorForDatabase(known?.message ?? error)},
      next_run_at = case when runs = ${run}
        then now() + make_interval(secs => least(${base} * 2 ^ least(failures_in_a_row + 1, 20), ${most}))
        else next_run_at end
    where name = ${name}
    returning failures_in_a_row as failures, extract(epoch from next_run_at - now())::int as wait`);
  return { failuresInARow: rows[0]?.failures ?? 1, waitSeconds: rows[0]?.wait ?? 0 };
}

/** SQL: the end of a run, which is never before its beginning, even if the clock was set back meanwhile. */
function endOf(run: number) {
  return sql`case when runs = ${run} then greatest(now(), started_at) else now() end`;
}

/** The message for the bookseller about a statement that timed out. */
function describeTimeout(): string {
  return (
    `It was stopped, because one of its statements took longer than ${formatCount(jobLimits.statement / 60_000, "minute")}. ` +
    "The database is overloaded, or too slow for the number of books and orders. The job is tried again every few minutes."
  );
}

/** The states of jobs, in the order of `names`; skips jobs without a row. */
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
