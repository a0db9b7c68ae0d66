import { sql } from "#db/sql.ts";

/**
 * The stored counts plus the changes that no job has added to them yet, as `name` and `number`; the table
 * `catalogue_counts` explains the names.
 */
export const catalogueTotals = sql`(
  select name, sum(number)::int as number
  from (select name, number from catalogue_counts union all select name, number from catalogue_count_changes) noted
  group by name)`;
