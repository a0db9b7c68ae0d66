import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { CategoryTable } from "./category-table.ts";

/** The shop's categories, and what subjects mean to it. */
export async function readCategoryTable(db: Db): Promise<CategoryTable> {
  const [categories, subjects] = await Promise.all([
    db.execute<{ id: string; name: string; parentId: string | null; position: number }>(
      sql`select id, name, parent_id, position from categories order by parent_id nulls first, position, id`,
    ),
    db.execute<{ scheme: string; code: string; categoryId: string }>(
      sql`select scheme, code, category_id from subject_categories`,
    ),
  ]);
  return new CategoryTable(categories.rows, subjects.rows);
}
