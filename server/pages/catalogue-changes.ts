/** Subscribes to changes of the catalogue and the settings (LISTEN), and tracks how current a replica must be. */
import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import { applicationName } from "#db/embedded.ts";
import { oneRow } from "#db/one-row.ts";
import { processLocks } from "#db/process-locks.ts";

const retryMs = 500;
/**
 * Times in milliseconds. If a firewall drops a connection, or its machine disappears, the connection still looks idle.
 * So it is queried every 10 seconds, and closed if no response comes within 10 seconds.
 */
const usualPace = { askEveryMs: 10_000, answerMs: 10_000 };
/** A process counts as serving visitors for this many milliseconds after its last request. */
const servingMs = 2_000;

/** The connection that receives notifications of changes, and shows that this process serves visitors. */
export interface CatalogueChanges {
  /** Records that a request has come. Imports and other long jobs are throttled for two seconds. */
  noteRequest: () => void;
  /**
   * The WAL position that a replica must have reached. There it has all changes that this process was notified of, and
   * is at most 20 seconds behind. Null while the position is unknown.
   */
  neededPosition: () => string | null;
  /** Whether notifications are being received. */
  isListening: () => boolean;
  close: () => Promise<void>;
}

/**
 * Calls `onChange` whenever any process changes the catalogue: with the ids of the changed books, or with null if
 * anything else or many books changed, when a connection is lost, and when there is one again. Calls `onSettings` when
 * an owner changes settings. It also calls `onSettings` whenever listening begins, because settings may have changed
 * before. `url` is the database's own address: a pooler would share the connection with other clients.
 */
export async function subscribeToCatalogueChanges(
  url: string,
  onChange: (bookIds: string[] | null) => void,
  onSettings: () => void = () => {},
  { askEveryMs, answerMs } = usualPace,
): Promise<CatalogueChanges> {
  let closed = false;
  let client: pg.Client;
  let connected: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let requestedAt = -Infinity;
  let isServing = false;
  /**
   * WAL positions of the database: `heardAt` is the one that a replica must have reached, `askedAt` the one at the last
   * query.
   */
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
    client.on("error", () => {}); // "end" follows, and reconnects
    client.on("end", () => {
      clearInterval(asking);
      heardAt = askedAt = null;
      if (closed) return;
      if (connected === own) {
        connected = null;
        // From now on changes are unknown.
        onChange(null);
      }
      reconnectSoon();
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

  /** Runs `work`, and closes the connection if `work` takes longer than `answerMs`. */
  async function inTime(on: pg.Client, work: () => Promise<void>) {
    const late = setTimeout(() => on.connection.stream.destroy(), answerMs).unref();
    await work().finally(() => clearTimeout(late));
  }

  /** A notification arrives after its commit, so the current WAL position is past the change. */
  async function notePosition(on: pg.Client) {
    heardAt = askedAt = null;
    heard += 1;
    const upTo = heard;
    const position = await readPosition(on).catch(() => null);
    if (upTo === heard && on === connected) heardAt = askedAt = position;
  }

  /** Queries the position, and sets the needed position to that of the previous query. */
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
      // Notifications sent while no connection listened are not repeated.
      onSettings();
      onChange(null);
    } catch {
      // A read-only server accepts the connection, but rejects LISTEN.
      client.end().catch(() => {});
      if (!closed) reconnectSoon();
    }
  }

  /** Reconnects after a delay, once: a failed connection emits both an error and its end. */
  function reconnectSoon() {
    clearTimeout(retry);
    retry = setTimeout(() => void reconnect(), retryMs);
  }

  /** Holds the lock that marks this process as serving until requests stop. The lock also ends with the connection. */
  async function serve(on: pg.Client) {
    isServing = true;
    try {
      await on.query("select pg_advisory_lock_shared($1)", [processLocks.serving]);
      for (let left = servingMs; left > 0 && on === connected; left = requestedAt + servingMs - performance.now())
        await pause(left, undefined, { ref: false });
      await on.query("select pg_advisory_unlock_shared($1)", [processLocks.serving]);
    } catch {
      // The connection broke; the next request takes the lock on the new one.
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
