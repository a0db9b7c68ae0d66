import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Category, CategoryLink, CountedCategory } from "./book.ts";
import { isShown } from "./cards.server.ts";

/** The tables of a query over `filled`: the ids of categories in which, or under which, a book is on the shelf. */
const filledCategories = sql`
  filled as (
    select k.id, k.parent_id from categories k where exists (
      select from work_categories wc join books b on b.work_id = wc.work_id and ${isShown} where wc.category_id = k.id)
    union select p.id, p.parent_id from categories p join filled on filled.parent_id = p.id)`;

/** Every category that has books, in the order of the shop. */
export async function listCategories(db: Db): Promise<Category[]> {
  const { rows } = await db.execute<Category>(sql`
    with recursive ${filledCategories}
    select id, name, description, parent_id, endpaper from categories where id in (select id from filled) order by position, id`);
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
    with recursive ${filledCategories}
    select id, name from categories where parent_id is null and id in (select id from filled) order by position, id limit ${limit}`);
  return rows.map(({ id, name }) => ({ id, name }));
}

/** The first categories with books in the order of the shop, each counting its own works and those of the categories under it once. */
export async function listCountedCategories(db: Db, limit: number): Promise<CountedCategory[]> {
  const { rows } = await db.execute<CountedCategory>(sql`
    with recursive ${filledCategories},
    shown as (select * from categories where id in (select id from filled) order by position, id limit ${limit}),
    under as (
      select id, id as root from shown
      union select k.id, under.root from categories k join under on k.parent_id = under.id)
    select k.id, k.name, k.description, k.parent_id, k.endpaper,
      (select count(distinct wc.work_id)::int from under join work_categories wc on wc.category_id = under.id
        join books b on b.work_id = wc.work_id and ${isShown}
        where under.root = k.id) as book_count
    from shown k order by k.position, k.id`);
  return rows.map((row) => ({ ...toCategory(row), bookCount: row.bookCount }));
}

function toCategory({ id, name, description, parentId, endpaper }: Category): Category {
  return { id, name, description, parentId, endpaper };
}
