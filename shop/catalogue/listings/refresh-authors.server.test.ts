import { expect, test } from "vitest";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const { db } = await openTestDatabase();

// In a new shop the planner has no statistics yet: a sequential scan for each of thousands of names took minutes.
test.each([
  ["authors", sql`select refresh_authors((select array_agg(id) from authors))`],
  ["names", sql`select refresh_stale_names(10000)`],
])("%s are counted by index, also where the planner takes scans for cheap", async (_, refresh) => {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      select set_config('seq_page_cost', '0', true), set_config('cpu_tuple_cost', '0', true),
        set_config('cpu_operator_cost', '0', true), set_config('random_page_cost', '1000', true)`);
    await tx.execute(sql`insert into stale_names (facet) select 'author:' || id from authors`);
    const scans = async () => {
      const { rows } = await tx.execute<{ scans: number }>(sql`
        select sum(seq_scan)::int as scans from pg_stat_xact_user_tables
        where relname in ('listings', 'work_contributors')`);
      return oneRow(rows).scans;
    };
    const before = await scans();
    await tx.execute(refresh);
    expect((await scans()) - before).toBe(0);
  });
});
