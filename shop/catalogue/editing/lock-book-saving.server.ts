import type { Db } from "#db/connect.ts";
import { processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";

/**
 * Serializes the saving of books by an advisory lock, so that each save sees the books and people of the one before it.
 */
export async function lockBookSaving(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${processLocks.savingBooks})`);
}
