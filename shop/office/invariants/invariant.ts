import type { SQL } from "#db/sql.ts";

/** A rule that must be true of the data at every commit, with the query that finds violations. */
export interface Invariant {
  id: string;
  rule: string;
  broken: SQL;
}
