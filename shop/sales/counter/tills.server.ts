import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** A till of the shop. */
export interface Till {
  /** Begins the numbers of its bills. */
  code: string;
  name: string;
  isOpen: boolean;
}

/** The tills, open ones first. */
export async function listTills(db: Db): Promise<Till[]> {
  const { rows } = await db.execute<Till>(sql`select code, name, is_open from tills order by is_open desc, code`);
  return rows;
}

/** Finds a till by its code; null if there is none. */
export async function findTill(db: Db, code: string): Promise<Till | null> {
  const { rows } = await db.execute<Till>(sql`select code, name, is_open from tills where code = ${code}`);
  return rows[0] ?? null;
}

/** Adds a till; returns false if its code is taken. */
export async function addTill(db: Db, { code, name }: Pick<Till, "code" | "name">): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`insert into tills (code, name) values (${code}, ${name}) on conflict (code) do nothing`,
  );
  return rowCount === 1;
}

/** Opens or closes a till; returns its name, or null if there was nothing to change. */
export async function setTillOpen(db: Db, code: string, isOpen: boolean): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(
    sql`update tills set is_open = ${isOpen} where code = ${code} and is_open <> ${isOpen} returning name`,
  );
  return rows[0]?.name ?? null;
}
