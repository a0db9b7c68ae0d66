/** Merges two works into one, two duplicate editions, or two translations into one title. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { findEdition, findWorkId } from "#shop/catalogue/merging/find-records.server.ts";
import { MergeError } from "#shop/catalogue/merging/merge-error.ts";
import { mergeEditions } from "./merge-editions.server.ts";
import { areInOtherLanguages, mergeTranslations } from "./merge-translations.server.ts";

/** The result of merging two works. */
export interface MergedWorks {
  workId: string;
  /** The editions that moved. */
  editions: string[];
  /** Number of reviews that moved; of two by one reader the newer is kept. */
  reviews: number;
  /** With `isSameEdition`: copies on hand of the edition that was hidden. */
  copiesLeft: number;
  /** Whether the works are in different languages, so that both remain, linked as one title. */
  areTranslations: boolean;
}

/** How two works are merged. */
interface MergeOptions {
  /** Whether the two ids are duplicates of one edition. */
  isSameEdition: boolean;
}

/**
 * Merges the other work into `keepId`: its editions move with their URLs, and so do reviews and links. With
 * `isSameEdition` the other edition is hidden and its URL redirects. Later imports find the remaining work. Works in
 * different languages are linked as one title instead: each keeps its texts and editions, and they share reviews and
 * rating. Throws MergeError, and ImportRunningError during an import.
 */
export function mergeWorks(
  { db, now }: DbAndClock,
  keepId: string,
  otherId: string,
  { isSameEdition }: MergeOptions,
): Promise<MergedWorks> {
  return withImportLock(db, () =>
    inTransaction(db, async (tx) => {
      if (keepId === otherId) throw new MergeError(`${keepId} cannot be joined with itself.`);
      const keep = await findWorkId(tx, keepId);
      const other = await findWorkId(tx, otherId);
      if (keep === other && !isSameEdition)
        throw new MergeError(`${keepId} and ${otherId} are editions of one work already.`);
      if (keep !== other && !isSameEdition && (await areInOtherLanguages(tx, keep, other))) {
        await mergeTranslations(tx, keep, other);
        return { workId: keep, editions: [], reviews: 0, copiesLeft: 0, areTranslations: true };
      }
      const moved = keep === other ? { editions: [], reviews: 0 } : await moveAll(tx, keep, other, now());
      let copiesLeft = 0;
      if (isSameEdition) {
        await findEdition(tx, keepId);
        await findEdition(tx, otherId);
        copiesLeft = await mergeEditions(tx, keepId, otherId, now());
      }
      await chooseMainEditions(tx, [keep]);
      await updateCoverKeys(tx, [keep]);
      return { workId: keep, ...moved, copiesLeft, areTranslations: false };
    }),
  );
}

async function moveAll(tx: Db, keep: string, other: string, now: Date) {
  await tx.execute(sql`select from works where id in (${keep}, ${other}) order by id for update`);
  const reviews = await moveReviews(tx, keep, other);
  await moveLinks(tx, keep, other);
  const { rows } = await tx.execute<{ id: string }>(sql`
    update books set work_id = ${keep}, is_main = false where work_id = ${other} returning id`);
  // Imports find the remaining work by the keys of the other one.
  await tx.execute(sql`update joined_works set work_id = ${keep} where work_id = ${other}`);
  await tx.execute(sql`
    insert into joined_works (old_id, work_id, match_key, source, work_reference, joined_at)
    select id, ${keep}, match_key, source, work_reference, ${now} from works where id = ${other}
    on conflict (old_id) do update set work_id = excluded.work_id, match_key = excluded.match_key,
      source = excluded.source, work_reference = excluded.work_reference, joined_at = excluded.joined_at`);
  // The remaining work gets the translations of the other one.
  await tx.execute(sql`
    update translations set work_id = ${keep}, decided_by = 'person'
    where work_id = ${other} and not exists (select from translations where work_id = ${keep})`);
  await fillFields(tx, keep, other);
  return { editions: rows.map(({ id }) => id).toSorted(), reviews };
}

async function moveReviews(tx: Db, keep: string, other: string): Promise<number> {
  await tx.execute(sql`
    delete from reviews older using reviews newer
    where older.work_id in (${keep}, ${other}) and newer.work_id in (${keep}, ${other})
      and older.reader_id = newer.reader_id
      and (coalesce(older.changed_at, older.created_at), older.id) < (coalesce(newer.changed_at, newer.created_at), newer.id)`);
  await tx.execute(sql`update review_decisions set work_id = ${keep} where work_id = ${other}`);
  const { rowCount } = await tx.execute(sql`update reviews set work_id = ${keep} where work_id = ${other}`);
  return rowCount;
}

/**
 * Moves people in roles that the remaining work lacks, categories, subjects, opening pages in other languages, and the
 * series if there is none.
 */
async function moveLinks(tx: Db, keep: string, other: string) {
  await tx.execute(sql`
    insert into work_contributors (work_id, author_id, role, position)
    select ${keep}, author_id, role, row_number() over (order by position)
      + (select coalesce(max(position), -1) from work_contributors where work_id = ${keep})
    from work_contributors where work_id = ${other}
      and role not in (select role from work_contributors where work_id = ${keep})`);
  await tx.execute(sql`
    insert into work_categories (work_id, category_id, position)
    select ${keep}, category_id, row_number() over (order by position)
      + (select coalesce(max(position), -1) from work_categories where work_id = ${keep})
    from work_categories where work_id = ${other}
      and category_id not in (select category_id from work_categories where work_id = ${keep})`);
  await tx.execute(sql`
    insert into work_subjects (work_id, scheme, code)
    select ${keep}, scheme, code from work_subjects where work_id = ${other} on conflict do nothing`);
  await tx.execute(sql`
    update opening_pages set work_id = ${keep} where work_id = ${other}
      and language not in (select language from opening_pages where work_id = ${keep})`);
  await tx.execute(sql`
    insert into series_works (series_id, work_id, position)
    select series_id, ${keep}, position from series_works where work_id = ${other}
      and not exists (select from series_works where work_id = ${keep})`);
}

/** Fills empty fields from the other work, which is deleted. */
async function fillFields(tx: Db, keep: string, other: string) {
  // Not marked as edited by a person, so that imports may change it.
  await tx.execute(sql`select set_config('endpaper.cause', 'joining', true)`);
  const { rows } = await tx.execute<{ row: unknown }>(sql`
    delete from works w where id = ${other} returning to_jsonb(w) as row`);
  await tx.execute(sql`
    update works k set
      subtitle = coalesce(k.subtitle, o.subtitle),
      search_text = case when k.subtitle is null and k.title = o.title then o.search_text else k.search_text end,
      description = case when k.description = '' then o.description else k.description end,
      audience = coalesce(k.audience, o.audience),
      age_from = case when k.age_from is null and k.age_to is null then o.age_from else k.age_from end,
      age_to = case when k.age_from is null and k.age_to is null then o.age_to else k.age_to end,
      featured_position = coalesce(k.featured_position, o.featured_position),
      recommended_position = coalesce(k.recommended_position, o.recommended_position),
      starting_rating = case when k.starting_rating_count = 0 then o.starting_rating else k.starting_rating end,
      starting_rating_count = case when k.starting_rating_count = 0
        then o.starting_rating_count else k.starting_rating_count end
    from jsonb_populate_record(null::works, ${JSON.stringify(oneRow(rows).row)}::jsonb) o where k.id = ${keep}`);
  await tx.execute(sql`select set_config('endpaper.cause', '', true)`);
}
