import type { SQL } from "#db/sql.ts";

/** A sentence that must be true of the records at every commit, with the query that finds what breaks it. */
export interface Invariant {
  id: string;
  rule: string;
  broken: SQL;
}
