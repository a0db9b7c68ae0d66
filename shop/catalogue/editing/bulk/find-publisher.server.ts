import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";

/** The publisher with this name, however it is capitalised; null if there is none. */
export async function findPublisher(db: Db, name: string): Promise<{ id: string; name: string } | null> {
  if (name === "") return null;
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id, name from publishers where name_key = ${nameKey(name)}`,
  );
  return rows[0] ?? null;
}

/** The publisher with this id, or else with this name; null if there is none. */
export async function findPublisherByIdOrName(db: Db, typed: string): Promise<{ id: string; name: string } | null> {
  if (typed === "") return null;
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from publishers where id = ${typed} or name_key = ${nameKey(typed)} order by id <> ${typed} limit 1`);
  return rows[0] ?? null;
}
