import pg from "pg";

import type { Database } from "#db/connect.ts";
import { applicationName } from "#db/embedded.ts";

const shopLock = 7_301_002;

/**
 * Makes sure that one shop at a time runs on an embedded database. With a server of its own (DATABASE_URL) any number
 * may. The claim is a lock held by a connection, so it ends with the process, however that ends.
 */
export async function claimDataFolder(database: Database, dataDir: string): Promise<{ release: () => Promise<void> }> {
  if (!database.isEmbedded) return { release: async () => {} };
  const client = new pg.Client({ connectionString: database.url, application_name: applicationName, keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [shopLock]);
  if (!rows[0]?.free) {
    await client.end();
    throw new Error(
      `The data folder ${dataDir} is in use by another running Endpaper. Stop that one, or choose another folder: DATA_DIR=.data-2 npm start`,
    );
  }
  return { release: () => client.end() };
}
