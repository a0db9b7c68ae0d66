import { sql, type SQL } from "./sql.ts";

/** Advisory locks: a process holds them on a connection of its own, or a transaction, so that they are gone with it. */
export const processLocks = {
  /** Of the one process that imports, or undoes an import. */
  importing: 7_301_010,
  /** Shared by all that answer readers at the moment: long work gives way to them. */
  serving: 7_301_011,
  /** Of the one transaction that saves a book which a person wrote. */
  savingBooks: 7_301_012,
  /** Of the one process that tells a CDN what has changed. */
  purging: 7_301_013,
};

/** A condition: some process holds this lock. */
export function isHeld(lock: number): SQL {
  return sql`exists (
    select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = ${lock} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database()))`;
}
