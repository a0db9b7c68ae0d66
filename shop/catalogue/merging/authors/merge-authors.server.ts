/** Merges two authors into one, and splits works off to a new author. */
import { portraitKey } from "#covers/draw-portrait.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { moveAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { idsOfName } from "#shop/catalogue/records/known-records.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { detectScript } from "#shop/kernel/text/detect-script.ts";
import { drawCoversOf } from "./author-record.server.ts";
import { findAuthorRow, findWorkId } from "#shop/catalogue/merging/find-records.server.ts";
import { MergeError } from "#shop/catalogue/merging/merge-error.ts";

/** The result of merging two authors. */
export interface MergedAuthors {
  /** The works that moved. */
  works: string[];
  /** Groups of works with the same title, which may be duplicates. */
  sameTitles: string[][];
}

/**
 * Merges the author `other` into `keep`: works, identifiers and names move, the old URL redirects, and imports find the
 * remaining author under both names. Throws MergeError, and ImportRunningError during an import.
 */
export function mergeAuthors({ db, now }: DbAndClock, keep: string, other: string): Promise<MergedAuthors> {
  return withImportLock(db, () =>
    inTransaction(db, async (tx) => {
      if (keep === other) throw new MergeError(`${keep} cannot be joined with themselves.`);
      const kept = await findAuthorRow(tx, keep);
      const joined = await findAuthorRow(tx, other);
      const works = await handOver(tx, { from: other, to: keep, works: null });
      await tx.execute(sql`update author_identifiers set author_id = ${keep} where author_id = ${other}`);
      await tx.execute(sql`
        insert into author_aliases (name_key, author_id)
        select name_key, ${keep} from author_aliases where author_id = ${other} and name_key <> ${nameKey(kept.name)}
        union select ${joined.nameKey ?? nameKey(joined.name)}, ${keep}
        where ${joined.nameKey ?? nameKey(joined.name)} <> ${nameKey(kept.name)}
        on conflict do nothing`);
      await tx.execute(sql`
        update authors k set bio = case when k.bio = '' then o.bio else k.bio end,
          is_featured = k.is_featured or o.is_featured
        from authors o where k.id = ${keep} and o.id = ${other}`);
      await keepNames(tx, { from: other, to: keep, name: joined.name, mainName: kept.name });
      await moveAddress(tx, "author", other, keep, now());
      await tx.execute(sql`delete from authors where id = ${other}`);
      await settle(tx, keep, now());
      await drawCoversOf(tx, keep);
      const { rows } = await tx.execute<{ ids: string[] }>(sql`
        select array_agg(id order by created_at, id) as ids from works
        where match_key in (select match_key from works where id = any(${works}::text[]))
        group by match_key having count(*) > 1 order by match_key`);
      return { works, sameTitles: rows.map(({ ids }) => ids) };
    }),
  );
}

/**
 * Moves some works of an author to a new author with the given name, possibly the same one. Returns the new id. Throws
 * MergeError, and ImportRunningError during an import.
 */
export function splitAuthor(
  { db, now }: DbAndClock,
  author: string,
  { works: given, name: written }: { works: string[]; name: string },
): Promise<{ authorId: string; works: string[] }> {
  return withImportLock(db, () =>
    inTransaction(db, async (tx) => {
      const known = await findAuthorRow(tx, author);
      const name = cleanText(written).trim();
      if (name === "" || name.length > 200) throw new MergeError("A name has 1 to 200 characters.");
      const wanted = await findTheirWorks(tx, author, given);
      const id = await freeAuthorId(tx, name);
      await tx.execute(sql`
        insert into authors (id, name, name_key, bio, image_url, created_at)
        values (${id}, ${name}, ${nameKey(name)}, '', ${`/portraits/${portraitKey({ id, name })}-320.webp`}, ${now()})`);
      const works = await handOver(tx, { from: author, to: id, works: wanted });
      // A new author of the same name has this name in all scripts.
      if (name === known.name) await keepNames(tx, { from: author, to: id, name, mainName: name });
      await settle(tx, id, now());
      await updateCoverKeys(tx, works);
      return { authorId: id, works };
    }),
  );
}

/** Adds the names of one author to another, in scripts in which the latter has none. */
async function keepNames(
  tx: Db,
  { from, to, name, mainName }: { from: string; to: string; name: string; mainName: string },
) {
  await tx.execute(sql`
    insert into author_names (author_id, script, name, name_key, decided_by)
    select ${to}, given.script, given.name, given.name_key, 'person'
    from (
      select ${detectScript(name)}::text as script, ${name}::text as name, ${nameKey(name)}::text as name_key
      union all select script, name, name_key from author_names where author_id = ${from}) given
    where given.script is not null and given.script is distinct from ${detectScript(mainName)}::text
    on conflict do nothing`);
}

async function findTheirWorks(tx: Db, author: string, given: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ workId: string }>(
    sql`select distinct work_id from work_contributors where author_id = ${author}`,
  );
  const theirs = new Set(rows.map(({ workId }) => workId));
  const wanted = new Set<string>();
  for (const id of given) {
    const workId = await findWorkId(tx, id);
    if (!theirs.has(workId)) throw new MergeError(`${id} is no work of ${author}.`);
    wanted.add(workId);
  }
  if (wanted.size === theirs.size)
    throw new MergeError(`These are all the works of ${author}, so there is nothing to split.`);
  return [...wanted];
}

async function freeAuthorId(tx: Db, name: string): Promise<string> {
  const wanted = idsOfName(name);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from authors where id = any(${wanted}::text[])
    union select old_id from moved_addresses where kind = 'author' and old_id = any(${wanted}::text[])`);
  const taken = new Set(rows.map(({ id }) => id));
  const free = wanted.find((id) => !taken.has(id));
  if (free === undefined) throw new MergeError(`There are too many authors called ${name}. Give another name.`);
  return free;
}

/** Replaces one author by another in all their works, or in the given ones; returns the works. */
async function handOver(
  tx: Db,
  { from, to, works }: { from: string; to: string; works: string[] | null },
): Promise<string[]> {
  const { rows } = await tx.execute<{ workId: string }>(sql`
    select distinct work_id from work_contributors
    where author_id = ${from} and (${works}::text[] is null or work_id = any(${works}::text[])) order by work_id`);
  const ids = rows.map(({ workId }) => workId);
  await tx.execute(sql`
    delete from work_contributors o where author_id = ${from} and work_id = any(${ids}::text[])
      and exists (select from work_contributors k
        where k.author_id = ${to} and k.work_id = o.work_id and k.role = o.role)`);
  await tx.execute(sql`
    update work_contributors set author_id = ${to} where author_id = ${from} and work_id = any(${ids}::text[])`);
  // `match_key`, by which imports find a work, ends with the first author.
  const end = `|${from}`;
  await tx.execute(sql`
    update works set match_key = left(match_key, -length(${end})) || '|' || ${to}
    where id = any(${ids}::text[]) and right(match_key, length(${end})) = ${end}`);
  await tx.execute(sql`
    update joined_works set match_key = left(match_key, -length(${end})) || '|' || ${to}
    where work_id = any(${ids}::text[]) and right(match_key, length(${end})) = ${end}`);
  return ids;
}

/** Marks the name as edited by a person, so that undoing an import does not delete the author. */
async function settle(tx: Db, id: string, now: Date) {
  const byHand = JSON.stringify({ name: { by: "person", at: now.toISOString() } });
  await tx.execute(sql`update authors set field_origins = field_origins || ${byHand}::jsonb where id = ${id}`);
}
