import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";

/**
 * Creates a temporary database with all migrations, on the server of DATABASE_URL if that is set. The caller must close
 * it.
 */
export async function openMigratedDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-check-"));
  await chmod(folder, 0o755); // when run by root, PostgreSQL's own account needs access
  const external = process.env.DATABASE_URL;
  const embedded = external ? null : await startEmbedded({ dataDir: folder, report: () => {}, isDurable: false });
  const serverUrl = new URL(external ?? embedded!.ownerUrl);
  const name = `endpaper_check_${process.pid}`;
  await inServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.toString() });
  pool.on("error", () => {}); // A connection may still receive the server's shutdown notice after it was ended.
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
