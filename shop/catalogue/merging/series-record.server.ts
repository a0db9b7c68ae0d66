import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { keepAddress, moveAddress } from "#shop/catalogue/books/moved-addresses.server.ts";

/** The data of a series, without its books. */
export interface SeriesRecord {
  name: string;
  description: string;
}

/** Finds a series, or null; `forUpdate` locks the row until the transaction ends. */
export async function findSeriesRecord(db: Db, id: string, { forUpdate = false } = {}): Promise<SeriesRecord | null> {
  const { rows } = await db.execute<SeriesRecord>(sql`
    select s.name, s.description from series s where s.id = ${id} ${forUpdate ? sql`for update of s` : sql``}`);
  const row = rows[0];
  return row ? { name: row.name, description: row.description } : null;
}

/** Inserts or updates a series. */
export async function saveSeriesRecord(
  tx: Db,
  id: string,
  { name, description }: SeriesRecord,
  at: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ isAdded: boolean }>(sql`
    insert into series (id, name, name_key, description, created_at)
    values (${id}, ${name}, ${nameKey(name)}, ${description}, ${at})
    on conflict (id) do update set name = excluded.name, name_key = excluded.name_key, description = excluded.description
    returning xmax = 0 as is_added`);
  if (oneRow(rows).isAdded) await keepAddress(tx, "series", id);
}

/**
 * Why a series may not have this name; null if it may. Names must be unique because imports find a series by its name.
 */
export async function faultOfSeries(tx: Db, id: string, { name }: Pick<SeriesRecord, "name">): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from series where name_key = ${nameKey(name)} and id <> ${id}`,
  );
  return rows[0] ? `another series is called ${name} (${rows[0].id})` : null;
}

/**
 * Deletes a series without books, otherwise returns the reason why it cannot be deleted. Its address redirects to
 * `leadsTo`, if given.
 */
export async function removeSeriesRecord(tx: Db, id: string, leadsTo: string | null, at: Date): Promise<string | null> {
  const { rowCount } = await tx.execute(sql`select from series_works where series_id = ${id} limit 1`);
  if (rowCount > 0) return "it has books";
  if (leadsTo !== null) await moveAddress(tx, "series", id, leadsTo, at);
  await tx.execute(sql`delete from series where id = ${id}`);
  return null;
}
