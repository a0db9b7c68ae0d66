import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { standardCategories, standardSubjects } from "#shop/catalogue/records/standard-set.ts";

/** How many rows of the standard set were added. */
export interface AddedSet {
  categories: number;
  subjects: number;
}

/**
 * Adds the categories of the standard set whose id and name the shop does not have, and the subjects without a category
 * mapping. Existing rows stay unchanged.
 */
export function addStandardSet(db: Db): Promise<AddedSet> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`lock table categories in share row exclusive mode`);
    const { rows: there } = await tx.execute<{ id: string; name: string; position: number }>(
      sql`select id, name, position from categories order by parent_id nulls first, position, id`,
    );
    const ids = new Set(there.map(({ id }) => id));
    const byName = new Map(there.toReversed().map(({ id, name }) => [foldText(name), id]));
    /** Maps the id of each standard category to that of the shop's category. */
    const own = new Map<string, string>();
    const added = [];
    let position = Math.max(-1, ...there.map((category) => category.position));
    for (const { id, parentId, name, mood, description } of standardCategories()) {
      const known = ids.has(id) ? id : byName.get(foldText(name));
      own.set(id, known ?? id);
      if (known) continue;
      position += 1;
      added.push({ id, parent_id: parentId && own.get(parentId), name, mood, description, position });
    }
    await tx.execute(sql`
      insert into categories (id, parent_id, name, mood, description, position, created_by)
      select id, parent_id, name, mood, description, position, 'standard set'
      from jsonb_populate_recordset(null::categories, ${JSON.stringify(added)}::jsonb)`);
    const lines = standardSubjects().map((line) => ({ ...line, category_id: own.get(line.categoryId) }));
    const { rowCount } = await tx.execute(sql`
      insert into subject_categories (scheme, code, category_id)
      select scheme, code, category_id from jsonb_populate_recordset(null::subject_categories, ${JSON.stringify(lines)}::jsonb)
      on conflict do nothing`);
    return { categories: added.length, subjects: rowCount };
  });
}

/** Adds the standard set to a shop that has neither categories nor mapped subjects. */
export async function addStandardSetIfEmpty(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`
    select from (select 1 from categories union all select 1 from subject_categories) there limit 1`);
  if (rows.length === 0) await addStandardSet(db);
}
