import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

/** How often the server has had to break a ring of waiting transactions in this database. */
export async function countDeadlocks(db: Db): Promise<number> {
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const { rows } = await db.execute<{ count: number }>(sql`
    select deadlocks::int as count from pg_stat_database where datname = current_database()`);
  return oneRow(rows).count;
}
