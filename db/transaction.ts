import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";

import type { Db } from "./connect.ts";

const tries = 5;
/** Serialization failure, deadlock: the server undid everything, doing it again is right. */
const undone = new Set(["40001", "40P01"]);

/**
 * Runs `work` in one transaction, again from the start when it was undone for another's sake or with its connection.
 * When the connection breaks at the COMMIT itself nobody knows what became of it: that is thrown, never done again.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const pool = (db as { $client?: unknown }).$client;
  if (!(pool instanceof pg.Pool)) return db.transaction(work); // inside another one
  for (let attempt = 1; ; attempt += 1) {
    const once = await tryOnce(pool, work);
    if (once.ok) return once.result;
    if (attempt === tries || !once.isUndone) throw once.error;
  }
}

type Try<T> = { ok: true; result: T } | { ok: false; error: unknown; isUndone: boolean };

/** Takes the connection itself: the query builder does not give back one that dies before its transaction begins. */
async function tryOnce<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<Try<T>> {
  const client = await pool.connect();
  let at = "begin" as "begin" | "work" | "commit";
  let isCut = false;
  const noteCut = () => {
    isCut = true;
  };
  client.on("error", noteCut);
  let ownError: unknown;
  try {
    const result = await drizzle({ client }).transaction(async (tx) => {
      at = "work";
      try {
        const done = await work(tx);
        at = "commit";
        return done;
      } catch (error) {
        ownError = error; // after a cut the query builder would tell of its ROLLBACK only
        throw error;
      }
    });
    return { ok: true, result };
  } catch (thrown) {
    const error = ownError ?? thrown;
    if (at === "commit" && isCut) {
      const unknown = new Error("The connection broke at the COMMIT; it may be done or not", { cause: error });
      return { ok: false, error: unknown, isUndone: false };
    }
    return { ok: false, error, isUndone: isCut || at === "begin" || undone.has(codeOf(error) ?? "") };
  } finally {
    client.off("error", noteCut);
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
