import { randomBytes } from "node:crypto";

import pg from "pg";
import { afterAll, afterEach, beforeEach, expect, inject } from "vitest";

import { openPool, pageLimits, type Db } from "#db/connect.ts";
import type { Pooler } from "#db/pooler.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";

/** Values that the global setup of a run provides to its test files. */
declare module "vitest" {
  interface ProvidedContext {
    /** The address of the server, with the template database: migrated, with the demonstration catalogue. */
    templateUrl: string;
    /** The seed for the random walks of this run's model tests. */
    modelSeed: number;
    /**
     * The pooler in front of the server, in a run of `tests/cluster`; `url` is the template's address through the
     * pooler. Null in other runs.
     */
    pooler: (Pooler & { url: string }) | null;
  }
}

/** The database of one test file, with the demonstration catalogue. */
export interface TestDatabase {
  db: Db;
  pool: pg.Pool;
  url: string;
}

/** Clones the template; drops the clone after the file's tests. */
export async function openTestDatabase({ connections = 10 } = {}): Promise<TestDatabase> {
  const { close, ...database } = await cloneTemplate(connections);
  afterAll(close);
  return database;
}

/** A database for each test of a file, for tests that change what the others read. Call it before the tests. */
export function openDatabaseEach(): () => TestDatabase {
  let own: TestDatabase & { close: () => Promise<void> };
  beforeEach(async () => {
    own = await cloneTemplate(10);
  });
  afterEach(() => own.close());
  return () => own;
}

async function cloneTemplate(connections: number): Promise<TestDatabase & { close: () => Promise<void> }> {
  const template = new URL(inject("templateUrl"));
  const templateName = template.pathname.slice(1);
  const name = `${templateName}_${randomBytes(6).toString("hex")}`;
  const server = new URL(template);
  server.pathname = "/postgres";
  await asOwner(server.toString(), `create database ${name} template ${templateName} strategy file_copy`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const pool = openPool(poolUrlOf(url), connections, pageLimits, inject("pooler"));
  const sessions = openPool(url.toString(), 2);
  return {
    db: { ...queriesOver(pool, pool), sessions },
    pool,
    url: url.toString(),
    async close() {
      await pool.end();
      await sessions.end();
      await asOwner(server.toString(), `drop database ${name} with (force)`);
    },
  };
}

function poolUrlOf(url: URL): string {
  const pooled = new URL(inject("pooler")?.url ?? url);
  pooled.pathname = url.pathname;
  return pooled.toString();
}

/**
 * Opens `connections` connections of the pool at once and returns them to it. Otherwise the first of several concurrent
 * queries would be answered before the others have a connection.
 */
export async function warm(pool: pg.Pool, connections: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  for (const client of clients) client.release();
}

/** Waits until a statement in the file's database is blocked by another transaction's lock. */
export async function waitUntilBlocked(db: Db): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(1);
}

async function asOwner(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Cloning needs exclusive access to the template; another file may be cloning it at the moment.
    await client.query("select pg_advisory_lock(7301003)");
    await client.query(statement);
  } finally {
    await client.end();
  }
}
