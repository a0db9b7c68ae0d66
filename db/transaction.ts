import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

import type { Db } from "./connect.ts";

const tries = 5;
/** Serialization failure, deadlock: the server undid everything, doing it again is right. */
const undone = new Set(["40001", "40P01"]);

/** Runs `work` in one transaction, again from the start when the server had to undo it for another's sake. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce((db as NodePgDatabase & { $client: pg.Pool }).$client, work);
    } catch (error) {
      if (attempt === tries || !undone.has(codeOf(error) ?? "")) throw error;
    }
  }
}

/** Like the query builder's own, but nobody waits for `begin`: it leaves together with the first statements. */
async function runOnce<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const [, result] = await Promise.all([client.query("begin"), work(drizzle({ client }))]);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** PostgreSQL's error code, under whatever the query builder wrapped it in. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return undefined;
}
