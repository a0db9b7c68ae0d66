import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import type { Category } from "./book.ts";

/** Every category in shelf order, each counting its own books and those of the categories under it once. */
export async function listCategories(db: Db): Promise<Category[]> {
  const { rows } = await db.execute<{
    id: string;
    name: string;
    description: string;
    parent_id: string | null;
    book_count: number;
  }>(sql`
    with recursive above as (
      select id, id as root from categories
      union select k.id, above.root from categories k join above on k.parent_id = above.id)
    select k.id, k.name, k.description, k.parent_id,
      (select count(distinct wc.work_id)::int from above join work_categories wc on wc.category_id = above.id
        where above.root = k.id) as book_count
    from categories k order by k.position`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    parentId: row.parent_id,
    bookCount: row.book_count,
  }));
}
