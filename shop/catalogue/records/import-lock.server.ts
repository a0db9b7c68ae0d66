import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";

/** Thrown when another import is running; the message names it. */
export class ImportRunningError extends Error {}

/** Thrown when the lock was lost during an import or its undo; the message says how to continue. */
export class ImportLockLostError extends Error {}

/** Checks before each transaction that the lock is still held. Throws ImportLockLostError if it is not. */
export type ThrowIfStopped = () => Promise<void>;

/** A connection that does not answer within this time is treated as lost, and the lock with it. */
const answersWithinMs = 30_000;

const cutOffWords =
  "The database closed the connection that prevents other imports, so this import stopped before its next batch. " +
  "Completed batches stay. Start it again, and it continues where it stopped.";

/**
 * Runs `work` under the lock that only one process can hold, for imports and their undo. The lock belongs to a session,
 * so that it is released when the process dies. While it is held, batches do not invalidate cached pages; its release
 * invalidates them all. Within a transaction, the lock is held until the transaction ends. Throws ImportRunningError if
 * the lock is taken.
 */
export async function withImportLock<T>(db: Db, work: (throwIfStopped: ThrowIfStopped) => Promise<T>): Promise<T> {
  if (!db.pool) return withinTransaction(db, () => work(async () => {}));
  const client = await (db.sessions ?? db.pool).connect();
  let isFree = true;
  let isLost = false;
  // Only the session itself can show that it still has the lock: it has the lock as long as it responds.
  const throwIfStopped = async () => {
    const question = { text: "select 1", query_timeout: answersWithinMs };
    await client.query(question).catch((error: unknown) => {
      isLost = true;
      throw new ImportLockLostError(cutOffWords, { cause: error });
    });
  };
  try {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
      processLocks.importing,
    ]);
    isFree = !oneRow(rows).got;
    if (isFree) throw await describeRunning(db);
    // The connection may be idle for long between batches and while lists are refreshed.
    await client.query("set idle_session_timeout = 0");
    return await work(throwIfStopped);
  } finally {
    if (isLost) await db.execute(sql`select pg_notify('catalogue_changed', '')`).catch(() => {});
    else if (!isFree)
      await client
        .query("select pg_advisory_unlock($1), pg_notify('catalogue_changed', '')", [processLocks.importing])
        .then(() => client.query("reset idle_session_timeout"))
        .then(
          () => (isFree = true),
          () => {},
        );
    client.release(!isFree);
  }
}

async function withinTransaction<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.execute<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock(${processLocks.importing}) as got`,
  );
  if (!oneRow(rows).got) throw await describeRunning(tx);
  const done = await work();
  await tx.execute(sql`select pg_notify('catalogue_changed', '')`);
  return done;
}

async function describeRunning(db: Db): Promise<ImportRunningError> {
  const { rows } = await db.execute<{ id: number; fileName: string }>(
    sql`select id::int as id, file_name from imports where state = 'running' order by id desc limit 1`,
  );
  const which = rows[0] ? `import ${rows[0].id} of ${rows[0].fileName}` : "another import";
  return new ImportRunningError(`The shop is busy with ${which}. Wait until it has ended.`);
}
