import type { SQL } from "#db/sql.ts";

/** A rule that the data must satisfy after every database transaction, and the query that finds violations. */
export interface Invariant {
  id: string;
  rule: string;
  broken: SQL;
}
