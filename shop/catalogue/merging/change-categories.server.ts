/** Adds, changes, merges and removes categories at the desk. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import { writeEntities } from "#shop/catalogue/editing/bulk/write-changes.server.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { findFreeSlug } from "#shop/catalogue/books/slug.ts";
import { readWorksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { changedFields, type ChangedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { MergeError } from "./merge-error.ts";
import {
  faultOfCategory,
  findCategoryRecord,
  removeCategoryRecord,
  requireCategoryRecord,
  saveCategoryRecord,
  type CategoryRecord,
} from "./category-record.server.ts";
import { maxWorksAtOnce, refuseTooMany } from "./works-at-once.server.ts";

/** The fields of a category that staff may edit. */
export type CategoryWords = Pick<CategoryRecord, "name" | "description" | "parentId" | "position" | "subjects">;

const gone = "This category is not in the shop any more.";

/** Adds a category at the end and returns its id: `address`, or one made from the name if null. Throws MergeError. */
export async function addCategory(
  tx: Db,
  { name, address, parentId }: { name: string; address: string | null; parentId: string | null },
  at: Date,
): Promise<string> {
  await lockBookSaving(tx);
  const { rows } = await tx.execute<{ taken: string[]; last: number }>(sql`
    select array(select id from categories union select old_id from moved_addresses where kind = 'category') as taken,
      (select coalesce(max(position), -1) from categories) as last`);
  const { taken, last } = oneRow(rows);
  if (address !== null && taken.includes(address))
    throw new MergeError(`The address ${address} belongs to another category, or redirects to one. Choose another.`);
  const id = address ?? findFreeSlug(name, "category", taken);
  await orThrow(faultOfCategory(tx, id, { name, parentId }));
  const look = { mood: null, endpaper: null, subjects: [] };
  const record: CategoryRecord = { name, description: "", parentId, position: last + 1, ...look };
  await saveCategoryRecord(tx, id, record, at);
  // If this name was a former name of another category, files with it map to the new category from now on.
  await tx.execute(sql`
    delete from subject_categories where scheme = 'name' and scheme || ' ' || code = ${await nameAsSubject(tx, record)}`);
  return id;
}

/** Updates a category with the values of a form; null if nothing changed. Throws MergeError. */
export async function changeCategory(
  tx: Db,
  id: string,
  words: CategoryWords,
  at: Date,
): Promise<ChangedFields | null> {
  await lockBookSaving(tx);
  const before = await findCategoryRecord(tx, id, { forUpdate: true });
  if (!before) throw new MergeError(gone);
  const after = { ...before, ...words, subjects: words.subjects.toSorted() };
  if (!changedFields({ ...before, subjects: before.subjects.toSorted() }, after)) return null;
  await orThrow(faultOfCategory(tx, id, after));
  // Files with its former name still map to it.
  const [was, is] = [await nameAsSubject(tx, before), await nameAsSubject(tx, after)];
  if (was !== is) after.subjects = [...new Set([...after.subjects, was])].filter((subject) => subject !== is);
  await refuseSubjectsOfOthers(tx, id, words.subjects);
  await saveCategoryRecord(tx, id, after, at);
  return changedFields(before, await requireCategoryRecord(tx, id));
}

async function refuseSubjectsOfOthers(tx: Db, id: string, subjects: string[]) {
  const { rows } = await tx.execute<{ subject: string; name: string }>(sql`
    select s.scheme || ' ' || s.code as subject, k.name from subject_categories s join categories k on k.id = s.category_id
    where s.category_id <> ${id} and s.scheme || ' ' || s.code = any(${subjects}::text[]) limit 1`);
  if (rows[0])
    throw new MergeError(`${rows[0].subject} belongs to the category ${rows[0].name}. Remove it there first.`);
}

/**
 * Merges the category `other` into `keep`: moves its books, subjects and subcategories, and redirects its address. Null
 * if they were merged before. Throws MergeError.
 */
export async function mergeCategories(
  tx: Db,
  keep: string,
  other: string,
  at: Date,
): Promise<{ name: string; otherName: string; books: number } | null> {
  await lockBookSaving(tx);
  if (keep === other) throw new MergeError("A category cannot be joined with itself.");
  const kept = await findCategoryRecord(tx, keep, { forUpdate: true });
  const left = await findCategoryRecord(tx, other, { forUpdate: true });
  if (!left && (await findMovedAddress(tx, "category", other)) === keep) return null;
  if (!kept || !left) throw new MergeError(gone);
  if (kept.parentId === other)
    throw new MergeError(`${kept.name} is a subcategory of ${left.name}: join them the other way round.`);
  const { rows } = await tx.execute<{ workId: string }>(
    sql`select work_id from work_categories where category_id = ${other} limit ${maxWorksAtOnce + 1}`,
  );
  const ids = rows.map(({ workId }) => workId);
  refuseTooMany(ids, `${left.name} has`);
  await moveChildren(tx, { keep, kept, other }, at);
  // Files with the name of the other category map to this one from now on.
  const subjects = [...new Set([...kept.subjects, ...left.subjects, await nameAsSubject(tx, left)])].toSorted();
  await saveCategoryRecord(tx, keep, { ...kept, subjects }, at);
  const works = await readWorksByIds(tx, ids);
  for (const work of works.values()) {
    const categories = work.now.categories as string[];
    work.now.categories = [...new Set(categories.map((category) => (category === other ? keep : category)))];
  }
  await writeEntities(tx, [], [...works.values()]);
  const why = await removeCategoryRecord(tx, other, keep, at);
  if (why) throw new MergeError(`${left.name}: ${why}.`);
  return { name: kept.name, otherName: left.name, books: ids.length };
}

/**
 * Moves the subcategories of the removed category below the kept one, or next to it if that is a subcategory itself.
 */
async function moveChildren(
  tx: Db,
  { keep, kept, other }: { keep: string; kept: CategoryRecord; other: string },
  at: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from categories where parent_id = ${other} order by id`,
  );
  for (const { id } of rows) {
    const before = await requireCategoryRecord(tx, id, { forUpdate: true });
    const after = { ...before, parentId: kept.parentId ?? keep };
    await orThrow(faultOfCategory(tx, id, after));
    await saveCategoryRecord(tx, id, after, at);
  }
}

/** The name of a category as files contain it, in the form of a subject in `subject_categories`. */
async function nameAsSubject(tx: Db, { name, parentId }: CategoryRecord): Promise<string> {
  const parent = parentId === null ? null : await findCategoryRecord(tx, parentId);
  return `name ${foldText(parent ? `${parent.name} > ${name}` : name)}`;
}

/** Deletes a category without books; null if it is already deleted. Throws MergeError. */
export async function removeCategory(tx: Db, id: string, at: Date): Promise<{ name: string } | null> {
  await lockBookSaving(tx);
  const record = await findCategoryRecord(tx, id, { forUpdate: true });
  if (!record) return null;
  const why = await removeCategoryRecord(tx, id, null, at);
  if (why) throw new MergeError(`${record.name} cannot be deleted: ${why}.`);
  return { name: record.name };
}

async function orThrow(fault: Promise<string | null>) {
  const why = await fault;
  if (why) throw new MergeError(`This is not possible: ${why}.`);
}
