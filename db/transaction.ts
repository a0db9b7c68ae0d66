import type pg from "pg";

import type { Db } from "./connect.ts";
import { queriesOver } from "./queries.ts";

const tries = 5;
/** Serialization failure, deadlock: the server undid everything, doing it again is right. */
const undone = new Set(["40001", "40P01"]);

/**
 * Runs `work` in one transaction, again from the start when it was undone for another's sake or with its connection.
 * When the connection breaks at the COMMIT itself nobody knows what became of it: that is thrown, never done again.
 * Inside another transaction it is a part of that one.
 */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return tryOften(db, work, "begin");
}

/** Like `inTransaction`, for work that only reads: all of it as of one moment, however long it takes. */
export function inSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return tryOften(db, work, "begin isolation level repeatable read read only");
}

async function tryOften<T>(db: Db, work: (tx: Db) => Promise<T>, begin: string): Promise<T> {
  const { pool } = db;
  if (!pool) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    const once = await tryOnce(pool, work, begin);
    if (once.ok) return once.result;
    if (attempt === tries || !once.isUndone) throw once.error;
  }
}

type Try<T> = { ok: true; result: T } | { ok: false; error: unknown; isUndone: boolean };

/**
 * Does not wait for `begin`, which leaves together with the first statements. A connection that dies before its
 * transaction begins is given back too.
 */
async function tryOnce<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>, begin: string): Promise<Try<T>> {
  const client = await pool.connect();
  let at = "begin" as "begin" | "work" | "commit";
  let isCut = false;
  const markConnectionLost = () => {
    isCut = true;
  };
  client.on("error", markConnectionLost);
  try {
    const begun = client.query(begin).then(() => {
      at = "work";
    });
    const [, result] = await Promise.all([begun, work(queriesOver(client))]);
    at = "commit";
    await client.query("commit");
    return { ok: true, result };
  } catch (error) {
    if (isCut && at === "commit") {
      const unknown = new Error("The connection was lost during COMMIT; the transaction may or may not be committed", {
        cause: error,
      });
      return { ok: false, error: unknown, isUndone: false };
    }
    // What cannot be rolled back has lost its connection, and is undone with it.
    await client.query("rollback").catch(markConnectionLost);
    return { ok: false, error, isUndone: isCut || at === "begin" || undone.has(codeOf(error) ?? "") };
  } finally {
    client.off("error", markConnectionLost);
    client.release();
  }
}

/** PostgreSQL's error code, or that of a connection, under whatever it was wrapped in. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return undefined;
}

/**
 * Sends statements of one transaction together; the server runs them one after another in the given order. So a lock comes
 * before what is read under it, and locks are taken in this order. Each must ask at once: a function that awaits something
 * before its statement sends it later. Throws the error that the transaction failed by, not those of the statements after it.
 */
export async function inOrder<Statements extends readonly unknown[] | []>(statements: Statements) {
  const settled = await Promise.allSettled<unknown>(statements);
  const errors = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  if (errors.length > 0) throw errors.find((error) => codeOf(error) !== "25P02") ?? errors[0];
  return Promise.all(statements);
}
