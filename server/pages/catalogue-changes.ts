import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import { applicationName } from "#db/embedded.ts";
import { oneRow } from "#db/one-row.ts";
import { processLocks } from "#db/process-locks.ts";

const retryMs = 500;
/**
 * A connection that is cut without a word, by a firewall or a machine that is gone, looks like a quiet one. It is asked
 * something every 10 seconds, and given up when no answer has come 10 seconds later.
 */
const usualPace = { askEveryMs: 10_000, answerMs: 10_000 };
/** Readers are being served until so long after the last request. */
const servingMs = 2_000;

/** The connection by which a process hears of the catalogue, and says whether it serves readers. */
export interface CatalogueChanges {
  /** A request came: imports and other long work give way for two seconds. */
  noteRequest: () => void;
  /**
   * How far a replica must be for what it says to be as new as what this process has heard, and not 20 seconds older than the
   * database; null while that is not known.
   */
  neededPosition: () => string | null;
  /** Whether it hears just now. */
  isListening: () => boolean;
  close: () => Promise<void>;
}

/**
 * Calls `onChange` whenever the catalogue changes, in whichever process, with the ids of the books that changed; with null
 * when anything else did, or many books. After a lost connection it is null too, with `wasAway`. Calls `onSettings` when an owner
 * changed settings, and whenever it begins to listen, as they may have changed before. `url` is the database's own address: a
 * pooler would give the connection to somebody else.
 */
export async function subscribeToCatalogueChanges(
  url: string,
  onChange: (bookIds: string[] | null, wasAway?: boolean) => void,
  onSettings: () => void = () => {},
  { askEveryMs, answerMs } = usualPace,
): Promise<CatalogueChanges> {
  let closed = false;
  let client: pg.Client;
  let connected: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let requestedAt = -Infinity;
  let isServing = false;
  /** Where the database was, at least, after what was heard last; and when it was asked last. */
  let heardAt: string | null = null;
  let askedAt: string | null = null;
  let heard = 0;

  async function connect() {
    client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      pipeline: true,
    });
    const own = client;
    let asking: NodeJS.Timeout | undefined;
    client.on("error", () => {}); // "end" follows and connects again
    client.on("end", () => {
      clearInterval(asking);
      if (connected === own) connected = null;
      heardAt = askedAt = null;
      if (!closed) reconnectSoon();
    });
    client.on("notification", ({ channel, payload }) => {
      if (channel === "settings_changed") onSettings();
      else onChange(payload ? payload.split(" ") : null);
      void notePosition(own);
    });
    await inTime(own, async () => {
      await own.connect();
      await own.query("listen settings_changed");
      await own.query("listen catalogue_changed");
      connected = own;
      await notePosition(own);
    });
    asking = setInterval(() => void ask(own), askEveryMs).unref();
  }

  /** Ends a connection by which no answer comes. */
  async function inTime(on: pg.Client, work: () => Promise<void>) {
    const late = setTimeout(() => on.connection.stream.destroy(), answerMs).unref();
    await work().finally(() => clearTimeout(late));
  }

  /** What is heard was committed before, so the position now is behind it. */
  async function notePosition(on: pg.Client) {
    heardAt = askedAt = null;
    heard += 1;
    const upTo = heard;
    const position = await readPosition(on).catch(() => null);
    if (upTo === heard && on === connected) heardAt = askedAt = position;
  }

  /** Moves the needed position on, to where the database was the time before. */
  async function ask(on: pg.Client) {
    const upTo = heard;
    await inTime(on, async () => {
      const position = await readPosition(on).catch(() => null);
      if (position === null || on !== connected || upTo !== heard) return;
      heardAt = askedAt;
      askedAt = position;
    });
  }

  async function reconnect() {
    try {
      await connect();
      // What was said while nobody listened is not said again.
      onSettings();
      onChange(null, true);
    } catch {
      // A server that only reads takes the connection and refuses to be listened to.
      client.end().catch(() => {});
      if (!closed) reconnectSoon();
    }
  }

  /** A connection that fails says so twice, by its error and by its end: one new attempt is enough. */
  function reconnectSoon() {
    clearTimeout(retry);
    retry = setTimeout(() => void reconnect(), retryMs);
  }

  /** Holds the lock that says so until no request comes any more; it is gone with the connection. */
  async function serve(on: pg.Client) {
    isServing = true;
    try {
      await on.query("select pg_advisory_lock_shared($1)", [processLocks.serving]);
      for (let left = servingMs; left > 0 && on === connected; left = requestedAt + servingMs - performance.now())
        await pause(left, undefined, { ref: false });
      await on.query("select pg_advisory_unlock_shared($1)", [processLocks.serving]);
    } catch {
      // The connection broke; the next request says it on the new one.
    }
    isServing = false;
  }

  await connect();
  onSettings();
  return {
    noteRequest() {
      requestedAt = performance.now();
      if (!isServing && connected) void serve(connected);
    },
    neededPosition: () => heardAt,
    isListening: () => connected !== null,
    async close() {
      closed = true;
      connected = null;
      clearTimeout(retry);
      await client.end().catch(() => {});
    },
  };
}

async function readPosition(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ position: string }>("select pg_current_wal_insert_lsn()::text as position");
  return oneRow(rows).position;
}
