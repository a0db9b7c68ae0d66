import { nameKey } from "#shop/catalogue/books/match-key.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { NewName } from "#shop/catalogue/records/plan/find-links.ts";
import type { BatchPlan } from "#shop/catalogue/records/plan/batch-plan.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";

/**
 * Saves names of authors in other scripts and renames the covers that show them. Names that a person decided are kept.
 */
export async function saveAuthorNames(tx: Db, names: NewName[], decidedBy: string): Promise<void> {
  if (names.length === 0) return;
  const rows = names.map((name) => ({ ...name, nameKey: nameKey(name.name) }));
  const { rows: works } = await tx.execute<{ workId: string }>(sql`
    with named as (
      insert into author_names (author_id, script, name, name_key, decided_by)
      select "authorId", script, name, "nameKey", ${decidedBy}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given ("authorId" text, script text, name text, "nameKey" text)
      on conflict do nothing returning author_id)
    select distinct c.work_id from named join work_contributors c using (author_id)`);
  await updateCoverKeys(
    tx,
    works.map(({ workId }) => workId),
  );
}

/**
 * Joins works that a feed declares translations of each other, in this batch or an earlier one. Decisions of a person
 * to join or separate works are kept.
 */
export async function saveTranslations(
  tx: Db,
  { newTranslations, namedTranslations }: Pick<BatchPlan, "newTranslations" | "namedTranslations">,
  { decidedBy, source, works }: { decidedBy: string; source: string; works: string[] },
): Promise<void> {
  if (namedTranslations.length > 0)
    await tx.execute(sql`
      insert into named_translations (work_id, source, reference, is_original, decided_by)
      select "workId", ${source}, reference, "isOriginal", ${decidedBy}
      from jsonb_to_recordset(${JSON.stringify(namedTranslations)}::jsonb)
        as given ("workId" text, reference text, "isOriginal" boolean)
      on conflict do nothing`);
  const touched = [...new Set([...works, ...namedTranslations.map(({ workId }) => workId)])];
  const { rows: named } = await tx.execute<{ workId: string; otherId: string; isOriginal: boolean }>(sql`
    select n.work_id, o.id as other_id, n.is_original
    from named_translations n join works o on o.source = n.source and o.work_reference = n.reference
    where n.work_id = any(${touched}::text[]) and o.id <> n.work_id
    union
    select n.work_id, o.id, n.is_original
    from works o join named_translations n on n.source = o.source and n.reference = o.work_reference
    where o.id = any(${touched}::text[]) and o.id <> n.work_id
    order by work_id, other_id`);
  for (const { workId, otherId } of newTranslations) await join(tx, workId, otherId, { original: null, decidedBy });
  for (const { workId, otherId, isOriginal } of named)
    await join(tx, workId, otherId, { original: isOriginal ? otherId : workId, decidedBy });
}

/** Makes two works one title, unless both already have one; the trigger `translations_came` merges their ratings. */
async function join(
  tx: Db,
  workId: string,
  otherId: string,
  { original, decidedBy }: { original: string | null; decidedBy: string },
) {
  await tx.execute(sql`
    with known as (select work_id, title_id from translations where work_id in (${workId}, ${otherId})),
    title as (select coalesce((select min(title_id) from known), nextval('title_ids')) as id)
    insert into translations (work_id, title_id, is_original, decided_by)
    select given.id, title.id,
      given.id is not distinct from ${original}::text and not exists (
        select from translations t where t.title_id = title.id and t.is_original), ${decidedBy}
    from title cross join unnest(array[${workId}, ${otherId}]::text[]) as given (id)
    where given.id not in (select work_id from known)`);
}

/** Reverts the names and translations of an import. */
export async function undoTranslations(tx: Db, importId: number): Promise<void> {
  const decidedBy = `import ${importId}`;
  await tx.execute(sql`delete from translations where decided_by = ${decidedBy}`);
  await tx.execute(sql`delete from named_translations where decided_by = ${decidedBy}`);
  const { rows } = await tx.execute<{ workId: string }>(sql`
    with gone as (delete from author_names where decided_by = ${decidedBy} returning author_id)
    select distinct c.work_id from gone join work_contributors c using (author_id)`);
  await updateCoverKeys(
    tx,
    rows.map(({ workId }) => workId),
  );
}
