import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { updateCoverKeys } from "./cover-subjects.server.ts";

/** Layout and inks of the drawn cover of a work. */
export interface DesignRecord {
  layout: string;
  inks: string;
  /** The staff member who chose the design; null if the shop chose it. */
  chosenBy: string | null;
}

/** Reads the design of a work's drawn cover and locks the row until the transaction ends; null if there is no row. */
export async function findDesignRecord(tx: Db, workId: string): Promise<DesignRecord | null> {
  const { rows } = await tx.execute<DesignRecord>(sql`
    select layout, inks, chosen_by from cover_designs where work_id = ${workId} for update`);
  const row = rows[0];
  return row ? { layout: row.layout, inks: row.inks, chosenBy: row.chosenBy } : null;
}

/** Inserts or replaces the design of a work's drawn cover. */
export async function saveDesignRecord(
  tx: Db,
  workId: string,
  { layout, inks, chosenBy }: DesignRecord,
): Promise<void> {
  await tx.execute(sql`
    insert into cover_designs (work_id, layout, inks, chosen_by) values (${workId}, ${layout}, ${inks}, ${chosenBy})
    on conflict (work_id) do update set layout = excluded.layout, inks = excluded.inks, chosen_by = excluded.chosen_by`);
  await updateCoverKeys(tx, [workId]);
}
