import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/**
 * The name of the account with this verified e-mail address; empty if there is none. Letters that anyone can trigger by
 * typing an address may contain this name, because only the owner of the address chose it.
 */
export async function findVerifiedName(db: Db, email: string): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from readers where lower(email) = lower(${email}) order by id limit 1`,
  );
  return rows[0]?.name ?? "";
}
