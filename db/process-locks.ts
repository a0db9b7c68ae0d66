import { sql, type SQL } from "./sql.ts";

/**
 * Keys of advisory locks. A process holds them on a dedicated connection, or in a transaction, so that they end with
 * it.
 */
export const processLocks = {
  /** Held by the process that imports or undoes an import; only one at a time. */
  importing: 7_301_010,
  /** Shared lock of processes that are answering readers; long jobs give way to them. */
  serving: 7_301_011,
  /** Held by the transaction that saves a book from a form; only one at a time. */
  savingBooks: 7_301_012,
  /** Held by the process that purges a CDN; only one at a time. */
  purging: 7_301_013,
};

/** SQL condition: any process holds this lock. */
export function isLockHeld(lock: number): SQL {
  return sql`exists (
    select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = ${lock} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database()))`;
}
