import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/**
 * Chooses the main edition of each work, the one that lists show: the current one if it is listed, else the first
 * listed edition, paperbacks first.
 */
export async function chooseMainEditions(tx: Db, workIds: string[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string; workId: string }>(sql`
    select distinct on (b.work_id) b.id, b.work_id from books b
    where b.work_id = any(${workIds}::text[])
    order by b.work_id, b.is_listed desc, b.is_main desc, b.format <> 'paperback', b.created_at, b.id`);
  const chosen = rows.map(({ id }) => id);
  const works = rows.map(({ workId }) => workId);
  await tx.execute(sql`
    update books set is_main = false where work_id = any(${works}::text[]) and is_main and id <> all(${chosen}::text[])`);
  await tx.execute(sql`update books set is_main = true where id = any(${chosen}::text[]) and not is_main`);
}
