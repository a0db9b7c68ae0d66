/** Splits an edition off into a work of its own, or a work from its translations. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import { findMovedAddress, keepAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { findEdition } from "#shop/catalogue/merging/find-records.server.ts";
import { splitTranslation } from "./merge-translations.server.ts";
import { MergeError } from "#shop/catalogue/merging/merge-error.ts";

/** The result of a split. */
interface SplitWork {
  workId: string;
  fromWorkId: string;
  /** Whether only the link with works in other languages was removed. */
  wasTranslation: boolean;
}

/**
 * Makes an edition a work of its own, with a copy of the texts, people and subjects; reviews stay with the old work.
 * The only edition of a work, or with `isTitle` the whole work, is split from its translations instead. Imports never
 * merge them again. Throws MergeError, and ImportRunningError during an import.
 */
export function splitWork(
  { db, now }: DbAndClock,
  bookId: string,
  { newId, isTitle = false }: { newId?: string | undefined; isTitle?: boolean } = {},
): Promise<SplitWork> {
  return withImportLock(db, () =>
    inTransaction(db, async (tx) => {
      const { workId: from } = await findEdition(tx, bookId);
      const { rowCount } = await tx.execute(sql`select from books where work_id = ${from} and id <> ${bookId} limit 1`);
      if (isTitle || rowCount === 0) {
        const other = await splitTranslation(tx, from);
        if (other !== null) return { workId: from, fromWorkId: other, wasTranslation: true };
        throw new MergeError(
          isTitle ? `${bookId} is in the shop in no other language.` : `${bookId} is the only edition of its work.`,
        );
      }
      await tx.execute(sql`select from works where id = ${from} for update`);
      const workId = await chooseId(tx, bookId, newId);
      // Imports may change the copied fields, but not the work of the edition.
      await tx.execute(sql`select set_config('endpaper.cause', 'parting', true)`);
      await copyWork(tx, from, workId, now());
      await tx.execute(sql`select set_config('endpaper.cause', '', true)`);
      await tx.execute(sql`update books set work_id = ${workId}, is_main = true where id = ${bookId}`);
      if ((await findMovedAddress(tx, "book", bookId)) !== null) {
        await keepAddress(tx, "book", bookId);
        await tx.execute(sql`update books set is_listed = true where id = ${bookId}`);
      }
      await chooseMainEditions(tx, [from, workId]);
      await updateCoverKeys(tx, [from, workId]);
      return { workId, fromWorkId: from, wasTranslation: false };
    }),
  );
}

async function chooseId(tx: Db, bookId: string, given: string | undefined): Promise<string> {
  if (given !== undefined && (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(given) || given.length > 100))
    throw new MergeError(`${given} is no id: small letters, digits and hyphens, such as ${bookId}-2.`);
  const wanted = given === undefined ? [bookId, ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${bookId}-${n}`)] : [given];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from works where id = any(${wanted}::text[])
    union select id from books where id = any(${wanted}::text[]) and id <> ${bookId}
    union select old_id from moved_addresses
      where kind = 'book' and old_id = any(${wanted}::text[]) and old_id <> ${bookId}`);
  const taken = new Set(rows.map(({ id }) => id));
  const free = wanted.find((id) => !taken.has(id));
  if (free === undefined)
    throw new MergeError(
      given === undefined
        ? `Give the new work an id: works part ${bookId} NEW-ID`
        : `There is a book or work ${given} already. Give another id.`,
    );
  return free;
}

async function copyWork(tx: Db, from: string, to: string, now: Date) {
  // A work that was merged by hand gets back the keys by which imports find it.
  const { rows } = await tx.execute<{
    matchKey: string | null;
    source: string | null;
    workReference: string | null;
  }>(sql`
    delete from joined_works where old_id = ${to} and work_id = ${from} returning match_key, source, work_reference`);
  const { matchKey = null, source = null, workReference = null } = rows[0] ?? {};
  const byHand = JSON.stringify({ match_key: { by: "person", at: now.toISOString() } });
  await tx.execute(sql`
    insert into works (id, title, subtitle, search_text, description, audience, age_from, age_to, match_key, source,
      work_reference, field_origins, created_at)
    select ${to}, title, subtitle, search_text, description, audience, age_from, age_to,
      nullif(${matchKey}::text, match_key), ${source}, ${workReference}, ${byHand}::jsonb, ${now}
    from works where id = ${from}`);
  await tx.execute(sql`
    insert into work_contributors (work_id, author_id, role, position)
    select ${to}, author_id, role, position from work_contributors where work_id = ${from}`);
  await tx.execute(sql`
    insert into work_categories (work_id, category_id, position)
    select ${to}, category_id, position from work_categories where work_id = ${from}`);
  await tx.execute(sql`
    insert into work_subjects (work_id, scheme, code)
    select ${to}, scheme, code from work_subjects where work_id = ${from}`);
  await tx.execute(sql`
    insert into series_works (series_id, work_id, position)
    select series_id, ${to}, position from series_works where work_id = ${from}`);
}
