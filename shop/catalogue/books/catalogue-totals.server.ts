import { sql } from "#db/sql.ts";

/**
 * SQL: the stored counts, plus the changes that no job has added to them yet, in the columns `name` and `number`. The
 * schema of the table `catalogue_counts` explains the names.
 */
export const catalogueTotals = sql`(
  select name, sum(number)::int as number
  from (select name, number from catalogue_counts union all select name, number from catalogue_count_changes) noted
  group by name)`;
