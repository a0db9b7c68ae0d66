import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { keepAddress, moveAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";

/** The data of a category, without its books. */
export interface CategoryRecord {
  name: string;
  description: string;
  /** The id of the category above it. */
  parentId: string | null;
  /** Sort key among all categories, the smallest first. */
  position: number;
  /** The look of its drawn covers; null to let the shop choose. */
  mood: string | null;
  /** The pattern on its page; null to let the shop choose. */
  endpaper: string | null;
  /** Subject codes that map to it, such as `thema FFC`. */
  subjects: string[];
}

/** Finds a category, or null; `forUpdate` locks the row until the transaction ends. */
export async function findCategoryRecord(
  db: Db,
  id: string,
  { forUpdate = false } = {},
): Promise<CategoryRecord | null> {
  const { rows } = await db.execute<CategoryRecord>(sql`
    select k.name, k.description, k.parent_id, k.position, k.mood, k.endpaper,
      array(select s.scheme || ' ' || s.code from subject_categories s where s.category_id = k.id order by s.scheme, s.code) as subjects
    from categories k where k.id = ${id} ${forUpdate ? sql`for update of k` : sql``}`);
  const row = rows[0];
  if (!row) return null;
  const { name, description, parentId, position, mood, endpaper, subjects } = row;
  return { name, description, parentId, position, mood, endpaper, subjects };
}

/** Reads a category that exists; throws otherwise. */
export async function requireCategoryRecord(
  db: Db,
  id: string,
  options?: { forUpdate: boolean },
): Promise<CategoryRecord> {
  const record = await findCategoryRecord(db, id, options);
  if (!record) throw new Error(`There is no category ${id}.`);
  return record;
}

/** Inserts or updates a category. A subject that maps to another category is moved to this one. */
export async function saveCategoryRecord(tx: Db, id: string, record: CategoryRecord, at: Date): Promise<void> {
  const { name, description, parentId, position, mood, endpaper, subjects } = record;
  const { rows } = await tx.execute<{ isAdded: boolean }>(sql`
    insert into categories (id, name, description, parent_id, position, mood, endpaper, created_at)
    values (${id}, ${name}, ${description}, ${parentId}, ${position}, ${mood}, ${endpaper}, ${at})
    on conflict (id) do update set name = excluded.name, description = excluded.description, parent_id = excluded.parent_id,
      position = excluded.position, mood = excluded.mood, endpaper = excluded.endpaper
    returning xmax = 0 as is_added`);
  // Triggers keep the former mapping of subjects in `former_subject_categories`, by which books may be moved.
  await tx.execute(sql`
    delete from subject_categories where category_id = ${id} and scheme || ' ' || code <> all(${subjects}::text[])`);
  await tx.execute(sql`
    insert into subject_categories (scheme, code, category_id)
    select split_part(subject, ' ', 1), substr(subject, strpos(subject, ' ') + 1), ${id} from unnest(${subjects}::text[]) subject
    on conflict (scheme, code) do update set category_id = excluded.category_id
    where subject_categories.category_id <> excluded.category_id`);
  if (oneRow(rows).isAdded) await keepAddress(tx, "category", id);
}

/** Why a category may not have this name and parent, such as a sibling with the same name; null if it may. */
export async function faultOfCategory(
  tx: Db,
  id: string,
  { name, parentId }: Pick<CategoryRecord, "name" | "parentId">,
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string; name: string; parentId: string | null }>(sql`
    select id, name, parent_id from categories`);
  const twin = rows.find(
    (other) => other.id !== id && other.parentId === parentId && foldText(other.name) === foldText(name),
  );
  if (twin) return `another category at the same level is called ${twin.name} (${twin.id})`;
  if (parentId === null || rows.find((row) => row.id === id)?.parentId === parentId) return null;
  const parent = rows.find((row) => row.id === parentId);
  if (!parent) return "the parent category is not in the shop any more";
  if (parent.id === id) return "a category cannot be its own parent";
  if (parent.parentId !== null) return `${parent.name} is itself a subcategory`;
  if (rows.some((row) => row.parentId === id)) return "it has subcategories, so it cannot become a subcategory";
  return null;
}

/**
 * Deletes a category without books and subcategories, otherwise returns the reason why it cannot be deleted. Its
 * address redirects to `leadsTo`, if given.
 */
export async function removeCategoryRecord(
  tx: Db,
  id: string,
  leadsTo: string | null,
  at: Date,
): Promise<string | null> {
  const { rows } = await tx.execute<{ hasBooks: boolean; hasCategories: boolean }>(sql`
    select exists (select from work_categories where category_id = ${id}) as has_books,
      exists (select from categories where parent_id = ${id}) as has_categories`);
  const { hasBooks, hasCategories } = oneRow(rows);
  if (hasBooks) return "it has books";
  if (hasCategories) return "it has subcategories";
  if (leadsTo !== null) await moveAddress(tx, "category", id, leadsTo, at);
  await tx.execute(sql`delete from categories where id = ${id}`);
  return null;
}
