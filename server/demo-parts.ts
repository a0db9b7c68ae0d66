import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/**
 * Marks a part of the demonstration, such as `demo openings`, as loaded. Returns true only the first time, and never in
 * a shop without the demonstration.
 */
export async function markPartLoaded(tx: Db, part: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into catalogue_loads (source, content_sha256)
    select ${part}, content_sha256 from catalogue_loads where source = 'demo'
    on conflict (source) do nothing`);
  return rowCount > 0;
}
