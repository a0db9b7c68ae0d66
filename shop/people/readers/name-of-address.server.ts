import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/**
 * The name of the account that has proven this e-mail address; empty when there is none. Only its owner chose the name, so it
 * may stand in a letter that anybody may have asked for by typing the address.
 */
export async function nameOfAddress(db: Db, email: string): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from readers where lower(email) = lower(${email}) order by id limit 1`,
  );
  return rows[0]?.name ?? "";
}
