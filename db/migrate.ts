import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type pg from "pg";

import { openPool, type Database } from "./connect.ts";
import { codeOf } from "./transaction.ts";

const ownFolder = join(import.meta.dirname, "migrations");
const oldestServer = 150_000;
/** One process migrates, the others wait for it. */
const migrationLock = 7_301_001;
/**
 * How long a migration waits for a lock: shorter than a running shop's statements, which queue up behind it, wait for
 * theirs.
 */
const lockTimeoutMs = 3_000;
/** A deadlock, or a lock that was not free in time: a running shop was in the way, and is soon done. */
const inTheWay = new Set(["40P01", "55P03"]);
const maxTries = 8;

interface Migration {
  name: string;
  text: string;
  sha256: string;
}

/** Like `migrate`, as the role that owns the tables; the shop's own role may not change them. */
export function migrateAsOwner(database: Pick<Database, "ownerUrl">): Promise<string[]> {
  return asOwner(database, (pool) => migrate(pool));
}

/** Whether the database lacks a migration of this version. */
export function needsMigration(database: Pick<Database, "ownerUrl">): Promise<boolean> {
  return asOwner(database, async (pool) => {
    const { rows } = await pool.query<{ table: string | null }>("select to_regclass('migrations') as table");
    if (rows[0]?.table == null) return true;
    return (await findDue(pool, ownFolder)).length > 0;
  });
}

/**
 * Brings the database up to the newest migration of a folder; says which it applied. A changed old migration is
 * refused. One that a running shop is in the way of is tried 8 times, with pauses of up to 1.3 seconds between them.
 * `last` names the one to stop after.
 */
export async function migrate(pool: pg.Pool, folder = ownFolder, last?: string): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    const { rows: version } = await client.query<{ number: number }>(
      "select current_setting('server_version_num')::int as number",
    );
    if ((version[0]?.number ?? 0) < oldestServer) throw new Error("Endpaper needs PostgreSQL 15 or newer.");
    await client.query("set lock_timeout = 0; set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await client.query(
      "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
    );
    for (const migration of await findDue(client, folder)) {
      if (last !== undefined && migration.name > last) break;
      await apply(client, migration);
      applied.push(migration.name);
    }
  } finally {
    // A fresh connection is cheaper than wondering which settings this one still carries.
    client.release(true);
  }
  return applied;
}

async function asOwner<T>({ ownerUrl }: Pick<Database, "ownerUrl">, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool(ownerUrl, 1);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** The migrations that are still to be applied, in their order. */
async function findDue(client: Pick<pg.ClientBase, "query">, folder: string): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migrations");
  const known = new Map(rows.map((row) => [row.name, row.sha256]));
  const due: Migration[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()) {
    const text = await readFile(join(folder, name), "utf8");
    const sha256 = createHash("sha256").update(text).digest("hex");
    if (known.get(name) === sha256) continue;
    if (known.has(name)) {
      throw new Error(
        `Migration ${name} was changed after it had been applied to this database. Put it back and write a new one.`,
      );
    }
    due.push({ name, text, sha256 });
  }
  return due;
}

async function apply(client: pg.ClientBase, { name, text, sha256 }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query("begin");
    try {
      await client.query(text);
      await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (attempt === maxTries || !inTheWay.has(codeOf(error) ?? "")) {
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    await wait(10 * 2 ** attempt);
  }
}
