import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";

/** A throw-away database with the migrations of this version in it; on the server of DATABASE_URL when that is set. */
export async function openMigratedDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-check-"));
  await chmod(folder, 0o755); // run by root, the server's own account must reach it
  const external = process.env.DATABASE_URL;
  const embedded = external ? null : await startEmbedded({ dataDir: folder, report: () => {}, isDurable: false });
  const serverUrl = new URL(external ?? embedded!.ownerUrl);
  const name = `endpaper_check_${process.pid}`;
  await inServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.toString() });
  pool.on("error", () => {}); // A connection that has said goodbye may still hear that the server stops.
  await migrate(pool);
  return {
    pool,
    close: async () => {
      await pool.end();
      if (external) await inServer(serverUrl, `drop database ${name} with (force)`);
      await embedded?.stopIfUnused();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function inServer(url: URL, statement: string) {
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
