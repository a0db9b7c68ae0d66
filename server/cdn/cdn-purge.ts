/** Purges changed pages from a CDN by surrogate keys. A purge is stored until the CDN has accepted it twice. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { KnownFailure, makeJobDue } from "#server/jobs/job-runs.ts";
import type { Job } from "#server/jobs/job.ts";
import { keysOfPurges } from "#server/pages/surrogate-keys.ts";

export interface CdnPurge {
  /** Stores that the pages that show these books, or all pages for null, must be purged. */
  purge: (bookIds: string[] | null) => void;
  /** How long the CDN may keep a page, in seconds: a day, or a minute while purges fail. */
  keepSeconds: () => number;
  /** Sends what is stored. One process of the shop does this for all. */
  job: Job;
  /** Stores the remaining changes. */
  close: () => Promise<void>;
}

/** Where purge requests are sent. */
export interface CdnAddress {
  /** The address that POST requests are sent to, with the keys in the header `Surrogate-Key`. */
  url: string;
  /** Sent as `Authorization: Bearer …`, so that only the shop can purge. */
  secret?: string | undefined;
}

/** The name of the job that purges, and what it does, as shown to the bookseller. */
export const purgeJob = "cdn-purges";
export const purgePurpose = "tells the CDN which pages have changed";

/** Changes within this time, in milliseconds, are stored together. */
const gatherMs = 100;
/** Delay before storing is tried again, in milliseconds. */
const tryAgainMs = 1_000;
const timeoutMs = 5_000;
/** The longest pause between failed purges, in seconds. */
const maxPauseSeconds = 60;
/** Times in milliseconds and seconds; shorter in tests. */
const usualPace = {
  /** How often a process checks whether purges succeed. The first check sees the purge of the start if it failed. */
  checkMs: 5_000,
  /** Seconds after which a purge that still waits counts as failing. */
  patienceSeconds: 3,
  /**
   * Seconds until a successful purge is repeated. An old page that was on its way to the CDN, or from one of its
   * locations to another, may have been stored after the first purge.
   */
  repeatSeconds: 30,
};

/** Sends one purge request. Returns null on success, otherwise the reason of the failure in words. */
export async function postPurge({ url, secret }: CdnAddress, keys: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      method: "POST",
      headers: { "surrogate-key": keys, ...(secret ? { authorization: `Bearer ${secret}` } : {}) },
      redirect: "manual",
      signal,
    });
    await response.body?.cancel();
    if (response.ok) return null;
    if (response.status !== 401 && response.status !== 403) return `it answered ${response.status}`;
    const refused = secret ? "it refuses CDN_PURGE_SECRET" : "it wants a secret, and CDN_PURGE_SECRET is not set";
    return `${refused} (it answered ${response.status})`;
  } catch (error) {
    return `it cannot be reached (${String((error instanceof Error && error.cause) || error)})`;
  }
}

/**
 * Creates the purging of a CDN. Each process stores a purge after it has marked its own copies as stale, so that the
 * CDN gets no old page from it after the purge. At the start it purges all pages: changes may have been missed, and
 * another version of the shop writes other pages.
 */
export function createCdnPurge(db: Db, cdn: CdnAddress, pace: Partial<typeof usualPace> = {}): CdnPurge {
  const { checkMs, patienceSeconds, repeatSeconds } = { ...usualPace, ...pace };
  /** Books whose change has not been stored yet; null for all pages. */
  let changed: Set<string> | null = new Set();
  let timer: NodeJS.Timeout | undefined;
  let storing = Promise.resolve();
  let isClosed = false;
  let isWorking = false;

  function purge(bookIds: string[] | null, afterMs = gatherMs) {
    if (bookIds === null) changed = null;
    else for (const id of bookIds) changed?.add(id);
    if (!isClosed) timer ??= setTimeout(() => (storing = store()), afterMs);
  }

  async function store() {
    timer = undefined;
    const books = changed && [...changed];
    changed = new Set();
    try {
      await db.execute(sql`insert into cdn_purges (book_ids) values (${books}::text[])`);
    } catch {
      return purge(books, tryAgainMs);
    }
    await makeJobDue(db, purgeJob).catch(() => {}); // The job is due soon anyway.
  }

  async function check() {
    const { rows } = await db.execute<{ isWorking: boolean }>(sql`
      select not exists (
        select from cdn_purges where due_at < now() - make_interval(secs => ${patienceSeconds})) as is_working`);
    return oneRow(rows).isWorking;
  }

  const keepChecking = () =>
    check()
      .catch(() => false)
      .then((is) => (isWorking = is));
  const checking = setInterval(() => void keepChecking(), checkMs).unref();
  purge(null);

  return {
    purge,
    keepSeconds: () => (isWorking ? 86_400 : 60),
    job: { purpose: purgePurpose, run: () => sendPurges(db, cdn, repeatSeconds) },
    async close() {
      isClosed = true;
      clearInterval(checking);
      clearTimeout(timer);
      await storing;
      if (changed === null || changed.size > 0) await store();
    },
  };
}

/** Sends all purges that are due, joined. The first success makes them due once more, the second ends them. */
async function sendPurges(db: Db, cdn: CdnAddress, repeatSeconds: number): Promise<void> {
  const { rows } = await db.execute<{ id: string; bookIds: string[] | null; waitedSeconds: number }>(sql`
    select id, book_ids, extract(epoch from now() - due_at)::float8 as waited_seconds from cdn_purges
    where due_at <= now()`);
  if (rows.length === 0) return;
  const books = rows.some(({ bookIds }) => bookIds === null) ? null : rows.flatMap(({ bookIds }) => bookIds ?? []);
  for (const keys of keysOfPurges(books)) {
    const trouble = await postPurge(cdn, keys);
    if (trouble === null) continue;
    // Waiting as long again as the oldest purge has waited doubles the pauses.
    const waited = Math.max(...rows.map(({ waitedSeconds }) => waitedSeconds));
    const pause = Math.min(Math.max(waited, 2), maxPauseSeconds);
    throw new KnownFailure(`The CDN could not be purged, so it may show old pages: ${trouble}`, pause);
  }
  await db.execute(sql`
    with sent as (select unnest(${rows.map(({ id }) => id)}::bigint[]) as id),
      repeated as (delete from cdn_purges p using sent where p.id = sent.id and is_repeat)
    update cdn_purges p set is_repeat = true, due_at = now() + make_interval(secs => ${repeatSeconds})
    from sent where p.id = sent.id and not is_repeat`);
}
