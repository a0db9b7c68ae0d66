import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { BookCard, Category, CategoryLink, CountedCategory } from "./book.ts";
import { coverKeySql } from "./cards.server.ts";
import { catalogueTotals } from "./catalogue-totals.server.ts";

/**
 * SQL: the categories `k` with listed works in them or in their subcategories; `t.number` is the number of these works,
 * and each work counts once.
 */
const filled = sql`categories k join ${catalogueTotals} t on t.name = 'category:' || k.id and t.number > 0`;

/** Every category that has books, in the shop's order, with the number of works in it and its subcategories. */
export async function listCategories(db: Db): Promise<CountedCategory[]> {
  const { rows } = await db.execute<CountedCategory>(sql`
    select k.id, k.name, k.description, k.parent_id, k.endpaper, t.number as book_count
    from ${filled} order by k.position, k.id`);
  return rows.map((row) => ({ ...toCategory(row), bookCount: row.bookCount }));
}

/** Covers by the id of their category. */
export type CategoryCovers = Record<string, Pick<BookCard, "coverKey" | "title" | "authors">[]>;

/**
 * Up to three covers for each category, chosen from its twelve best rated works; works with this main category come
 * first.
 */
export async function listCategoryCovers(db: Db): Promise<CategoryCovers> {
  const { rows } = await db.execute<{ categoryId: string; coverKey: string; title: string }>(sql`
    select k.id as category_id, ${coverKeySql} as cover_key, w.title
    from categories k cross join lateral (
      select best.work_id, best.is_main, best.rating_rank from (
        select p.work_id, p.is_main, p.rating_rank from shelf_places p where p.facet = 'category:' || k.id
        order by p.rating_rank desc, p.work_id limit 12) best
      order by best.is_main desc, best.rating_rank desc, best.work_id limit 3) p
    join listings l on l.work_id = p.work_id join books b on b.id = l.book_id join works w on w.id = l.work_id
    order by k.id, p.is_main desc, p.rating_rank desc, p.work_id`);
  const covers: CategoryCovers = {};
  for (const { categoryId, coverKey, title } of rows)
    (covers[categoryId] ??= []).push({ coverKey, title, authors: [] });
  return covers;
}

/** Finds a category, even if it has no books; null if it does not exist. */
export async function findCategory(db: Db, categoryId: string): Promise<Category | null> {
  const { rows } = await db.execute<Category>(
    sql`select id, name, description, parent_id, endpaper from categories where id = ${categoryId}`,
  );
  return rows[0] ? toCategory(rows[0]) : null;
}

/** The first `limit` top-level categories that have books, in the shop's order. */
export async function listTopCategories(db: Db, limit: number): Promise<CategoryLink[]> {
  const { rows } = await db.execute<CategoryLink>(sql`
    select k.id, k.name from ${filled} where k.parent_id is null order by k.position, k.id limit ${limit}`);
  return rows.map(({ id, name }) => ({ id, name }));
}

/**
 * The first `limit` categories that have books, in the shop's order; each work in a category or its subcategories
 * counts once.
 */
export async function listCountedCategories(db: Db, limit: number): Promise<CountedCategory[]> {
  const { rows } = await db.execute<CountedCategory>(sql`
    select k.id, k.name, k.description, k.parent_id, k.endpaper, t.number as book_count
    from ${filled} order by k.position, k.id limit ${limit}`);
  return rows.map((row) => ({ ...toCategory(row), bookCount: row.bookCount }));
}

function toCategory({ id, name, description, parentId, endpaper }: Category): Category {
  return { id, name, description, parentId, endpaper };
}
