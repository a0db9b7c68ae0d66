/** Runs search statements with a timeout. */
import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { codeOf, inOrder, inTransaction } from "#db/transaction.ts";

/** Timeout of a search statement, in milliseconds. */
const statementMs = 1_000;

/** Runs search statements with a timeout of one second each; returns false on a timeout. */
export function withSearchTimeout(db: Db, work: (tx: Db) => Promise<void>): Promise<boolean> {
  // Plans depend on the words of the query, and never scan a whole table.
  const limits = sql`
    select set_config('statement_timeout', ${String(statementMs)}, true), set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('pg_trgm.similarity_threshold', '0.25', true)`;
  return within(db, limits, work);
}

/** Like `withSearchTimeout`, for statements whose plan does not depend on the words. */
export function withPlainSearchTimeout(db: Db, work: (tx: Db) => Promise<void>): Promise<boolean> {
  return within(db, sql`select set_config('statement_timeout', ${String(statementMs)}, true)`, work);
}

async function within(db: Db, limits: SQL, work: (tx: Db) => Promise<void>): Promise<boolean> {
  try {
    await inTransaction(db, async (tx) => {
      await inOrder([tx.execute(limits), work(tx)]);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === "57014") return false;
    throw error;
  }
}
