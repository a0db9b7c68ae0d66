import type pg from "pg";

import type { Db } from "./connect.ts";
import { queriesOver } from "./queries.ts";

const tries = 5;
/** Error codes of a serialization failure and a deadlock. The server has rolled back, so a retry is safe. */
const undone = new Set(["40001", "40P01"]);

/**
 * Runs `work` in one transaction. Retries it if the server rolled it back because of a conflict, or if the connection
 * broke. If the connection breaks during COMMIT, the result is unknown: this throws an error, and there is no retry.
 * Inside another transaction, `work` becomes a part of that transaction.
 */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return runWithRetries(db, work, "begin");
}

/** Like `inTransaction`, for reading: all statements see one snapshot. */
export function inSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return runWithRetries(db, work, "begin isolation level repeatable read read only");
}

/**
 * Like `inTransaction`, for work that changes nothing if it runs again: retries it also if the connection breaks during
 * COMMIT.
 */
export function inRepeatableTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return runWithRetries(db, work, "begin", true);
}

async function runWithRetries<T>(db: Db, work: (tx: Db) => Promise<T>, begin: string, mayRepeat = false): Promise<T> {
  const { pool } = db;
  if (!pool) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    const once = await tryOnce(pool, work, begin);
    if (once.ok) return once.result;
    if (attempt === tries || !(once.isUndone || (mayRepeat && once.isUnknown))) throw once.error;
  }
}

type Try<T> =
  | { ok: true; result: T }
  /** `isUnknown`: the transaction may be committed. */
  | { ok: false; error: unknown; isUndone: boolean; isUnknown: boolean };

/**
 * Tries the transaction once. Does not wait for `begin`, which is sent together with the first statements. A connection
 * that breaks before the transaction begins is released as well.
 */
async function tryOnce<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>, begin: string): Promise<Try<T>> {
  const client = await pool.connect();
  let hasBegun = false;
  let isCommitting = false;
  let isCut = false;
  const markConnectionLost = () => {
    isCut = true;
  };
  client.on("error", markConnectionLost);
  try {
    const begun = client.query(begin).then(() => {
      hasBegun = true;
    });
    const [, result] = await Promise.all([begun, work(queriesOver(client))]);
    isCommitting = true;
    await client.query("commit");
    return { ok: true, result };
  } catch (error) {
    if (isCut && isCommitting) {
      const unknown = new Error("The connection was lost during COMMIT; the transaction may or may not be committed", {
        cause: error,
      });
      return { ok: false, error: unknown, isUndone: false, isUnknown: true };
    }
    // If the rollback fails, the connection is lost, and the server rolls back.
    await client.query("rollback").catch(markConnectionLost);
    return { ok: false, error, isUndone: isCut || !hasBegun || undone.has(codeOf(error) ?? ""), isUnknown: false };
  } finally {
    client.off("error", markConnectionLost);
    client.release();
  }
}

/** The error code of PostgreSQL or of the connection, from the error or its causes. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return undefined;
}

/**
 * Sends statements of one transaction together; the server runs them in the given order. So a lock precedes the reads
 * after it, and locks are taken in this order. Each function must send its statement at once; a function that awaits
 * something first sends it later. Throws the error that failed the transaction, not the errors of the statements after
 * it.
 */
export async function inOrder<Statements extends readonly unknown[] | []>(statements: Statements) {
  const settled = await Promise.allSettled<unknown>(statements);
  const errors = settled.flatMap((one): unknown[] => (one.status === "rejected" ? [one.reason] : []));
  if (errors.length > 0) throw errors.find((error) => codeOf(error) !== "25P02") ?? errors[0];
  return Promise.all(statements);
}
