import { isDeepStrictEqual } from "node:util";

import { portraitKey } from "#covers/draw-portrait.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { keepAddress } from "#shop/catalogue/books/moved-addresses.server.ts";

/** The data of an author, without their works. */
export interface AuthorRecord {
  name: string;
  /** The name for sorting, such as `Tagore, Rabindranath`; null to derive it from the name. */
  sortName: string | null;
  bio: string;
  /** Whether the author appears on the home page. */
  isFeatured: boolean;
  /** The name in other scripts, by ISO 15924 code. */
  names: Record<string, string>;
  /** Other names by which imports find the author, folded. */
  aliases: string[];
  /** Identifiers of this person only, such as `["isni", "0000000121479135"]`. */
  identifiers: [scheme: string, value: string][];
}

/** Finds an author, or null; `forUpdate` locks the row until the transaction ends. */
export async function findAuthorRecord(db: Db, id: string, { forUpdate = false } = {}): Promise<AuthorRecord | null> {
  const { rows } = await db.execute<AuthorRecord>(sql`
    select a.name, a.sort_name, a.bio, a.is_featured,
      (select coalesce(json_object_agg(n.script, n.name order by n.script), '{}') from author_names n where n.author_id = a.id) as names,
      array(select l.name_key from author_aliases l where l.author_id = a.id order by l.name_key) as aliases,
      (select coalesce(json_agg(json_build_array(i.scheme, i.value) order by i.scheme, i.value), '[]')
        from author_identifiers i where i.author_id = a.id) as identifiers
    from authors a where a.id = ${id} ${forUpdate ? sql`for update of a` : sql``}`);
  const row = rows[0];
  if (!row) return null;
  const { name, sortName, bio, isFeatured, names, aliases, identifiers } = row;
  return { name, sortName, bio, isFeatured, names, aliases, identifiers };
}

/** Reads an author who exists; throws otherwise. */
export async function requireAuthorRecord(db: Db, id: string): Promise<AuthorRecord> {
  const record = await findAuthorRecord(db, id);
  if (!record) throw new Error(`There is no author ${id}.`);
  return record;
}

/**
 * Inserts or updates an author, and redraws the covers of their works if a name changed. The triggers
 * `authors_changed`, `authors_listed_anew` and `authors_named_anew` update pages, lists and the search.
 */
export async function saveAuthorRecord(tx: Db, id: string, record: AuthorRecord, at: Date): Promise<void> {
  const { name, sortName, bio, isFeatured, names, aliases, identifiers } = record;
  const was = await findAuthorRecord(tx, id);
  const portrait = `/portraits/${portraitKey({ id, name })}-320.webp`;
  await tx.execute(sql`
    insert into authors (id, name, name_key, sort_name, bio, is_featured, image_url, created_at)
    values (${id}, ${name}, ${nameKey(name)}, ${sortName}, ${bio}, ${isFeatured}, ${portrait}, ${at})
    on conflict (id) do update set name = excluded.name, name_key = excluded.name_key, sort_name = excluded.sort_name,
      bio = excluded.bio, is_featured = excluded.is_featured, image_url = excluded.image_url`);
  const scripts = Object.keys(names);
  await tx.execute(sql`delete from author_names where author_id = ${id} and script <> all(${scripts}::text[])`);
  await tx.execute(sql`
    insert into author_names (author_id, script, name, name_key, decided_by)
    select ${id}, given.script, given.name, given.key, 'person'
    from unnest(${scripts}::text[], ${Object.values(names)}::text[], ${Object.values(names).map(nameKey)}::text[]) as given (script, name, key)
    on conflict (author_id, script) do update set name = excluded.name, name_key = excluded.name_key, decided_by = 'person'
    where author_names.name <> excluded.name`);
  await tx.execute(sql`delete from author_aliases where author_id = ${id} and name_key <> all(${aliases}::text[])`);
  await tx.execute(sql`
    insert into author_aliases (name_key, author_id) select key, ${id} from unnest(${aliases}::text[]) key on conflict do nothing`);
  const numbers = JSON.stringify(identifiers.map(([scheme, value]) => ({ scheme, value })));
  await tx.execute(sql`
    delete from author_identifiers i where author_id = ${id} and not exists (
      select from jsonb_to_recordset(${numbers}::jsonb) as given (scheme text, value text)
      where given.scheme = i.scheme and given.value = i.value)`);
  await tx.execute(sql`
    insert into author_identifiers (scheme, value, author_id)
    select scheme, value, ${id} from jsonb_to_recordset(${numbers}::jsonb) as given (scheme text, value text)
    on conflict (scheme, value) do update set author_id = excluded.author_id`);
  if (!was) await keepAddress(tx, "author", id);
  if (was?.name !== name || !isDeepStrictEqual(was.names, names)) await drawCoversOf(tx, id);
}

/** Renames the drawn covers of an author's works, which show the author's name in the script of their language. */
export async function drawCoversOf(tx: Db, author: string): Promise<void> {
  const { rows } = await tx.execute<{ workId: string }>(
    sql`select distinct work_id from work_contributors where author_id = ${author}`,
  );
  await updateCoverKeys(
    tx,
    rows.map(({ workId }) => workId),
  );
}
