import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { CategoryTable } from "#shop/catalogue/records/category-table.ts";
import { standardCategories, standardSubjects } from "#shop/catalogue/records/standard-set.ts";

/** Reads the shop's categories, and the categories to which subjects are mapped. */
export async function readCategoryTable(db: Db): Promise<CategoryTable> {
  const { categories, subjects } = await readRows(db);
  return new CategoryTable(categories, subjects);
}

/** Like `readCategoryTable`, but for a shop that has neither it returns the standard set, which an import would add. */
export async function previewCategoryTable(db: Db): Promise<CategoryTable> {
  const { categories, subjects } = await readRows(db);
  if (categories.length > 0 || subjects.length > 0) return new CategoryTable(categories, subjects);
  const standard = standardCategories().map((category, position) => ({ ...category, position }));
  return new CategoryTable(standard, standardSubjects());
}

async function readRows(db: Db) {
  const [categories, subjects] = await Promise.all([
    db.execute<{ id: string; name: string; parentId: string | null; position: number }>(
      sql`select id, name, parent_id, position from categories order by parent_id nulls first, position, id`,
    ),
    db.execute<{ scheme: string; code: string; categoryId: string }>(
      sql`select scheme, code, category_id from subject_categories`,
    ),
  ]);
  return { categories: categories.rows, subjects: subjects.rows };
}
