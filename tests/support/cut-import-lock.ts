import type { Db } from "#db/connect.ts";
import { processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";

/** Ends the connection that holds the lock of imports, if there is one, as an administrator would. */
export async function cutImportLock(db: Db): Promise<void> {
  await db.execute(sql`
    select pg_terminate_backend(pid, 5000) from pg_locks
    where locktype = 'advisory' and granted and objid = ${processLocks.importing}
      and database = (select oid from pg_database where datname = current_database())`);
}

/** The same database, for work that loses the lock of imports with its first statement outside a transaction. */
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
