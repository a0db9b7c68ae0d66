import type { Db } from "#db/connect.ts";
import { processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";

/** Terminates the connection that holds the import lock, if any, as an administrator would. */
export async function cutImportLock(db: Db): Promise<void> {
  await db.execute(sql`
    select pg_terminate_backend(pid, 5000) from pg_locks
    where locktype = 'advisory' and granted and objid = ${processLocks.importing}
      and database = (select oid from pg_database where datname = current_database())`);
}

/** A database that loses the import lock after each statement outside a transaction. */
export function losingImportLock(db: Db): Db {
  return {
    ...db,
    async execute<Row>(statement: Parameters<Db["execute"]>[0]) {
      const answer = await db.execute<Row>(statement);
      await cutImportLock(db);
      return answer;
    },
  };
}
