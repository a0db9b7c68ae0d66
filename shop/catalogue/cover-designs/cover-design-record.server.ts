import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { takeBackEach } from "#shop/kernel/audit-log/take-back-each.ts";
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

/** How drawn covers look. */
export const takeBackDesigns = takeBackEach<DesignRecord>({
  find: findDesignRecord,
  async save(tx, workId, design) {
    const { rows } = await tx.execute(sql`select from works where id = ${workId} for key share`);
    if (rows.length === 0) return "its book is not here any more";
    await saveDesignRecord(tx, workId, design);
  },
  async remove(tx, workId) {
    await tx.execute(sql`delete from cover_designs where work_id = ${workId}`);
    await nameCovers(tx, [workId]);
    return true;
  },
  nameOf: (workId) => `the drawn cover of ${workId}`,
  whyItStays: "it stays as it is",
  labels: { layout: "the layout", inks: "the inks", chosenBy: "who chose it" },
});
