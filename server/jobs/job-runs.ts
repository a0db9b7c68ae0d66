import { sql } from "#db/sql.ts";

import { workLimits, type Db } from "#db/connect.ts";
import { describeErrorForRecord } from "#db/describe-error.ts";
import { codeOf } from "#db/transaction.ts";
import { counted } from "#shop/text/counted.ts";

/** A run that this process has taken; `run` counts the job's runs. */
export interface TakenRun {
  name: string;
  run: number;
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
  /** Nobody has run it for five minutes after it was due: no shop is open, or a run never ends. */
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

/**
 * Makes jobs due when the shop opens: a new one now, one whose last run failed now, any other at most `everySeconds` after
 * its last success, so that a shorter time counts at once. What another process is running stays as it is.
 */
export async function makeJobsDue(db: Db, jobs: { name: string; everySeconds: number }[]): Promise<void> {
  const names = jobs.map(({ name }) => name);
  await db.execute(sql`insert into jobs (name) select unnest(${names}::text[]) on conflict (name) do nothing`);
  await db.execute(sql`
    update jobs set next_run_at = case when failures_in_a_row > 0 then now()
      else least(next_run_at, succeeded_at + make_interval(secs => j.every_seconds)) end
    from unnest(${names}::text[], ${jobs.map(({ everySeconds }) => everySeconds)}::float8[]) as j (name, every_seconds)
    where jobs.name = j.name and not started_at > coalesce(greatest(succeeded_at, failed_at), '-infinity')`);
}

/**
 * Takes those of these jobs that are due, and of those that go one after the other the one that waits the longest; no other
 * process gets the same run.
 */
export async function takeDueRuns(db: Db, names: string[], oneOf: string[] = []): Promise<TakenRun[]> {
  const { rows } = await db.execute<{ name: string; runs: string }>(sql`
    update jobs set runs = runs + 1, started_at = now(), next_run_at = now() + make_interval(secs => ${leaseSeconds})
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
    where jobs.name = t.name and jobs.runs = t.run
      and started_at > coalesce(greatest(succeeded_at, failed_at), '-infinity')`);
}

/** Writes down that a run did its work; the job is due again after some seconds. */
export async function recordSuccess(db: Db, { name, run }: TakenRun, everySeconds: number): Promise<void> {
  await db.execute(sql`
    update jobs set succeeded_at = now(), failures_in_a_row = 0,
      next_run_at = case when runs = ${run} then now() + make_interval(secs => ${everySeconds}) else next_run_at end
    where name = ${name}`);
}

/** Writes down that a run failed. Returns how many have failed in a row, and in how many seconds the job is due again. */
export async function recordFailure(db: Db, { name, run }: TakenRun, error: unknown) {
  const tookTooLong = codeOf(error) === brokenOff;
  const { rows } = await db.execute<{ failures: number; wait: number }>(sql`
    update jobs set failed_at = now(), failures = failures + 1, failures_in_a_row = failures_in_a_row + 1,
      last_error = ${tookTooLong ? sayTooLong() : describeErrorForRecord(error)},
      next_run_at = case when runs = ${run}
        then now() + make_interval(secs => least(${tookTooLong ? maxWaitSeconds : 2} * 2 ^ least(failures_in_a_row + 1, 20), ${maxWaitSeconds}))
        else next_run_at end
    where name = ${name}
    returning failures_in_a_row as failures, extract(epoch from next_run_at - now())::int as wait`);
  return { failuresInARow: rows[0]?.failures ?? 1, waitSeconds: rows[0]?.wait ?? 0 };
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
      'nextRunAt', next_run_at, 'isLate', next_run_at < now() - interval '5 minutes') as job
    from jobs where name = any(${names}::text[])
    order by array_position(${names}::text[], name)`);
  return rows.map((row) => row.job);
}
