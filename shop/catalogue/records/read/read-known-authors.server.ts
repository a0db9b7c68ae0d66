import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { storedEntity, type Entity, type Origins } from "#shop/catalogue/records/entity.ts";
import { firstAuthorOf } from "#shop/catalogue/records/plan/find-work.ts";
import { unique, type KnownRecords } from "#shop/catalogue/records/known-records.ts";

type Identifiers = { scheme: string; value: string }[];

/** Authors with one of these names, in any script, or one of these identifiers (such as ISNI), by id. */
export async function readAuthors(tx: Db, names: string[], identifiers: Identifiers): Promise<Map<string, Entity>> {
  const { rows } = await tx.execute<{
    id: string;
    name: string;
    nameKey: string | null;
    bio: string;
    origins: unknown;
  }>(
    sql`
    select a.id, a.name, a.name_key, a.bio, a.field_origins as origins
    from authors a
    where a.id in (
      select id from authors where name_key = any(${names}::text[])
      union select author_id from author_aliases where name_key = any(${names}::text[])
      union select author_id from author_names where name_key = any(${names}::text[])
      union select i.author_id from author_identifiers i
        join unnest(${identifiers.map(({ scheme }) => scheme)}::text[], ${identifiers.map(({ value }) => value)}::text[])
          as given (scheme, value) on (given.scheme, given.value) = (i.scheme, i.value))
    order by a.created_at, a.id`,
  );
  return new Map(
    rows.map(({ id, name, nameKey: key, bio, origins }) => [
      id,
      storedEntity(id, { name, name_key: key, bio }, origins as Origins),
    ]),
  );
}

/** The identifiers of these authors, as `scheme:value`. */
export async function readIdentifiers(tx: Db, names: string[], identifiers: Identifiers) {
  const { rows } = await tx.execute<{ key: string; authorId: string }>(sql`
    select i.scheme || ':' || i.value as key, i.author_id
    from author_identifiers i join authors a on a.id = i.author_id
    where a.name_key = any(${names}::text[])
      or a.id in (select author_id from author_aliases where name_key = any(${names}::text[]))
      or a.id in (select author_id from author_names where name_key = any(${names}::text[]))
      or (i.scheme, i.value) in (
        select * from unnest(${identifiers.map(({ scheme }) => scheme)}::text[], ${identifiers.map(({ value }) => value)}::text[]))`);
  return rows;
}

/** Other names of authors: in other scripts, and names of authors merged into them. */
export async function readAliases(tx: Db, names: string[]) {
  const { rows } = await tx.execute<{ nameKey: string; authorId: string }>(sql`
    select name_key, author_id from author_aliases where name_key = any(${names}::text[])
    union select name_key, author_id from author_names where name_key = any(${names}::text[])
    order by author_id`);
  return rows;
}

export async function readOtherNames(tx: Db, authors: string[]): Promise<KnownRecords["otherNames"]> {
  const { rows } = await tx.execute<{ authorId: string; script: string; name: string }>(
    sql`select author_id, script, name from author_names where author_id = any(${authors}::text[])`,
  );
  const names: KnownRecords["otherNames"] = new Map();
  for (const { authorId, script, name } of rows)
    names.set(authorId, (names.get(authorId) ?? new Map<string, string>()).set(script, name));
  return names;
}

/**
 * The names of works' first authors that are not among `authors`. They are needed to tell a book from another one with
 * the same ISBN.
 */
export async function readFirstAuthors(
  tx: Db,
  works: Entity[],
  authors: Map<string, Entity>,
): Promise<Map<string, string>> {
  const ids = unique(works.flatMap(({ now }) => firstAuthorOf(now) ?? [])).filter((id) => !authors.has(id));
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select id, name from authors where id = any(${ids}::text[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
