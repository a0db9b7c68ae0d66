import type { Db } from "#db/connect.ts";
import { isLockHeld, processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";
import type { ImportRecord } from "#shop/catalogue/import/list-imports.server.ts";
import { isGoneSql } from "./import-job.server.ts";

/**
 * SQL condition on a row `i` of `imports`: whether a process imports it now. An interrupted import keeps its state, and
 * an undo holds the same lock: one import at most is running, the newest, and none while one is undone.
 */
export const isRunningSql = sql`
  i.state = 'running' and not exists (select from imports r where r.state = 'running' and r.id > i.id)
  and ${isLockHeld(processLocks.importing)}
  and not exists (select from import_work w where w.kind = 'undo' and w.state = 'running' and not ${isGoneSql})`;

/** An import's file name and state, and whether a process imports it now; null if it does not exist. */
export async function findImport(
  db: Db,
  id: number,
): Promise<(Pick<ImportRecord, "fileName" | "state"> & { isRunning: boolean }) | null> {
  const { rows } = await db.execute<Pick<ImportRecord, "fileName" | "state"> & { isRunning: boolean }>(sql`
    select i.file_name, i.state, ${isRunningSql} as is_running from imports i where i.id = ${id}`);
  return rows[0] ?? null;
}
