import type { Db } from "#db/connect.ts";
import { processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";

/** Whoever saves a book waits here for the other, and then sees what they saved: the book, and people who were new. */
export async function takeTurn(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${processLocks.savingBooks})`);
}
