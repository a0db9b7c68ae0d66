import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { CategoryTable, type KnownCategory } from "#shop/catalogue/records/category-table.ts";
import type { SubjectCategory } from "#shop/catalogue/records/subject-table.ts";
import { standardCategories, standardSubjects } from "#shop/catalogue/records/standard-set.ts";

/** What names of a file mean: the id of a category, or null for one to create. */
type GivenNames = Readonly<Record<string, string | null>>;

/** Reads the shop's categories, and the categories to which subjects and the given names are mapped. */
export async function readCategoryTable(db: Db, names: GivenNames = {}): Promise<CategoryTable> {
  const { categories, subjects } = await readRows(db);
  return makeTable(categories, subjects, names);
}

/** Like `readCategoryTable`, but for a shop that has neither it returns the standard set, which an import would add. */
export async function previewCategoryTable(db: Db, names: GivenNames = {}): Promise<CategoryTable> {
  const { categories, subjects } = await readRows(db);
  if (categories.length > 0 || subjects.length > 0) return makeTable(categories, subjects, names);
  const standard = standardCategories().map((category, position) => ({ ...category, position }));
  return makeTable(standard, standardSubjects(), names);
}

/** The given names take precedence over the shop's mapping. A category that was deleted since is no longer meant. */
function makeTable(categories: KnownCategory[], subjects: SubjectCategory[], names: GivenNames): CategoryTable {
  const ids = new Set(categories.map(({ id }) => id));
  const given = Object.entries(names).flatMap(([code, categoryId]) =>
    categoryId !== null && ids.has(categoryId) ? [{ scheme: "name", code, categoryId }] : [],
  );
  return new CategoryTable(categories, [...given, ...subjects]);
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
