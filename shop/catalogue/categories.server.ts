import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Category, CountedCategory } from "./book.ts";

/** Every category in the order of the shop. */
export async function listCategories(db: Db): Promise<Category[]> {
  const { rows } = await db.execute<{ id: string; name: string; description: string; parentId: string | null }>(
    sql`select id, name, description, parent_id from categories order by position`,
  );
  return rows.map(({ id, name, description, parentId }) => ({ id, name, description, parentId }));
}

/** The first categories in the order of the shop, each counting its own works and those of the categories under it once. */
export async function listCountedCategories(db: Db, limit: number): Promise<CountedCategory[]> {
  const { rows } = await db.execute<{
    id: string;
    name: string;
    description: string;
    parentId: string | null;
    bookCount: number;
  }>(sql`
    with recursive shown as (select * from categories order by position limit ${limit}),
    under as (
      select id, id as root from shown
      union select k.id, under.root from categories k join under on k.parent_id = under.id)
    select k.id, k.name, k.description, k.parent_id,
      (select count(distinct wc.work_id)::int from under join work_categories wc on wc.category_id = under.id
        where under.root = k.id) as book_count
    from shown k order by k.position`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    parentId: row.parentId,
    bookCount: row.bookCount,
  }));
}
