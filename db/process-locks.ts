import { sql, type SQL } from "./sql.ts";

/** Advisory locks that a process holds on a connection of its own, so that they are gone with it. */
export const processLocks = {
  /** Of the one process that imports, or undoes an import. */
  importing: 7_301_010,
  /** Shared by all that answer readers at the moment: long work gives way to them. */
  serving: 7_301_011,
};

/** A condition: some process holds this lock. */
export function isHeld(lock: number): SQL {
  return sql`exists (
    select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = ${lock} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database()))`;
}
