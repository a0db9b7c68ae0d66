import { sql, type SQL } from "./sql.ts";

/**
 * The keys of advisory locks. A process holds a lock on a dedicated connection or in a transaction, so that the lock
 * ends with the process.
 */
export const processLocks = {
  /** Held by the process that imports, or undoes an import. Only one process can hold it. */
  importing: 7_301_010,
  /** A shared lock of processes that are serving visitors. While any process holds it, long jobs are throttled. */
  serving: 7_301_011,
  /** Held by the transaction that saves a book from a form. Only one transaction can hold it. */
  savingBooks: 7_301_012,
};

/** SQL condition: whether any process holds this lock. */
export function isLockHeld(lock: number): SQL {
  return sql`exists (
    select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = ${lock} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database()))`;
}
