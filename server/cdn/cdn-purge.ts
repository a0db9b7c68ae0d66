/** Purges changed pages from a CDN by surrogate keys. One process of the shop does this for all processes. */
import pg from "pg";

import { applicationName } from "#db/embedded.ts";
import { processLocks } from "#db/process-locks.ts";
import { oneRow } from "#db/one-row.ts";
import { keysToPurge } from "./surrogate-keys.ts";

export interface CdnPurge {
  /**
   * Purges the pages that show these books, or all pages for null. A process that missed changes (`wasAway`) purges
   * even if another process usually does.
   */
  purge: (bookIds: string[] | null, wasAway?: boolean) => void;
  /** The numbers of successful (`told`) and failed purges. */
  counts: Readonly<{ told: number; failed: number }>;
  /** Purges the remaining changes, without a retry. */
  close: () => Promise<void>;
}

/** Where purge requests are sent. */
export interface CdnAddress {
  /** The address that POST requests are sent to, with the keys in the header `Surrogate-Key`. */
  url: string;
  /** Sent as `Authorization: Bearer …`, so that only the shop can purge. */
  secret?: string | undefined;
}

export interface CdnPurgeOptions extends CdnAddress {
  /** The database's own address, not a pooler's. */
  databaseUrl: string;
  report: (line: string) => void;
}

/** Changes within this time, in milliseconds, are purged together. */
const gatherMs = 100;
const timeoutMs = 5_000;
const tryAgainMs = 2_000;
const maxTries = 3;

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
 * Creates the purging of a CDN. All processes are notified of each change. The process with an advisory lock, on a
 * connection of its own, sends the purge request. When that process ends, another takes over at the next change. The
 * CDN serves a page that was not purged for up to a minute.
 */
export function createCdnPurge({ url, secret, databaseUrl, report }: CdnPurgeOptions): CdnPurge {
  /** Books whose change has not been purged yet; null for all pages. */
  let changed: Set<string> | null = new Set();
  /**
   * Whether this process missed changes. Then the CDN may have fetched old pages from it after another process purged
   * them.
   */
  let wasAway = false;
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();
  let holder: pg.Client | null = null;
  let isClosing = false;
  const counts = { told: 0, failed: 0 };

  async function isTeller(): Promise<boolean> {
    if (holder) return true;
    const client = new pg.Client({ connectionString: databaseUrl, application_name: applicationName, keepAlive: true });
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client.query<{ is_ours: boolean }>("select pg_try_advisory_lock($1) as is_ours", [
      processLocks.purging,
    ]);
    if (!oneRow(rows).is_ours) {
      await client.end();
      return false;
    }
    client.on("end", () => {
      if (holder === client) holder = null;
    });
    holder = client;
    return true;
  }

  async function tell(bookIds: string[] | null, wasAway: boolean) {
    try {
      if (!(await isTeller()) && !wasAway) return;
    } catch {
      // The database is unavailable. When it is back, all pages count as changed.
      if (!wasAway) return;
    }
    const keys = keysToPurge(bookIds).join(" ");
    for (let tries = 1; ; tries += 1) {
      const trouble = await postPurge({ url, secret }, keys);
      if (trouble === null) return void (counts.told += 1);
      if (tries === maxTries || isClosing) {
        counts.failed += 1;
        return report(`The CDN could not be purged; pages may be up to a minute old: ${trouble}`);
      }
      await new Promise((resolve) => setTimeout(resolve, tryAgainMs));
    }
  }

  function tellChanged() {
    const all = changed && [...changed];
    const isBack = wasAway;
    changed = new Set();
    wasAway = false;
    timer = undefined;
    telling = telling.then(() => tell(all, isBack));
  }

  return {
    counts,
    purge(bookIds, isBack = false) {
      wasAway ||= isBack;
      if (bookIds === null) changed = null;
      else for (const id of bookIds) changed?.add(id);
      timer ??= setTimeout(tellChanged, gatherMs);
    },
    async close() {
      isClosing = true;
      clearTimeout(timer);
      if (timer) tellChanged();
      await telling;
      await holder?.end().catch(() => {});
    },
  };
}
