import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import { applicationName } from "#db/embedded.ts";
import { processLocks } from "#db/process-locks.ts";

const retryMs = 500;
/** Readers are being served until so long after the last request. */
const servingMs = 2_000;

/** The connection by which a process hears of the catalogue, and says whether it serves readers. */
export interface CatalogueChanges {
  /** A request came: imports and other long work give way for two seconds. */
  noteRequest: () => void;
  close: () => Promise<void>;
}

/**
 * Calls `onChange` whenever the catalogue changes, in whichever process, with the ids of the books that changed; with null
 * when anything else did, or many books, and after a lost connection. Calls `onSettings` when an owner changed settings, and
 * after a lost connection.
 */
export async function subscribeToCatalogueChanges(
  url: string,
  onChange: (bookIds: string[] | null) => void,
  onSettings: () => void = () => {},
): Promise<CatalogueChanges> {
  let closed = false;
  let client: pg.Client;
  let connected: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let requestedAt = -Infinity;
  let isServing = false;

  async function connect() {
    client = new pg.Client({ connectionString: url, application_name: applicationName, keepAlive: true });
    client.on("error", () => {}); // "end" follows and connects again
    client.on("end", () => {
      connected = null;
      if (!closed) reconnectSoon();
    });
    client.on("notification", ({ channel, payload }) => {
      if (channel === "settings_changed") onSettings();
      else onChange(payload ? payload.split(" ") : null);
    });
    await client.connect();
    await client.query("listen settings_changed");
    await client.query("listen catalogue_changed");
    connected = client;
  }

  async function reconnect() {
    try {
      await connect();
      // What was said while nobody listened is not said again.
      onSettings();
      onChange(null);
    } catch {
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
  return {
    noteRequest() {
      requestedAt = performance.now();
      if (!isServing && connected) void serve(connected);
    },
    async close() {
      closed = true;
      connected = null;
      clearTimeout(retry);
      await client.end().catch(() => {});
    },
  };
}
