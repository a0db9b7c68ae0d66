import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { nameCovers } from "./cover-subjects.server.ts";

/** How the drawn cover of a work looks. */
export interface DesignRecord {
  layout: string;
  inks: string;
  /** Who chose it; null where the shop did. */
  chosenBy: string | null;
}

/** How the drawn cover of a work looks, held against other changes until the transaction ends; null while nothing is chosen. */
export async function findDesignRecord(tx: Db, workId: string): Promise<DesignRecord | null> {
  const { rows } = await tx.execute<DesignRecord>(sql`
    select layout, inks, chosen_by from cover_designs where work_id = ${workId} for update`);
  const row = rows[0];
  return row ? { layout: row.layout, inks: row.inks, chosenBy: row.chosenBy } : null;
}

/** Writes how the drawn cover of a work looks, in place of what was chosen. */
export async function saveDesignRecord(
  tx: Db,
  workId: string,
  { layout, inks, chosenBy }: DesignRecord,
): Promise<void> {
  await tx.execute(sql`
    insert into cover_designs (work_id, layout, inks, chosen_by) values (${workId}, ${layout}, ${inks}, ${chosenBy})
    on conflict (work_id) do update set layout = excluded.layout, inks = excluded.inks, chosen_by = excluded.chosen_by`);
  await nameCovers(tx, [workId]);
}
