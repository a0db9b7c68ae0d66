import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { nameKey } from "./match-key.ts";

/** What an offer can be for alone: books in a category, by an author, of a series, on a reading list. */
export type TargetKind = "category" | "author" | "series" | "list";

/** One of these, in the shop. */
export interface Target {
  /** Such as `author:premchand`. */
  key: string;
  name: string;
}

/** Those of the books that are of one of the targets as readers see them: in its category, or on its list in any edition. */
export async function listFittingIds(db: Db, targets: string[], bookIds: string[]): Promise<ReadonlySet<string>> {
  const keys = await followAuthors(db, targets);
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from books b join listings l on l.work_id = b.work_id
    where b.id = any(${bookIds}::text[]) and (l.facets && ${keys}::text[] or exists (
      select from books e join reading_list_books r on r.book_id = e.id
      where e.work_id = b.work_id and r.reading_list_id = any(${idsOf("list", keys)}::text[])))`);
  return new Set(rows.map(({ id }) => id));
}

/** What targets are called, such as `Premchand`; without those that are gone. */
export async function nameTargets(db: Db, targets: string[]): Promise<string[]> {
  const keys = await followAuthors(db, targets);
  const found = await findTargets(db, (kind) => sql`id = any(${idsOf(kind, keys)}::text[])`);
  return [...new Set(found.map(({ name }) => name))];
}

/** What is named by the last part of its address or, failing that, by its name: several of one name perhaps. */
export async function findTargetsNamed(db: Db, kind: TargetKind, named: string): Promise<Target[]> {
  const key = nameKey(named);
  const byName = {
    category: sql`lower(name) = lower(${named})`,
    // Also by the name in another script, or one that another spelling was joined from.
    author: sql`name_key = ${key} or id in (select author_id from author_names where name_key = ${key}
      union select author_id from author_aliases where name_key = ${key})`,
    series: sql`name_key = ${key}`,
    list: sql`lower(title) = lower(${named})`,
  };
  const found = await findTargets(db, (one) => (one === kind ? sql`id = ${named} or ${byName[kind]}` : sql`false`));
  const exact = found.filter((target) => target.key === `${kind}:${named}`);
  return exact.length > 0 ? exact : found;
}

/** The ids among keys of one kind. */
function idsOf(kind: TargetKind, keys: string[]): string[] {
  return keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));
}

/** The keys, with those of the authors that an author of them was joined to. */
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
