import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/**
 * Whether this part of the demonstration, such as `demo openings`, is not yet in a shop that has the demonstration; from
 * now on it is. A shop without the demonstration never gets a part of it.
 */
export async function isFirstTime(tx: Db, part: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into catalogue_loads (source, content_sha256)
    select ${part}, content_sha256 from catalogue_loads where source = 'demo'
    on conflict (source) do nothing`);
  return rowCount > 0;
}
