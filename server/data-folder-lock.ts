import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import type { Database } from "#db/connect.ts";
import { applicationName } from "#db/embedded.ts";
import { oneRow } from "#db/one-row.ts";

const shopLock = 7_301_002;

/** Milliseconds between attempts to take the lock again after its connection was lost. */
const againMs = 1000;

/**
 * Ensures that only one shop process runs on an embedded database; on an external one (DATABASE_URL) any number may
 * run. Holds an advisory lock on a connection of its own, so the lock is released when the process ends in any way.
 * Takes the lock again after the connection to the database was lost. `isShopOpen` checks for this lock.
 */
export async function lockDataFolder(
  database: Pick<Database, "url" | "isEmbedded">,
  dataDir: string,
): Promise<{ release: () => Promise<void> }> {
  let isReleased = false;
  const claim = async () => {
    const client = new pg.Client({
      connectionString: database.url,
      application_name: applicationName,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    client.on("error", () => {});
    await client.connect();
    const take = database.isEmbedded ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared";
    const { rows } = await client.query<{ free: boolean }>(`select ${take}($1) as free`, [shopLock]);
    if (!rows[0]?.free && database.isEmbedded) {
      await client.end();
      throw new Error(
        `The data folder ${dataDir} is in use by another running Endpaper. Stop that one, or choose another folder: DATA_DIR=.data-2 npm start`,
      );
    }
    return client;
  };
  let held: Promise<pg.Client | null> = Promise.resolve(await claim());
  const claimAgain = async () => {
    for (;;) {
      await pause(againMs, undefined, { ref: false });
      const client = isReleased ? null : await claim().catch(() => null);
      if (client || isReleased) return client;
    }
  };
  const watch = (client: pg.Client | null) =>
    client?.once("end", () => {
      if (isReleased) return;
      held = claimAgain();
      void held.then(watch);
    });
  watch(await held);
  return {
    async release() {
      isReleased = true;
      // While the database is unavailable there is nothing to release.
      const client = await Promise.race([held, pause(againMs * 2, null, { ref: false })]);
      await client?.end();
    },
  };
}

/** Whether this or another process runs a shop on the database. */
export async function isShopOpen({ pool }: Pick<Database, "pool">): Promise<boolean> {
  const { rows } = await pool.query<{ open: boolean }>(
    `select exists (select from pg_locks
      where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())) as open`,
    [shopLock],
  );
  return oneRow(rows).open;
}
