import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { catalogueTotals } from "#shop/catalogue/books/catalogue-totals.server.ts";

/** A category in the desk's list. */
export interface ListedCategory {
  id: string;
  name: string;
  parentId: string | null;
  position: number;
  /** Listed works in it and in its subcategories. */
  books: number;
  /** Number of subject codes mapped to it. */
  subjects: number;
}

/** Every category, also empty ones, in the shop's order; each is followed by its subcategories. */
export async function listAllCategories(db: Db): Promise<ListedCategory[]> {
  const { rows } = await db.execute<ListedCategory>(sql`
    select k.id, k.name, k.parent_id, k.position, coalesce(t.number, 0) as books,
      (select count(*)::int from subject_categories s where s.category_id = k.id) as subjects
    from categories k left join categories p on p.id = k.parent_id
      left join ${catalogueTotals} t on t.name = 'category:' || k.id
    order by coalesce(p.position, k.position), coalesce(p.id, k.id), k.parent_id nulls first, k.position, k.id`);
  return rows.map(({ id, name, parentId, position, books, subjects }) => ({
    id,
    name,
    parentId,
    position,
    books,
    subjects,
  }));
}
