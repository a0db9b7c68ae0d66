import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Category, CategoryLink, CountedCategory } from "./book.ts";
import { catalogueTotals } from "./catalogue-totals.server.ts";

/** A category with books in or under it, and how many: each work counts once. */
const filled = sql`categories k join ${catalogueTotals} t on t.name = 'category:' || k.id and t.number > 0`;

/** Every category that has books, in the order of the shop. */
export async function listCategories(db: Db): Promise<Category[]> {
  const { rows } = await db.execute<Category>(sql`
    select k.id, k.name, k.description, k.parent_id, k.endpaper from ${filled} order by k.position, k.id`);
  return rows.map(toCategory);
}

/** One category, also an empty one, or null. */
export async function findCategory(db: Db, categoryId: string): Promise<Category | null> {
  const { rows } = await db.execute<Category>(
    sql`select id, name, description, parent_id, endpaper from categories where id = ${categoryId}`,
  );
  return rows[0] ? toCategory(rows[0]) : null;
}

/** The first categories under no other that have books, in the order of the shop. */
export async function listTopCategories(db: Db, limit: number): Promise<CategoryLink[]> {
  const { rows } = await db.execute<CategoryLink>(sql`
    select k.id, k.name from ${filled} where k.parent_id is null order by k.position, k.id limit ${limit}`);
  return rows.map(({ id, name }) => ({ id, name }));
}

/** The first categories with books in the order of the shop, each counting its own works and those of the categories under it once. */
export async function listCountedCategories(db: Db, limit: number): Promise<CountedCategory[]> {
  const { rows } = await db.execute<CountedCategory>(sql`
    select k.id, k.name, k.description, k.parent_id, k.endpaper, t.number as book_count
    from ${filled} order by k.position, k.id limit ${limit}`);
  return rows.map((row) => ({ ...toCategory(row), bookCount: row.bookCount }));
}

function toCategory({ id, name, description, parentId, endpaper }: Category): Category {
  return { id, name, description, parentId, endpaper };
}
