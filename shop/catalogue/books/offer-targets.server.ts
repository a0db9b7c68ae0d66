import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { nameKey } from "./match-key.ts";

/** What an offer can be limited to: books in a category, by an author, of a series, on a reading list. */
export type TargetKind = "category" | "author" | "series" | "list";

/** A category, author, series or reading list of the shop. */
export interface Target {
  /** Such as `author:premchand`. */
  key: string;
  name: string;
}

/**
 * The ids of the books that match one of the targets; a reading list matches if it contains any edition of the work.
 */
export async function listMatchingIds(db: Db, targets: string[], bookIds: string[]): Promise<ReadonlySet<string>> {
  const keys = await followAuthors(db, targets);
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from books b join listings l on l.work_id = b.work_id
    where b.id = any(${bookIds}::text[]) and (l.facets && ${keys}::text[] or exists (
      select from books e join reading_list_books r on r.book_id = e.id
      where e.work_id = b.work_id and r.reading_list_id = any(${idsOf("list", keys)}::text[])))`);
  return new Set(rows.map(({ id }) => id));
}

/** The names of targets, such as `Premchand`, without deleted ones. */
export async function nameTargets(db: Db, targets: string[]): Promise<string[]> {
  const keys = await followAuthors(db, targets);
  const found = await findTargets(db, (kind) => sql`id = any(${idsOf(kind, keys)}::text[])`);
  return [...new Set(found.map(({ name }) => name))];
}

/** Finds targets of a kind by id or, if no id matches, by name; several may have the same name. */
export async function findTargetsNamed(db: Db, kind: TargetKind, named: string): Promise<Target[]> {
  const key = nameKey(named);
  const byName = {
    category: sql`lower(name) = lower(${named})`,
    // Also matches the name in another script and the spellings of authors merged into this one.
    author: sql`name_key = ${key} or id in (select author_id from author_names where name_key = ${key}
      union select author_id from author_aliases where name_key = ${key})`,
    series: sql`name_key = ${key}`,
    list: sql`lower(title) = lower(${named})`,
  };
  const found = await findTargets(db, (one) => (one === kind ? sql`id = ${named} or ${byName[kind]}` : sql`false`));
  const exact = found.filter((target) => target.key === `${kind}:${named}`);
  return exact.length > 0 ? exact : found;
}

/** The ids in the keys of one kind. */
function idsOf(kind: TargetKind, keys: string[]): string[] {
  return keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));
}

/** Adds the keys of the authors into which authors of `keys` were merged. */
async function followAuthors(db: Db, keys: string[]): Promise<string[]> {
  const authors = idsOf("author", keys);
  if (authors.length === 0) return keys;
  const { rows } = await db.execute<{ id: string }>(sql`
    select new_id as id from moved_addresses where kind = 'author' and old_id = any(${authors}::text[])`);
  return [...keys, ...rows.map(({ id }) => `author:${id}`)];
}

async function findTargets(db: Db, which: (kind: TargetKind) => SQL): Promise<Target[]> {
  const { rows } = await db.execute<Target>(sql`
    (select 'category:' || id as key, name from categories where ${which("category")} limit 50)
    union all (select 'author:' || id, name from authors where ${which("author")} limit 50)
    union all (select 'series:' || id, name from series where ${which("series")} limit 50)
    union all (select 'list:' || id, title from reading_lists where ${which("list")} limit 50)
    order by 1`);
  return rows;
}
