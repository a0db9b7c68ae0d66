import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

/** The number of deadlocks in this database so far. */
export async function countDeadlocks(db: Db): Promise<number> {
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const { rows } = await db.execute<{ count: number }>(sql`
    select deadlocks::int as count from pg_stat_database where datname = current_database()`);
  return oneRow(rows).count;
}
