import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { MergeError } from "#shop/catalogue/merging/merge-error.ts";

/**
 * Whether two works share no language and differ in title: they are translations, two works of one title, and not one
 * work.
 */
export async function areInOtherLanguages(tx: Db, one: string, other: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from works mine join works theirs on theirs.search_text <> mine.search_text
    where mine.id = ${one} and theirs.id = ${other} and not exists (
      select from books b join books o on o.language = b.language where b.work_id = mine.id and o.work_id = theirs.id)`);
  return rowCount > 0;
}

/**
 * Makes two works translations of one title, with all other works of both titles; the trigger `translations_came`
 * merges their ratings. Throws MergeError if they already are.
 */
export async function mergeTranslations(tx: Db, keep: string, other: string): Promise<void> {
  await tx.execute(sql`select from works where id in (${keep}, ${other}) order by id for update`);
  const titleOf = await readTitles(tx, [keep, other]);
  const title = titleOf.get(keep) ?? titleOf.get(other) ?? (await newTitle(tx));
  const joined = titleOf.get(other) ?? title;
  if (titleOf.has(keep) && titleOf.get(keep) === titleOf.get(other))
    throw new MergeError(`${keep} and ${other} are one title already.`);
  await tx.execute(sql`
    update translations set title_id = ${title}, is_original = is_original and ${joined === title}
    where title_id = ${joined} and title_id <> ${title}`);
  await tx.execute(sql`
    insert into translations (work_id, title_id, decided_by)
    select id, ${title}, 'person' from works where id in (${keep}, ${other})
    on conflict (work_id) do update set decided_by = excluded.decided_by`);
}

/** Marks a work as the original of its translations; false if it already is or has no translations. */
export async function setOriginal(tx: Db, workId: string): Promise<boolean> {
  await tx.execute(sql`
    update translations set is_original = false
    where is_original and work_id <> ${workId}
      and title_id = (select title_id from translations where work_id = ${workId})`);
  const { rowCount } = await tx.execute(sql`
    update translations set is_original = true, decided_by = 'person' where work_id = ${workId} and not is_original`);
  return rowCount > 0;
}

/**
 * Separates a work from its translations; imports do not join them again. Returns the id of one of the translations,
 * null if there are none.
 */
export async function splitTranslation(tx: Db, workId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ workId: string }>(sql`
    update translations other set decided_by = 'person' from translations mine
    where mine.work_id = ${workId} and other.title_id = mine.title_id and other.work_id <> ${workId}
    returning other.work_id`);
  const [first] = rows.map((row) => row.workId).toSorted();
  if (first === undefined) return null;
  await tx.execute(sql`
    update translations set title_id = nextval('title_ids'), is_original = false, decided_by = 'person'
    where work_id = ${workId}`);
  return first;
}

async function readTitles(tx: Db, works: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ workId: string; titleId: string }>(
    sql`select work_id, title_id::text as title_id from translations where work_id = any(${works}::text[])`,
  );
  return new Map(rows.map(({ workId, titleId }) => [workId, titleId]));
}

async function newTitle(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ titleId: string }>(sql`select nextval('title_ids')::text as title_id`);
  return oneRow(rows).titleId;
}
