import { sql } from "#db/sql.ts";

/**
 * The kept counts as of this moment, with the changes that no job has added up yet: `name` and `number`, of which
 * `catalogue_counts` says what they are.
 */
export const catalogueTotals = sql`(
  select name, sum(number)::int as number
  from (select name, number from catalogue_counts union all select name, number from catalogue_count_changes) noted
  group by name)`;
