import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/**
 * Marks a part of the demonstration, such as `demo openings`, as loaded, or the demonstration as removed (`demo
 * removed`). Returns true if the shop has the demonstration and this part was not marked before.
 */
export async function markPartLoaded(tx: Db, part: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into catalogue_loads (source, content_sha256)
    select ${part}, content_sha256 from catalogue_loads where source = 'demo'
    on conflict (source) do nothing`);
  return rowCount > 0;
}
