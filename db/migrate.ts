import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";

import { openPool, type Database } from "./connect.ts";

const folder = join(import.meta.dirname, "migrations");
const oldestServer = 150_000;
/** One process migrates, the others wait for it. */
const migrationLock = 7_301_001;

/** Like `migrate`, as the role that owns the tables; the shop's own role may not change them. */
export async function migrateAsOwner({ ownerUrl }: Pick<Database, "ownerUrl">): Promise<string[]> {
  const pool = openPool(ownerUrl, 1);
  try {
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}

/** Brings the database up to the newest migration; says which it applied. A changed old migration is refused. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    const { rows: version } = await client.query<{ number: number }>(
      "select current_setting('server_version_num')::int as number",
    );
    if ((version[0]?.number ?? 0) < oldestServer) throw new Error("Endpaper needs PostgreSQL 15 or newer.");
    await client.query("set lock_timeout = 0; set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migrations");
    const known = new Map(rows.map((row) => [row.name, row.sha256]));

    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()) {
      const text = await readFile(join(folder, name), "utf8");
      const sha256 = createHash("sha256").update(text).digest("hex");
      if (known.get(name) === sha256) continue;
      if (known.has(name)) {
        throw new Error(
          `Migration ${name} was changed after it had been applied to this database. Put it back and write a new one.`,
        );
      }
      await client.query("begin");
      try {
        await client.query(text);
        await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(name);
    }
  } finally {
    // A fresh connection is cheaper than wondering which settings this one still carries.
    client.release(true);
  }
  return applied;
}
