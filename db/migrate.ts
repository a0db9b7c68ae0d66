/** Makes the tables of an empty database, or applies the migrations that an existing one lacks. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type pg from "pg";

import { findMissing, hasBaseline, loadBaseline, loadSchema } from "./schema/baseline.ts";
import { openPool, type Database } from "./connect.ts";
import { codeOf } from "./transaction.ts";
import { oneRow } from "./one-row.ts";

const ownFolder = join(import.meta.dirname, "migrations");
const oldestServer = 150_000;
/** The key of the advisory lock of the process that migrates; other processes wait for it. */
const migrationLock = 7_301_001;
/**
 * How long a migration waits for a lock, in milliseconds. This is less than the lock timeout of a running shop, whose
 * statements queue behind the migration.
 */
const lockTimeoutMs = 3_000;
/**
 * Lock timeout of a concurrent index build, in milliseconds. It waits for older transactions, such as a backup, and
 * blocks no statement.
 */
const outsideLockTimeoutMs = 60_000;
/**
 * The errors deadlock_detected and lock_not_available: a statement of a running shop blocked the migration, so a retry
 * will soon succeed.
 */
const inTheWay = new Set(["40P01", "55P03"]);
const maxTries = 8;
const askAgainMs = 100;

interface Migration {
  name: string;
  text: string;
  sha256: string;
}

/** Like `migrate`, as the role that owns the tables; the shop's own role may not alter them. */
export function migrateAsOwner(database: Pick<Database, "ownerUrl">): Promise<string[]> {
  return asOwner(database, (pool) => migrate(pool));
}

/** Whether the database lacks a migration of this version. */
export function needsMigration(database: Pick<Database, "ownerUrl">): Promise<boolean> {
  return asOwner(database, async (pool) => {
    if (!(await wasMigrated(pool))) return true;
    return (await findMissing(pool)) !== undefined || (await findDue(pool, ownFolder)).length > 0;
  });
}

/** Whether the database contains a shop, of any version. */
export async function wasMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query("select where to_regclass('migrations') is not null");
  return rows.length > 0;
}

/**
 * Loads `db/schema` into an empty database, or applies the migrations in `folder` that the database lacks. Returns the
 * names of the applied migrations. Throws if the file of an applied migration has changed. A migration that fails
 * because a running shop has a lock is tried 8 times, with pauses of up to 1.3 seconds. `isWanted` chooses the migrations
 * of an older version, whose numbers need not be below all others: then an empty database gets the baseline and these.
 */
export async function migrate(
  pool: pg.Pool,
  folder = ownFolder,
  isWanted?: (name: string) => boolean,
): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    const { rows: version } = await client.query<{ number: number }>(
      "select current_setting('server_version_num')::int as number",
    );
    if ((version[0]?.number ?? 0) < oldestServer) throw new Error("Endpaper needs PostgreSQL 15 or newer.");
    await client.query("set lock_timeout = 0; set statement_timeout = 0");
    await takeMigrationLock(client);
    await client.query(
      "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
    );
    if (folder === ownFolder && !(await hasBaseline(client))) {
      await (isWanted === undefined ? loadSchema(client, await findDue(client, folder)) : loadBaseline(client));
      applied.push("schema");
    }
    for (const migration of await findDue(client, folder)) {
      if (isWanted?.(migration.name) === false) continue;
      await apply(client, migration);
      applied.push(migration.name);
    }
  } finally {
    // Destroy the connection, because it may still have settings of a migration.
    client.release(true);
  }
  return applied;
}

/**
 * Whether the first line of a migration declares that it runs outside a transaction, as `create index concurrently`
 * must. Such a migration is one statement that may run twice: `create index concurrently if not exists …`.
 */
export function runsOutside(text: string): boolean {
  return /^-- outside a transaction\b/.test(text);
}

/**
 * Polls for the lock. A statement that waited for the lock would be an open transaction, and the process that has the
 * lock would wait for this transaction when it builds an index concurrently.
 */
async function takeMigrationLock(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>("select pg_try_advisory_lock($1) as is_ours", [
      migrationLock,
    ]);
    if (oneRow(rows).is_ours) return;
    await wait(askAgainMs);
  }
}

async function asOwner<T>({ ownerUrl }: Pick<Database, "ownerUrl">, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool(ownerUrl, 1);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** The pending migrations, in order. */
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
        `Migration ${name} was changed after it had been applied to this database. Restore the file, and write a new migration.`,
      );
    }
    due.push({ name, text, sha256 });
  }
  return due;
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  const run = runsOutside(migration.text) ? applyOutside : applyInside;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(client, migration);
    } catch (error) {
      if (attempt === maxTries || !inTheWay.has(codeOf(error) ?? "")) {
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`Migration ${migration.name} failed: ${why}`, { cause: error });
      }
    }
    await wait(10 * 2 ** attempt);
  }
}

async function applyInside(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`);
  await client.query("begin");
  try {
    await client.query(migration.text);
    await note(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Applies a migration outside a transaction. Drops the invalid index of a failed attempt first: `if not exists` would
 * keep that index, but PostgreSQL does not use it.
 */
async function applyOutside(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query(`set lock_timeout = ${outsideLockTimeoutMs}`);
  const index = /\bindex concurrently (?:if not exists )?(\w+)/i.exec(migration.text)?.[1] ?? null;
  const { rows } = await client.query("select from pg_index where indexrelid = to_regclass($1) and not indisvalid", [
    index,
  ]);
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
  await client.query(migration.text);
  await note(client, migration);
}

function note(client: pg.ClientBase, { name, sha256 }: Migration) {
  return client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
}
